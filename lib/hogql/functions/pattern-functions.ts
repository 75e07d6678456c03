import { remember } from "../../base/recent.ts";
import { compileRegex } from "../../events/filters/index.ts";
import { arrayOf, STRING, UINT64, UINT8 } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";
import { letters, toParts } from "./long-text.ts";
import { compilePattern } from "./regex.ts";

/** A statement has few patterns, and a column of patterns must not fill the memory. */
const MAX_PATTERNS = 100;

const tested = remember(MAX_PATTERNS, (pattern) => {
  const test = compileRegex(pattern);
  if (test === null) throw new Error(`"${pattern.slice(0, 100)}" is no regular expression that RE2 can read.`);
  return test;
});
const compiled = remember(MAX_PATTERNS, compilePattern);

const likeTests = remember(MAX_PATTERNS, (pattern) => toLike(pattern, ""));
const ilikeTests = remember(MAX_PATTERNS, (pattern) => toLike(pattern, "(?i)"));

/** LIKE by RE2, whose time grows with the text alone: JavaScript tries every way to spread a text over several `%`. */
function toLike(pattern: string, flags: string): (text: string) => boolean {
  const source = pattern.replaceAll(/\\([%_\\])|[\s\S]/gu, (sign: string, escaped: string | undefined) => {
    if (escaped !== undefined) return toLiteral(escaped);
    if (sign === "%") return ".*";
    return sign === "_" ? "." : toLiteral(sign);
  });
  const test = compileRegex(`${flags}^${source}\\z`);
  if (test === null) throw new Error(`The pattern of LIKE is too long: "${pattern.slice(0, 100)}".`);
  return test;
}

function toLiteral(sign: string): string {
  return sign.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** LIKE, or ILIKE when `ignoresCase` is 1; as 0 or 1. */
export function likeTest(text: string, pattern: string, ignoresCase: number): number {
  return Number((ignoresCase === 0 ? likeTests : ilikeTests)(pattern)(text));
}

const match = (text: string, pattern: string) => Number(tested(pattern)(text));

function readList(list: string): string[] {
  return (JSON.parse(list) as unknown[]).map(String);
}

const VERTICAL: ScalarFunction = {
  takes: "s s",
  gives: arrayOf(arrayOf(STRING)),
  run: (text: string, pattern: string) => JSON.stringify([...compiled(pattern).groups(text)]),
};

export const PATTERN_FUNCTIONS: ScalarFunctions = {
  match: { takes: "s s", gives: UINT8, run: match },
  like: { takes: "s s", gives: UINT8, run: (text: string, pattern: string) => likeTest(text, pattern, 0) },
  ilike: { takes: "s s", gives: UINT8, run: (text: string, pattern: string) => likeTest(text, pattern, 1) },
  notLike: { takes: "s s", gives: UINT8, run: (text: string, pattern: string) => 1 - likeTest(text, pattern, 0) },
  notILike: { takes: "s s", gives: UINT8, run: (text: string, pattern: string) => 1 - likeTest(text, pattern, 1) },
  extract: { takes: "s s", gives: STRING, run: (text: string, pattern: string) => compiled(pattern).first(text) ?? "" },
  extractAll: {
    takes: "s s",
    gives: arrayOf(STRING),
    run: (text: string, pattern: string) => JSON.stringify(compiled(pattern).all(text)),
  },
  countMatches: {
    takes: "s s",
    gives: UINT64,
    run: (text: string, pattern: string) => compiled(pattern).count(text),
  },
  regexpExtract: {
    takes: "s s n?",
    gives: STRING,
    run: (text: string, pattern: string, group = 1) => compiled(pattern).group(text, Math.trunc(group)) ?? "",
  },
  replaceRegexpOne: {
    takes: "s s s",
    gives: STRING,
    run: (text: string, pattern: string, by: string) => compiled(pattern).replace(text, by, false),
  },
  replaceRegexpAll: {
    takes: "s s s",
    gives: STRING,
    run: (text: string, pattern: string, by: string) => compiled(pattern).replace(text, by, true),
  },
  splitByRegexp: {
    takes: "s s n?",
    gives: arrayOf(STRING),
    run: (pattern: string, text: string, most?: number) =>
      toParts(pattern === "" ? letters(text) : compiled(pattern).split(text), most),
  },
  countMatchesCaseInsensitive: {
    takes: "s s",
    gives: UINT64,
    run: (text: string, pattern: string) => compiled(`(?i)${pattern}`).count(text),
  },
  /** The groups of the first match … */
  extractGroups: {
    takes: "s s",
    gives: arrayOf(STRING),
    run: (text: string, pattern: string) => JSON.stringify(compiled(pattern).groups(text).next().value ?? []),
  },
  /** … of all matches, a list for each … */
  extractAllGroups: VERTICAL,
  extractAllGroupsVertical: VERTICAL,
  /** … and a list for each group. */
  extractAllGroupsHorizontal: {
    takes: "s s",
    gives: arrayOf(arrayOf(STRING)),
    run: (text: string, pattern: string) => {
      const matches = [...compiled(pattern).groups(text)];
      return JSON.stringify(
        Array.from({ length: compiled(pattern).countGroups() }, (_, index) => matches.map((groups) => groups[index])),
      );
    },
  },
  multiMatchAnyIndex: {
    takes: "s a",
    gives: UINT64,
    run: (text: string, patterns: string) => readList(patterns).findIndex((pattern) => match(text, pattern) === 1) + 1,
  },
  multiMatchAllIndices: {
    takes: "s a",
    gives: arrayOf(UINT64),
    run: (text: string, patterns: string) =>
      JSON.stringify(readList(patterns).flatMap((pattern, index) => (match(text, pattern) === 1 ? [index + 1] : []))),
  },
  multiMatchAny: {
    takes: "s a",
    gives: UINT8,
    run: (text: string, patterns: string) => Number(readList(patterns).some((pattern) => match(text, pattern) === 1)),
  },
};

/** A function that the compiler calls for patterns that SQLite's own operators do not know. */
export const PATTERN_PRIMITIVES: ScalarFunctions = {
  likePattern: { takes: "s s n", gives: UINT8, run: likeTest },
};
