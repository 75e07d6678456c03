import { hasFunction } from "../../lib/hogql/compile/compile-call.ts";
import { POSTHOG_FUNCTIONS } from "./posthog-functions.ts";

const HEAD = `# Functions of HogQL

\`npm run docs\` writes this page from the functions of the code and the list of PostHog's in \`build/docs/posthog-functions.ts\`. Names are read
without letter case and low lines. Every aggregate takes \`-If\`, \`-Distinct\`, \`-OrNull\`, \`-OrDefault\`, \`-Array\`, \`-ForEach\`, \`-Map\`, \`-ArgMin\` and
\`-ArgMax\`; \`-State\` and \`-Merge\` keep ClickHouse's own states, which hoglet has none of.`;

/** Why functions are absent; the first that fits counts. */
const REASONS: [name: RegExp, reason: string][] = [
  [/^(?:h3|geoToH3|stringToH3)/, "they need the tables of H3, a library of a megabyte"],
  [/^(?:geoDistance|greatCircle)/, "ClickHouse takes them from tables of rounded cosines"],
  [/^(?:bitmap|subBitmap|groupBitmap)/, "bitmaps are a type that no table has; lists of values say the same"],
  [/^(?:multiFuzzy|ngram|hasA)/, "they need indexes or libraries of ClickHouse"],
  [/^(?:tumble|hop|nowInBlock|rowNumberIn)/, "they are about streams and blocks of ClickHouse"],
  [/^(?:reinterpretAs|bitSlice|convertCharset)/, "they are about bytes, and texts here are Unicode"],
  [/^(?:multiply|divide)Decimal$/, "decimals are floats here"],
  [/^extractTextFromHTML$/, "properties have no markup"],
  [
    /^(?:JSONExtractKey|generateSeries|extractIPv4Substrings|languageCodeToName)$/,
    "ClickHouse 26.7 does not know the names either",
  ],
  [/^make_interval$/, "an interval has one unit; add several"],
  [/^untuple$/, "a column stays one column; `tupleElement` and `t.1` name its parts"],
  [
    /^(?:lookup|get|is[LV]|embed|convertCurrency|unique[S]|sparkline|recording|explain|matchesAction|indexHint)/,
    "data or pages of PostHog's service",
  ],
];

/** The page that compares PostHog's functions with those of hoglet. */
export function sqlFunctionsPage(): string {
  const areas = Object.entries(POSTHOG_FUNCTIONS).map(([area, text]) => ({ area, names: text.split(/\s+/) }));
  const all = areas.flatMap(({ names }) => names);
  const sum = `hoglet has ${all.filter(hasFunction).length} of PostHog's ${all.length} functions, without their combinators.`;
  return `${[HEAD, sum, ...areas.map(toSection)].join("\n\n")}\n`;
}

function toSection({ area, names }: { area: string; names: readonly string[] }): string {
  const present = names.filter(hasFunction);
  const parts = [`## ${area}`];
  if (present.length > 0) parts.push(`There: ${list(present)}.`);
  const absent = Map.groupBy(
    names.filter((name) => !hasFunction(name)),
    (name) => REASONS.find(([pattern]) => pattern.test(name))?.[1] ?? fail(name),
  );
  for (const [reason, missing] of absent) parts.push(`Absent (${reason}): ${list(missing)}.`);
  return parts.join("\n\n");
}

function fail(name: string): never {
  throw new Error(`build/docs/sql-functions.ts has no reason why ${name} is absent.`);
}

/** Beginnings of names of which the page says how many there are, since it comes with the package. */
const STEMS = ["h3", "reinterpretAs", "bitmap", "multiFuzzyMatch", "ngram", "getBot", "lookup"];

const stemOf = (name: string) => STEMS.find((stem) => name.startsWith(stem)) ?? name;

function list(names: readonly string[]): string {
  const parts = Array.from(Map.groupBy(names, stemOf), ([stem, all]) =>
    all.length > 1 ? `\`${stem}…\` (${all.length})` : `\`${all[0]}\``,
  );
  return parts.join(", ");
}
