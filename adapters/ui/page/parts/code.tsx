import { useState } from "preact/hooks";

/** Text to copy; `name` describes it. */
export function Code({ name, text }: { name: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={name}>
        <code>{text}</code>
      </pre>
      <button type="button" aria-live="polite" onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
