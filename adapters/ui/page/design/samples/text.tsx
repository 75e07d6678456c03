import { Sample } from "./sample.tsx";

const SIZES: [token: string, use: string][] = [
  ["figure", "A figure: 12,480"],
  ["title", "The title of a view"],
  ["heading", "The heading of a panel"],
  ["normal", "Text of fields, tables and sentences"],
  ["small", "A hint below a field"],
];
const STEPS = [1, 2, 3, 4, 6, 8];

/** The scale of text, and the steps of space. */
export function TextSamples() {
  return (
    <>
      {SIZES.map(([token, use]) => (
        <p key={token} style={{ fontSize: `var(--text-${token})` }}>
          {use}
        </p>
      ))}
      <p>
        <code>SELECT count() FROM events</code> <kbd>Ctrl</kbd> <kbd>K</kbd> <a href="#/design">A link</a>{" "}
        <span class="hint">A hint</span>
      </p>
      <Sample name="Space: whole steps of 3.5 px">
        {STEPS.map((step) => (
          <span key={step} class="design-space" style={{ width: `calc(var(--space) * ${step})` }} title={`${step}`} />
        ))}
      </Sample>
    </>
  );
}
