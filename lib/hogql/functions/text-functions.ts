import { distance } from "fastest-levenshtein";
import { formatDecimalSize, formatQuantity, formatSize } from "./format-number.ts";
import { formatDuration } from "./format-duration.ts";
import { letters, requireShort } from "./long-text.ts";
import { HASH, STRING, UINT64, UINT8 } from "../compile/type.ts";
import { hashValues } from "./city-hash.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

function ofText(run: (text: string) => unknown, gives: ScalarFunction["gives"] = STRING): ScalarFunction {
  return { takes: "s", gives, run };
}

function asSql(takes: string, gives: ScalarFunction["gives"], sql: (...args: string[]) => string): ScalarFunction {
  return { takes, gives, sql };
}

function pad(text: string, count: number, filler: string, isLeft: boolean): string {
  requireShort(count);
  const own = letters(text);
  if (count <= own.length) return own.slice(0, Math.max(0, count)).join("");
  const fill = letters(filler === "" ? " " : filler);
  const missing = Array.from({ length: count - own.length }, (_, index) => fill[index % fill.length]).join("");
  return isLeft ? missing + text : text + missing;
}

const padding = (isLeft: boolean): ScalarFunction => ({
  takes: "s n s?",
  gives: STRING,
  run: (text: string, count: number, filler = " ") => pad(text, Math.trunc(count), filler, isLeft),
});

/** Characters of texts that are compared: comparing takes the product of both lengths. */
const MAX_COMPARED = 10_000;

const LEVENSHTEIN: ScalarFunction = {
  takes: "s s",
  gives: UINT64,
  run: (a: string, b: string) => {
    if (a.length > MAX_COMPARED || b.length > MAX_COMPARED)
      throw new Error(`Texts of more than ${MAX_COMPARED} characters cannot be compared.`);
    return distance(a, b);
  },
};

