import { colourToken, OTHER } from "../../parts/chart-lines.ts";
import { describeNumber, describeShare } from "./numbers.ts";
import { toSlices } from "./pie-slices.ts";

interface PieProps {
  name: string;
  values: readonly { name: string; value: number; colour: number }[];
  /** Shows the persons behind a value, by its place. */
  open: ((index: number) => void) | undefined;
}

/** The parts of a whole as a ring, with their sum in it. The table has the same numbers, for keys too. */
export function Pie({ name, values, open }: PieProps) {
  const slices = toSlices(values);
  // The colour that the value has in the table too; grey for the rest.
  const colourOf = (index: number | null) =>
    `var(${colourToken(index === null ? OTHER : (values[index]?.colour ?? index))})`;
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure class="pie">
      <svg viewBox="-1.02 -1.02 2.04 2.04" role="img" aria-label={name}>
        {slices.map(({ name: part, value, d, index }) => (
          <path
            key={part}
            d={d}
            class={index === null || open === undefined ? undefined : "clickable"}
            style={{ fill: colourOf(index) }}
            onClick={open && (() => index !== null && open(index))}
          >
            <title>{`${part}: ${describeNumber(value)} (${describeShare(value, whole)})`}</title>
          </path>
        ))}
        <text class="pie-whole" y="0.02" text-anchor="middle">
          {describeNumber(whole)}
        </text>
        <text class="pie-word" y="0.2" text-anchor="middle">
          total
        </text>
      </svg>
      <ul class="plain-list">
        {slices.map(({ name: part, value, index }) => (
          <li key={part}>
            <span class="pie-swatch" style={{ background: colourOf(index) }} />
            {part} <b>{describeShare(value, whole)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}
