import type { Random } from "../../fixtures/random.ts";

// Expressions of HogQL that ClickHouse takes as they are, by the type of their value. Texts have ASCII letters alone: functions of hoglet count
// characters, where some of ClickHouse's count bytes.

type Make = (random: Random, depth: number) => string;

function of(atoms: readonly string[], forms: readonly Make[]): Make {
  return (random, depth) => (depth <= 0 ? random.pick(atoms) : random.pick(forms)(random, depth - 1));
}

const call =
  (name: string, ...args: (Make | string)[]): Make =>
  (random, depth) =>
    `${name}(${args.map((arg) => (typeof arg === "string" ? arg : arg(random, depth))).join(", ")})`;

const between =
  (operator: string, left: Make, right: Make | string): Make =>
  (random, depth) =>
    `(${left(random, depth)} ${operator} ${typeof right === "string" ? right : right(random, depth)})`;

const text: Make = (random, depth) => textOf(random, depth);
const whole: Make = (random, depth) => wholeOf(random, depth);
const condition: Make = (random, depth) => conditionOf(random, depth);
const perhaps: Make = (random, depth) =>
  random.pick([text, call("nullIf", text, "''"), call("nullIf", text, text)])(random, depth);

const list: Make = (random, depth) => listOf(random, depth);
const texts: Make = (random, depth) => textsOf(random, depth);
const map: Make = (random, depth) => mapOf(random, depth);
const day: Make = (random, depth) => dayOf(random, depth);
/** A number whose type has 64 bits, as hoglet keeps it. */
const wide: Make = (random, depth) => `toInt64(${wholeOf(random, depth)})`;

const PATTERNS = ["'[a-z]+'", "'([A-Z])([a-z]*)'", String.raw`'(\\d)'`];
const pattern: Make = (random) => random.pick(PATTERNS);
const grouped: Make = (random) => random.pick(PATTERNS.slice(1));
const mode: Make = (random) => String(random.integer(0, 9));
const small: Make = (random) => String(random.integer(0, 7));
const URLS = ["'https://www.a.example.co.uk/p/q?x=1&y=2#z'", "'http://b.com/'", "'http://b.com?q'", "'/a/b'"];
const url: Make = (random) => random.pick(URLS);
const parts = "['a', 'b', 'l', 'AB', '1']";

const dayOf = of(
  ["'2024-02-29'", "'2023-12-31'", "'2021-01-01'", "'2027-01-03'"].map((date) => `toDate(${date})`),
  [
    call("addDays", day, small),
    call("subtractMonths", day, small),
    call("toStartOfMonth", day),
    call("toMonday", day),
    call("toLastDayOfWeek", day, "1"),
    call("toLastDayOfMonth", day),
  ],
);

const mapOf = of(
  ["map('a', 1, 'b', 2)", "map('b', 5)", "map('abc', 3, 'x', 0)"],
  [
    call("mapUpdate", "map('a', 1, 'b', 2)", "map('b', 5)"),
    call("mapAdd", map, map),
    call("mapFilter", "(k, v) -> v > 1", map),
    call("mapExtractKeyLike", map, "'a%'"),
  ],
);

const listOf = of(
  ["[1, 2, 3]", "[5]", "[3, 1, 2, 3]", "[0, 7]"].map((items) => `CAST(${items} AS Array(Int64))`),
  [
    call("arraySort", list),
    call("arrayReverse", list),
    call("arrayRotateLeft", list, small),
    call("arrayRotateRight", list, small),
    call("arrayConcat", list, list),
    call("arrayMap", "x -> x + 1", list),
    call("arrayFilter", "x -> x > 1", list),
    call("arrayFill", "x -> x > 1", list),
    call("arrayReverseFill", "x -> x > 1", list),
    call("arrayCumSumNonNegative", list),
    call("arrayDistinct", list),
  ],
);

const textsOf = of(
  [parts, "['x']"],
  [
    call("splitByNonAlpha", text),
    call("splitByWhitespace", text, small),
    call("alphaTokens", text),
    call("tokens", text),
    call("ngrams", text, "2"),
    call("extractAll", text, pattern),
    call("extractGroups", text, grouped),
    call("URLHierarchy", url),
    call("URLPathHierarchy", url),
    call("arrayRotateLeft", texts, small),
    call("mapKeys", "map('a', 1, 'b', 2)"),
  ],
);

