import { COLOURS } from "../../parts/chart-lines.ts";
const MEANINGS: [token: string, meaning: string][] = [
  ["ground", "behind everything"],
  ["raised", "panels, tables, fields"],
  ["sunken", "heads of tables, pointed at"],
  ["line", "between parts"],
  ["line-strong", "around fields"],
  ["text", "text, names, numbers"],
  ["text-soft", "hints"],
  ["accent", "links, buttons, the chosen item"],
  ["accent-ground", "behind the chosen item"],
  ["on-accent", "words on the accent"],
  ["danger", "danger alone"],
  ["danger-ground", "behind errors"],
  ["on-danger", "words on red"],
  ["good", "news, what went well"],
  ["good-ground", "behind news"],
];
const SERIES = Array.from({ length: COLOURS }, (_, index) => `series-${index + 1}`).concat("series-other");

/** The tokens of colours, with their meaning. */
export function ColourSamples() {
  return (
    <>
      <ul class="design-colours">
        {MEANINGS.map(([token, meaning]) => (
          <li key={token}>
            <span class="design-swatch" style={{ background: `var(--${token})` }} />
            <span>
              <code>{token}</code> <span class="hint">{meaning}</span>
            </span>
          </li>
        ))}
      </ul>
      <div class="design-series" role="img" aria-label="The colours of series, and grey for the rest">
        {SERIES.map((token) => (
          <span key={token} style={{ background: `var(--${token})` }} />
        ))}
      </div>
    </>
  );
}
