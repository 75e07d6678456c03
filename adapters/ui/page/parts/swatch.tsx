import { colourToken, hasPattern } from "./chart-lines.ts";

/** The colour of a line; that of the period before is paler, and one with a pattern has a hole. */
export function Swatch({ colour, isPrevious = false }: { colour: number; isPrevious?: boolean }) {
  return (
    <svg
      class={`swatch${isPrevious ? " previous" : ""}`}
      width="14"
      height="8"
      aria-hidden="true"
      style={{ "--colour": `var(${colourToken(colour)})` }}
    >
      <rect width="14" height="8" />
      {hasPattern(colour) && <circle cx="7" cy="4" r="2" />}
    </svg>
  );
}