const textOf = of(
  ["'Hello'", "'a,b,c'", "''", String.raw`'it\'s'`, "'12'", "'ABC abc'", "'x=1'"],
  [
    call("lower", text),
    call("upper", text),
    call("concat", text, text),
    call("substring", text, "2", "3"),
    call("if", condition, text, text),
    call("coalesce", perhaps, text),
    call("replaceAll", text, "'a'", text),
    call("trim", text),
    call("toString", whole),
    call("arrayElement", call("splitByChar", "','", text), "1"),
    call("multiIf", condition, text, condition, text, "'z'"),
    call("leftPad", text, "5", "'*'"),
    call("reverseUTF8", text),
    call("translate", text, "'abc'", "'xy'"),
    call("regexpQuoteMeta", text),
    call("arrayStringConcat", texts, "'-'"),
    call("hex", text),
    call("base58Encode", text),
    call("encodeXMLComponent", text),
    call("encodeURLFormComponent", text),
    call("formatReadableTimeDelta", call("abs", whole)),
    call("formatReadableDecimalSize", call("abs", whole)),
    call("arrayFold", "(made, x) -> concat(made, x)", texts, "''"),
    call("toString", day),
    call("cutToFirstSignificantSubdomainWithWWW", url),
    call("upper", text),
  ],
);

const wholeOf = of(
  ["0", "1", "7", "-3", "100", "12"],
  [
    ...["+", "-", "*"].map((operator) => between(operator, whole, whole)),
    ...["length", "lengthUTF8"].map((name) => call(name, text)),
    ...["abs", "sign"].map((name) => call(name, whole)),
    ...["greatest", "least"].map((name) => call(name, whole, whole)),
    call("if", condition, whole, whole),
    call("position", text, "'b'"),
    call("intDiv", whole, "3"),
    between("%", whole, "5"),
    ...["", "CaseInsensitive", "UTF8"].map((suffix) => call(`position${suffix}`, text, "'b'", small)),
    call("locate", "'l'", text),
    ...["", "CaseInsensitive"].flatMap((suffix) => [
      call(`multiSearchFirstPosition${suffix}`, text, parts),
      call(`multiSearchFirstIndex${suffix}`, text, parts),
      call(`countSubstrings${suffix}`, text, "'a'"),
    ]),
    call("countMatches", text, pattern),
    call("arraySum", call("arrayEnumerateUniq", list)),
    call("arraySum", call("arrayEnumerateDense", texts)),
    call("arrayFold", "(made, x) -> made + x", list, "toInt64(0)"),
    ...["max", "sum", "min"].map((name) => call("arrayReduce", `'${name}'`, list)),
    call("length", call("arraySplit", "x -> x > 1", list)),
    call("length", call("arrayReverseSplit", "x -> x = 3", list)),
    call("arraySum", call("mapValues", map)),
    call("toWeek", day, mode),
    call("toYearWeek", day, mode),
    call("toModifiedJulianDay", call("toString", day)),
    call("bitNot", wide),
    call("bitCount", wide),
    call("bitTest", wide, small),
    call("bitRotateLeft", wide, small),
    call("bitHammingDistance", wide, wide),
    call("roundAge", whole),
    call("intExp2", small),
    call("factorial", small),
    call("width_bucket", whole, "0", "20", "4"),
    call("tupleElement", call("tuplePlus", "(1, 2)", "(3, 4)"), "2"),
  ],
);

const number: Make = (random, depth) =>
  random.pick([
    between("/", whole, "4"),
    call("round", between("/", whole, "3"), "2"),
    call("sqrt", call("abs", whole)),
    call("floor", between("/", whole, "2")),
    call("erf", between("/", whole, "100")),
    call("lgamma", call("greatest", call("abs", whole), "1")),
    call("hypot", whole, whole),
    call("roundDown", whole, "[1, 5, 10]"),
    call("L2Distance", "[1, 2]", "[5, 0]"),
    call("arrayReduce", "'avg'", list),
    call("arrayReduce", "'quantileExact(0.7)'", list),
  ])(random, depth);

const conditionOf = of(
  ["1 = 1", "1 = 2", "'a' < 'b'"],
  [
    ...["=", "<"].map((operator) => between(operator, text, text)),
    ...["and", "or"].map((operator) => between(operator, condition, condition)),
    between(">", whole, whole),
    between("in", text, "('12', 'Hello')"),
    between("like", text, "'%a%'"),
    between("ilike", text, "'%A%'"),
    between("between", whole, "0 and 5"),
    call("not", condition),
    call("startsWith", text, "'a'"),
    call("match", text, "'^[a-z]+'"),
    call("isNull", perhaps),
    call("empty", text),
    call("hasSubsequence", text, "'al'"),
    call("hasSubsequenceCaseInsensitive", text, "'AL'"),
    call("multiSearchAny", text, parts),
    call("hasToken", text, "'abc'"),
    call("hasTokenCaseInsensitive", text, "'hello'"),
    call("hasSubstr", list, "[3]"),
    call("has", texts, text),
    call("mapContainsKeyLike", map, "'a%'"),
    between("<", list, list),
  ],
);

/** A random expression of constants, a few levels deep. */
export function randomValue(random: Random): string {
  return random.pick([text, perhaps, whole, number, condition, list, texts, map, day])(random, random.integer(1, 3));
}
