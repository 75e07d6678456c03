/** A property's value as JSON has it: texts as they are, the rest as JSON, long ones to unfold. */
export function Value({ value }: { value: unknown }) {
  const text = toText(value);
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

/** The same as one line of text. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
