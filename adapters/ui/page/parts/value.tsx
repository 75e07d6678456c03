import { toValueText } from "./value-text.ts";

/** A property's value: text unchanged, others as JSON; long values can be unfolded. */
export function Value({ value }: { value: unknown }) {
  const text = toValueText(value);
  const kind = value === null ? "null" : typeof value;
  if (text.length <= LONGEST) return <span class={`value ${kind}`}>{text}</span>;
  return (
    <details class={`value ${kind}`}>
      <summary>{text.slice(0, LONGEST)} …</summary>
      <pre>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}

const LONGEST = 120;
