import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

// node build/world-outlines.ts: writes the outlines of countries for the page's world map, from Natural Earth (public domain) as
// world-atlas packs it. The page gets finished paths in whole units, 12 kB packed, and needs neither d3-geo nor topojson.

const FILE = "adapters/ui/page/views/insights/world-outlines.ts";
/** Units of the drawing; the smallest country that can be seen is about one unit wide. */
const [WIDTH, HEIGHT] = [960, 470];
/** Antarctica has no visitors, and takes a fifth of the height. */
const LEFT_OUT = new Set(["010"]);

const require = createRequire(import.meta.url);
const world = require("world-atlas/countries-110m.json") as Topology<{
  countries: GeometryCollection<{ name: string }>;
}>;
const { features } = feature(world, world.objects.countries);
const kept = features.filter(({ id }) => !LEFT_OUT.has(String(id)));
const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], { type: "FeatureCollection", features: kept });
const toPath = geoPath(projection).digits(0);

const outlines = kept.flatMap((country) => {
  const path = toRelative(toPath(country) ?? "");
  return path === "" ? [] : [[toCode(country.id), path] as const];
});

const text =
  `/** Width and height of the outlines. */
export const WORLD_SIZE = [${WIDTH}, ${HEIGHT}] as const;

/** The path (SVG) of each country by its code of two letters (ISO 3166); "" = disputed. Made by \`build/world-outlines.ts\`. */
export const WORLD_OUTLINES: readonly (readonly [code: string, path: string])[] = ` +
  `\`\\
${outlines.map(([code, path]) => `${code}:${path}`).join("\n")}\`
  .split("\\n")
  .map((line) => line.split(":") as [string, string]);
`;
await writeFile(FILE, text);
process.stdout.write(`${FILE}: ${outlines.length} countries, ${text.length} bytes\n`);

/** "276" → "DE", by the aliases of CLDR; countries without a number are disputed. */
function toCode(id: string | number | undefined): string {
  const [, code = ""] =
    id === undefined ? [] : (Intl.getCanonicalLocales(`und-${String(id).padStart(3, "0")}`)[0] ?? "").split("-");
  return /^[A-Z]{2}$/.test(code) ? code : "";
}

/** Absolute corners as steps from corner to corner, without steps of no length; rings that shrink to a point go. */
function toRelative(path: string): string {
  return path
    .split("Z")
    .filter((ring) => ring !== "")
    .map((ring) => {
      const corners = ring
        .slice(1)
        .split("L")
        .map((corner) => corner.split(",").map(Number) as [number, number]);
      const [first = [0, 0], ...rest] = corners;
      const steps: string[] = [];
      let [x, y] = first;
      for (const [nextX, nextY] of rest) {
        if (nextX === x && nextY === y) continue;
        steps.push(`${nextX - x}${nextY - y < 0 ? "" : " "}${nextY - y}`);
        [x, y] = [nextX, nextY];
      }
      return steps.length < 3 ? "" : `M${first[0]} ${first[1]}l${steps.join(" ")}z`;
    })
    .join("");
}
