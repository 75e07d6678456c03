import { readFileSync } from "node:fs";
import { toCell } from "./cell.ts";

const PAGE = "docs/manual/limits.md";

const HEAD = `## Bounds

\`npm run docs\` writes this table from the constants of the code, with the first sentences of their comments; the rest says why each has its value.

| bound | value | constant |
| --- | --- | --- |
`;

/** Files that bound what comes from outside, in the order of the table. */
const FILES = [
  "lib/base/request-limits.ts",
  "adapters/h3/held-bytes.ts",
  "lib/uploads/receive.ts",
  "lib/sources/reader/limits.ts",
  "lib/sources/read/unpack.ts",
  "lib/sources/read/budget.ts",
  "lib/sources/read/rows.ts",
  "lib/sources/read/avro.ts",
  "lib/sources/read/avro-types.ts",
  "lib/sources/read/parquet/check-metadata.ts",
  "lib/sources/read/parquet/column-pages.ts",
  "lib/plugins/registry/archive-limits.ts",
];

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const FACTORS: Record<string, number> = { KIB, MIB };

/** A bound as `const MOST_FILES = 1000;` or, in an object, `fields: 1000,`; one without a comment of its own shares the last. */
const BOUND =
  /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?(?:(?:export )?const ((?:MOST|LEAST|FREE|SLOW|MAX)_\w+) = ([^;\n]+);|\n {2}(\w+): ([^,\n]+),)/g;

interface Bound {
  name: string;
  value: number;
  doc: string;
}

/** The page of the limits, with its table made from the code. */
export function limitsPage(): string {
  const page = readFileSync(PAGE, "utf8");
  const start = page.indexOf("## Bounds");
  const end = page.indexOf("\n## ", start);
  const rows = FILES.flatMap((file) => boundsIn(file).map((bound) => toRow(file, bound)));
  return `${page.slice(0, start)}${HEAD}${rows.join("\n")}\n${page.slice(end)}`;
}

function boundsIn(file: string): Bound[] {
  let last = "";
  return [...readFileSync(file, "utf8").matchAll(BOUND)].flatMap(([, doc, constant, ofConstant, field, ofField]) => {
    last = doc?.replaceAll(/\n\s*\*/g, " ") ?? last;
    const value = toNumber(ofConstant ?? ofField ?? "");
    return value === null ? [] : [{ name: constant ?? field ?? "", value, doc: last }];
  });
}

/** The value of a product such as `4 * 1024 ** 3` or `20 * MIB`; null = it is something else. */
function toNumber(text: string): number | null {
  const factors = text.split(" * ").map((factor) => {
    const [base = "", power = "1"] = factor.split(" ** ");
    return (FACTORS[base] ?? Number(base.replaceAll("_", ""))) ** Number(power);
  });
  const value = factors.reduce((product, factor) => product * factor, 1);
  return Number.isNaN(value) ? null : value;
}

function toRow(file: string, { name, value, doc }: Bound): string {
  const [sentence = ""] = doc.trim().split(/(?<=[^.])[.:](?:\s|$)| \(/);
  const label = toCell(sentence.replace("Time in ms", "Time"));
  return `| ${label} | ${toText(name, value)} | \`${name}\` in \`${file.split("/").slice(-2).join("/")}\` |`;
}

function toText(name: string, value: number): string {
  if (/(?:_MS|[a-z]Ms)$/.test(name)) return `${value / 1000} s`;
  if (!/bytes/i.test(name)) return value.toLocaleString("en");
  const [unit, size] = value % GIB === 0 ? ["GiB", GIB] : value % MIB === 0 ? ["MiB", MIB] : ["KiB", KIB];
  return value < KIB ? `${value} bytes` : `${value / Number(size)} ${unit}`;
}
