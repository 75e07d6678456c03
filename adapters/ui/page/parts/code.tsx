import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** Text to copy; `name` describes it. */
export function Code({ name, text }: { name: string; text: string }) {
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={name}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text}>Copy</CopyButton>
    </div>
  );
}

/** A button that copies a text, and says so for two seconds. */
export function CopyButton({ text, children }: { text: string; children: ComponentChildren }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <button type="button" class="small" aria-live="polite" onClick={() => void copy()}>
      {isCopied ? "Copied" : children}
    </button>
  );
}