/** ClickHouse's widest bar, in characters. */
const MAX_BAR = 1000;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar whose whole width stands for the higher value. */
function bar(value: number, low: number, high: number, width: number): string {
  if (width < 1 || width > MAX_BAR) throw new Error(`A bar is 1 to ${MAX_BAR} characters wide.`);
  const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0;
  const eighths = Math.floor(share * width * 8);
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** Letters become those at the same place of another list; letters without a counterpart go. */
const TRANSLATE: ScalarFunction = {
  takes: "s s s",
  gives: STRING,
  run: (text: string, from: string, to: string) => {
    const [olds, news] = [letters(from), letters(to)];
    if (news.length > olds.length) throw new Error("The third text of translate cannot be longer than the second.");
    const known = new Map(olds.map((sign, index) => [sign, news[index] ?? ""]));
    return letters(text)
      .map((sign) => known.get(sign) ?? sign)
      .join("");
  },
};

const SUBSTRING = asSql("s n n?", STRING, (...args) => `substr(${args.join(", ")})`);
const REPLACE_ALL = asSql("s s s", STRING, (text, part, by) => `replace(${text}, ${part}, ${by})`);
const trimmed = (name: string) => asSql("s s?", STRING, (...args) => `${name}(${args.join(", ")})`);
// As in ClickHouse, for ASCII alone.
const LOWER = asSql("s", STRING, (text) => `lower(${text})`);
const UPPER = asSql("s", STRING, (text) => `upper(${text})`);
const CHARS = asSql("s", UINT64, (text) => `length(${text})`);

export const TEXT_FUNCTIONS: ScalarFunctions = {
  cityHash64: { takes: "x x*", gives: HASH, run: hashValues },
  levenshteinDistance: LEVENSHTEIN,
  editDistance: LEVENSHTEIN,
  formatReadableSize: { takes: "n", gives: STRING, run: formatSize },
  formatReadableDecimalSize: { takes: "n", gives: STRING, run: formatDecimalSize },
  formatReadableQuantity: { takes: "n", gives: STRING, run: formatQuantity },
  /** The largest and the smallest unit may be named. */
  formatReadableTimeDelta: { takes: "n s? s?", gives: STRING, run: formatDuration },
  bar: {
    takes: "n n n n?",
    gives: STRING,
    run: (value: number, low: number, high: number, width = 80) => bar(value, low, high, width),
  },
  lower: LOWER,
  lcase: LOWER,
  lowerUTF8: ofText((text) => text.toLowerCase()),
  upper: UPPER,
  ucase: UPPER,
  upperUTF8: ofText((text) => text.toUpperCase()),
  lengthUTF8: CHARS,
  char_length: CHARS,
  character_length: CHARS,
  trim: trimmed("trim"),
  trimBoth: trimmed("trim"),
  trimLeft: trimmed("ltrim"),
  trimRight: trimmed("rtrim"),
  ltrim: trimmed("ltrim"),
  rtrim: trimmed("rtrim"),
  substring: SUBSTRING,
  substr: SUBSTRING,
  mid: SUBSTRING,
  substringUTF8: SUBSTRING,
  left: asSql("s n", STRING, (text, count) => `substr(${text}, 1, ${count})`),
  right: asSql(
    "s n",
    STRING,
    (text, count) => `(CASE WHEN ${count} > 0 THEN substr(${text}, -(${count})) ELSE '' END)`,
  ),
  /** As in SQLite's function, NULL is the empty text. */
  concat: {
    takes: "s*",
    gives: STRING,
    takesNull: true,
    sql: (...texts) => (texts.length === 0 ? "''" : `concat(${texts.join(", ")})`),
  },
  concatWithSeparator: asSql("s s*", STRING, (separator, ...texts) => `concat_ws(${[separator, ...texts].join(", ")})`),
  replace: REPLACE_ALL,
  replaceAll: REPLACE_ALL,
  translate: TRANSLATE,
  translateUTF8: TRANSLATE,
  regexpQuoteMeta: ofText((text) =>
    text.replaceAll(/[\0\\|()^$.[\]?*+{:-]/g, (sign) => (sign === "\0" ? "\\0" : `\\${sign}`)),
  ),
  replaceOne: {
    takes: "s s s",
    gives: STRING,
    run: (text: string, part: string, by: string) => (part === "" ? text : text.replace(part, () => by)),
  },
  startsWith: { takes: "s s", gives: UINT8, run: (text: string, part: string) => Number(text.startsWith(part)) },
  endsWith: { takes: "s s", gives: UINT8, run: (text: string, part: string) => Number(text.endsWith(part)) },
  reverse: ofText((text) => letters(text).toReversed().join("")),
  reverseUTF8: ofText((text) => letters(text).toReversed().join("")),
  repeat: {
    takes: "s n",
    gives: STRING,
    run: (text: string, count: number) => {
      const times = Math.max(0, Math.trunc(count));
      requireShort(text.length * times);
      return text.repeat(times);
    },
  },
  space: {
    takes: "n",
    gives: STRING,
    run: (count: number) => {
      requireShort(count);
      return " ".repeat(Math.max(0, Math.trunc(count)));
    },
  },
  leftPad: padding(true),
  lpad: padding(true),
  rightPad: padding(false),
  rpad: padding(false),
  leftPadUTF8: padding(true),
  rightPadUTF8: padding(false),
  ascii: ofText((text) => Buffer.from(text)[0] ?? 0, UINT8),
  initcap: ofText((text) =>
    text.toLowerCase().replaceAll(/[\p{L}\p{N}]+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ),
  substringIndex: {
    takes: "s s n",
    gives: STRING,
    run: (text: string, separator: string, count: number) => {
      const parts = text.split(separator);
      return (count >= 0 ? parts.slice(0, count) : parts.slice(count)).join(separator);
    },
  },
  appendTrailingCharIfAbsent: {
    takes: "s s",
    gives: STRING,
    run: (text: string, sign: string) => (text === "" || text.endsWith(sign) ? text : text + sign),
  },
  format: {
    takes: "s s*",
    gives: STRING,
    run: (pattern: string, ...texts: string[]) => {
      let at = 0;
      return pattern.replaceAll(/\{(\d*)\}|\{\{|\}\}/g, (written: string, place: string | undefined) => {
        if (place === undefined) return written.charAt(0);
        const index = place === "" ? at++ : Number(place);
        return texts[index] ?? "";
      });
    },
  },
};
