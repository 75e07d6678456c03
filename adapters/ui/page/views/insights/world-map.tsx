import { describeNumber } from "./numbers.ts";
import { toCountryCode } from "./country-code.ts";
import { WORLD_OUTLINES, WORLD_SIZE } from "./world-outlines.ts";

interface WorldMapProps {
  name: string;
  /** Values by country: a code of two letters, or an English name. */
  values: readonly { country: string; name: string; value: number }[];
  /** Shows the persons behind a value, by its place. */
  open?: ((index: number) => void) | undefined;
}

/** Values below this part of the largest would look like nothing, in per cent of the colour. */
const FAINTEST = 15;

/** Countries in the colour of their value, the more the stronger. The table has the same numbers, for keys too. */
export function WorldMap({ name, values, open }: WorldMapProps) {
  const [width, height] = WORLD_SIZE;
  const most = Math.max(0, ...values.map(({ value }) => value));
  const places = new Map(values.map(({ country }, index) => [toCountryCode(country), index]));
  const onMap = new Set(WORLD_OUTLINES.map(([code]) => code));
  const missing = values.filter(({ country }) => !onMap.has(toCountryCode(country)));
  return (
    <figure class="world-map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
        {WORLD_OUTLINES.map(([code, d], place) => {
          const index = code === "" ? undefined : places.get(code);
          const known = index === undefined ? undefined : values[index];
          if (index === undefined || known === undefined || known.value <= 0) return <path key={place} d={d} />;
          const heat = FAINTEST + (known.value / most) * (100 - FAINTEST);
          return (
            <path
              key={place}
              d={d}
              class="known"
              style={{ fill: `color-mix(in srgb, var(--series-1) ${Math.round(heat)}%, var(--raised))` }}
              onClick={open && (() => open(index))}
            >
              <title>{`${known.name}: ${describeNumber(known.value)}`}</title>
            </path>
          );
        })}
      </svg>
      {missing.length > 0 && (
        <figcaption class="hint">
          Not on the map: {missing.map((each) => `${each.name} (${describeNumber(each.value)})`).join(", ")}
        </figcaption>
      )}
    </figure>
  );
}
