import { hasFunction } from "../../lib/hogql/compile/compile-call.ts";
import { POSTHOG_FUNCTIONS } from "./posthog-functions.ts";

const HEAD = `# Functions of HogQL

\`npm run docs\` writes this page from the functions of the code and the list of PostHog's in \`build/docs/posthog-functions.ts\`. Names are read
without letter case and low lines. Every aggregate takes \`-If\`.`;

/** Why functions are absent; the first that fits counts. */
const REASONS: [name: RegExp, reason: string][] = [
  [/^(?:h3|geoToH3|stringToH3)/, "they need the tables of H3, a library of a megabyte"],
  [/^(?:geo|great|pointIn)/, "events of hoglet have countries and cities, and no polygons"],
  [/^(?:bitmap|subBitmap|groupBitmap)/, "bitmaps are a type that no table has"],
  [/^(?:L1|L2|Linf|Lp|cosineDistance|dotProduct|tuple[A-Z])/, "vectors: no table has any"],
  [/^(?:multiFuzzy|ngram|tokens$|hasA)/, "they need indexes or libraries of ClickHouse"],
  [/^(?:tumble|hop|nowInBlock|rowNumberIn)/, "they are about streams and blocks of ClickHouse"],
  [/^reinterpretAs/, "they are about bytes of ClickHouse's columns"],
  [
    /^(?:multiply|divide)Decimal$|^(?:e?rfc?|erf|lgamma|tgamma|width_bucket|roundToExp2|round(?:Duration|Age|Down))$/,
    "their digits are those of the library of mathematics of ClickHouse",
  ],
  [
    /^(?:convertCharset|isValidUTF8|.*[bB]ase58.*|.*XML.*|extractTextFromHTML|languageCodeToName|bar|extractIPv4Substrings)$/,
    "texts of hoglet are valid Unicode, and no markup",
  ],
  [
    /^(?:medianExact.|medianTiming.|medianDet|medianTDigest.|medianBF|uniqMap|(?:sum|min|max|avg)Map|skew|kurt|simpleLinear|contingency|cramers|theils|maxInter|deltaSum|groupArray[A-Z]|groupBit|groupUniqArrayArray|sumWith)/,
    "statistics and states of ClickHouse, for which `quantile`, `uniq`, `groupArray` and windows stand",
  ],
  [
    /^(?:map[A-Z]|untuple|array(?:Reduce|AUC|Fill|Fold|Split|Reverse[FS]|Rotate|Enumerate|WithConst|CumSumNon)|hasSubstr|generateSeries)/,
    "lists and maps: `arrayMap`, `arrayFilter`, `mapKeys` and `mapValues` say the same",
  ],
  [/^bit/, "bits: `bitAnd`, `bitOr`, `bitXor` and shifts say the same"],
  [
    /^(?:multi|locate|extract.*Groups|has|count.*CaseInsensitive)/,
    "`match`, `extractAll`, `position`, `multiSearchAny` and `lower` say the same",
  ],
  [
    /^(?:lookup|get|is[LV]|embed|convertCurrency|unique[S]|sparkline|recording|explain|matchesAction|indexHint)/,
    "data or pages of PostHog's service",
  ],
];

const REST = "not written yet";

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
    (name) => REASONS.find(([pattern]) => pattern.test(name))?.[1] ?? REST,
  );
  for (const [reason, missing] of absent) parts.push(`Absent (${reason}): ${list(missing)}.`);
  return parts.join("\n\n");
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
