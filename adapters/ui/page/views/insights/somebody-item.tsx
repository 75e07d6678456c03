import { useState } from "preact/hooks";
import { Explanation } from "./explanation.tsx";
import type { Somebody } from "./people.ts";
import { here } from "../../use-hash.ts";

interface SomebodyItemProps {
  somebody: Somebody;
  /** The path of the list. */
  path: string;
}

/** A person behind a number: the link to their page, and the events that made it. */
export function SomebodyItem({ somebody, path }: SomebodyItemProps) {
  const { name, kind, personId, about, appearances } = somebody;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div class="somebody">
        {personId === null ? <b>{name}</b> : <a href={here(`/persons/${personId}`)}>{name}</a>}
        <span class="hint somebody-about">{about}</span>
      </div>
      {appearances !== undefined && <Appearances appearances={appearances} />}
      {(kind === "person" || /\/persons\/funnel\//.test(path)) && (
        <details class="explain" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary aria-label={`Explain ${name}`}>Explain</summary>
          {isOpen && <Explanation path={path} who={somebody.explainBy} />}
        </details>
      )}
    </li>
  );
}

/** A square for each period: filled = they came. */
function Appearances({ appearances }: { appearances: readonly number[] }) {
  const came = appearances.flatMap((value, index) => (value === 1 ? [index] : []));
  return (
    <svg
      class="appearances"
      width={appearances.length * 12}
      height="10"
      role="img"
      aria-label={`Came in periods ${came.join(", ")}`}
    >
      {appearances.map((value, index) => (
        <rect key={index} class={value === 1 ? "came" : "missing"} x={index * 12} width="10" height="10" rx="2" />
      ))}
    </svg>
  );
}
