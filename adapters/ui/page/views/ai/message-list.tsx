import { Value } from "../../parts/value.tsx";
import { toMessages } from "./messages.ts";
import type { Block } from "./messages.ts";

interface MessageListProps {
  title: string;
  /** A property that holds messages in any form; null = it was not stored. */
  value: unknown;
  /** The role of messages that name none. */
  role: string;
}

/** Messages to read, with calls of tools and their results. */
export function MessageList({ title, value, role }: MessageListProps) {
  if (value === undefined) return null;
  const messages = toMessages(value, role);
  return (
    <section class="stack">
      <h3>{title}</h3>
      {messages.length === 0 && <p class="hint">{value === null ? "It was not stored." : "It is empty."}</p>}
      <ol class="ai-messages">
        {messages.map(({ role: by, blocks }, index) => (
          <li key={index} class={by === "user" ? "ai-user" : undefined}>
            <span class="ai-role">{by}</span>
            {blocks.map((block, place) => (
              <BlockView key={place} block={block} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "text":
      return <Text text={block.text} />;
    case "call":
      return (
        <div class="ai-call">
          Calls <code>{block.name}</code> <Value value={block.input} />
        </div>
      );
    case "result":
      return (
        <div class="ai-call">
          Result {typeof block.output === "string" ? <Text text={block.output} /> : <Value value={block.output} />}
        </div>
      );
    case "other":
      return <Value value={block.value} />;
  }
}

/** Characters of a text that are shown unfolded: about a screen. */
const LONGEST = 2000;

function Text({ text }: { text: string }) {
  if (text.length <= LONGEST) return <p class="ai-text">{text}</p>;
  return (
    <details>
      <summary class="ai-text">{text.slice(0, LONGEST)} …</summary>
      <p class="ai-text">{text.slice(LONGEST)}</p>
    </details>
  );
}
