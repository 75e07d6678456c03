import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

// node build/world-outlines.ts: writes the outlines of countries for the page's world map, from Natural Earth (public domain) as
// world-atlas packs it. The page gets finished paths in whole units, 10 kB packed, and needs neither d3-geo nor topojson.

const FILE = "adapters/ui/page/views/insights/world-outlines.ts";
/** Units of the drawing; the smallest country that can be seen is about one unit wide. */
const [WIDTH, HEIGHT] = [960, 470];
/** Corners nearer than this are one: three units of the drawing. */
const NEAR_DEGREES = 1.2;
const FEW_CORNERS = 10;
/** Antarctica has no visitors, and takes a fifth of the height. */
const LEFT_OUT = new Set(["010"]);

const require = createRequire(import.meta.url);
const world = require("world-atlas/countries-110m.json") as Topology<{
  countries: GeometryCollection<{ name: string }>;
}>;
simplify(world.arcs);
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

/**
 * Leaves out corners of borders that are near the corner before. Borders that two countries share are stored once, so that no gap
 * opens between them. @param arcs corners as steps of the quantized world, changed in place
 */
function simplify(arcs: number[][][]): void {
  const [scale = 1] = world.transform?.scale ?? [];
  for (const [index, arc] of arcs.entries()) {
    // Small islands and countries would be gone.
    if (arc.length <= FEW_CORNERS) continue;
    const steps: number[][] = [];
    let [stepX, stepY] = [0, 0];
    for (const [place, [x = 0, y = 0]] of arc.entries()) {
      stepX += x;
      stepY += y;
      const isEnd = place === 0 || place === arc.length - 1;
      if (!isEnd && Math.hypot(stepX, stepY) * scale < NEAR_DEGREES) continue;
      steps.push([stepX, stepY]);
      [stepX, stepY] = [0, 0];
    }
    arcs[index] = steps;
  }
}

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
