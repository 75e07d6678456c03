import { createHash } from "node:crypto";
import { distance } from "fastest-levenshtein";
import { formatQuantity, formatSize } from "./format-number.ts";
import { arrayOf, HASH, nullable, STRING, UINT64, UINT8 } from "../compile/type.ts";
import { hashValues } from "./city-hash.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

/** Characters of a text that a function makes. A higher limit costs the query's memory. */
const MAX_CHARS = 10_000_000;

function ofText(run: (text: string) => unknown, gives: ScalarFunction["gives"] = STRING): ScalarFunction {
  return { takes: "s", gives, run };
}

function asSql(takes: string, gives: ScalarFunction["gives"], sql: (...args: string[]) => string): ScalarFunction {
  return { takes, gives, sql };
}

function requireShort(chars: number): void {
  if (chars > MAX_CHARS) throw new Error(`A text of more than ${MAX_CHARS} characters cannot be made.`);
}

/** Characters, not halves of pairs. */
const letters = (text: string) => Array.from(text);

/** The bytes of a text, or of a number as ClickHouse keeps it, without zeros before it. */
function toHex(value: string | number | bigint | Uint8Array): string {
  if (typeof value === "string" || value instanceof Uint8Array) return Buffer.from(value).toString("hex").toUpperCase();
  if (typeof value === "number" && !Number.isInteger(value)) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return bytes.toString("hex").toUpperCase();
  }
  if (value < 0) throw new Error("The width of a number below 0 is not known: hex takes a text, or a number from 0.");
  const digits = value.toString(16).toUpperCase();
  return digits.length % 2 === 0 ? digits : `0${digits}`;
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

function position(text: string, part: string, start = 1): number {
  const from = Math.max(0, Math.trunc(start) - 1);
  return text.indexOf(part, from) + 1;
}

const positioned = (fold: (text: string) => string): ScalarFunction => ({
  takes: "s s n?",
  gives: UINT64,
  run: (text: string, part: string, start?: number) => position(fold(text), fold(part), start),
});

const SUBSTRING = asSql("s n n?", STRING, (...args) => `substr(${args.join(", ")})`);
const REPLACE_ALL = asSql("s s s", STRING, (text, part, by) => `replace(${text}, ${part}, ${by})`);
const trimmed = (name: string) => asSql("s s?", STRING, (...args) => `${name}(${args.join(", ")})`);
const LOWER = ofText((text) => text.toLowerCase());
const UPPER = ofText((text) => text.toUpperCase());
const CHARS = asSql("s", UINT64, (text) => `length(${text})`);

export const TEXT_FUNCTIONS: ScalarFunctions = {
  // The bytes, as ClickHouse: `hex` shows them.
  MD5: ofText((text) => createHash("md5").update(text).digest()),
  SHA1: ofText((text) => createHash("sha1").update(text).digest()),
  SHA256: ofText((text) => createHash("sha256").update(text).digest()),
  cityHash64: { takes: "x x*", gives: HASH, run: hashValues },
  levenshteinDistance: LEVENSHTEIN,
  editDistance: LEVENSHTEIN,
  formatReadableSize: { takes: "n", gives: STRING, run: formatSize },
  formatReadableQuantity: { takes: "n", gives: STRING, run: formatQuantity },
  lower: LOWER,
  lcase: LOWER,
  lowerUTF8: LOWER,
  upper: UPPER,
  ucase: UPPER,
  upperUTF8: UPPER,
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
  /** NULL is the empty text, as in SQLite's own function. */
  concat: {
    takes: "s*",
    gives: STRING,
    takesNull: true,
    sql: (...texts) => (texts.length === 0 ? "''" : `concat(${texts.join(", ")})`),
  },
  concatWithSeparator: asSql("s s*", STRING, (separator, ...texts) => `concat_ws(${[separator, ...texts].join(", ")})`),
  replace: REPLACE_ALL,
  replaceAll: REPLACE_ALL,
  replaceOne: {
    takes: "s s s",
    gives: STRING,
    run: (text: string, part: string, by: string) => (part === "" ? text : text.replace(part, () => by)),
  },
  position: positioned((text) => text),
  positionUTF8: positioned((text) => text),
  positionCaseInsensitive: positioned((text) => text.toLowerCase()),
  positionCaseInsensitiveUTF8: positioned((text) => text.toLowerCase()),
  startsWith: { takes: "s s", gives: UINT8, run: (text: string, part: string) => Number(text.startsWith(part)) },
  endsWith: { takes: "s s", gives: UINT8, run: (text: string, part: string) => Number(text.endsWith(part)) },
  countSubstrings: {
    takes: "s s",
    gives: UINT64,
    run: (text: string, part: string) => (part === "" ? 0 : text.split(part).length - 1),
  },
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
  hex: { takes: "x", gives: STRING, run: toHex },
  base64Encode: ofText((text) => Buffer.from(text).toString("base64")),
  base64Decode: ofText((text) => Buffer.from(text, "base64").toString()),
  tryBase64Decode: ofText((text) => (/^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, "base64").toString() : "")),
  splitByChar: {
    takes: "s s n?",
    gives: arrayOf(STRING),
    run: (separator: string, text: string, most?: number) => toParts(text.split(separator), most),
  },
  splitByString: {
    takes: "s s n?",
    gives: arrayOf(STRING),
    run: (separator: string, text: string, most?: number) =>
      toParts(separator === "" ? letters(text) : text.split(separator), most),
  },
  splitByWhitespace: {
    takes: "s",
    gives: arrayOf(STRING),
    run: (text: string) => toParts(text.split(/\s+/).filter(Boolean)),
  },
  alphaTokens: { takes: "s", gives: arrayOf(STRING), run: (text: string) => toParts(text.match(/[A-Za-z]+/g) ?? []) },
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
  toUUID: { takes: "s", gives: nullable(STRING), run: (text: string) => text.toLowerCase() },
  toValidUTF8: ofText((text) => text),
  hasToken: {
    takes: "s s",
    gives: UINT8,
    run: (text: string, token: string) => Number(text.split(/[^A-Za-z0-9\u0080-\uffff]+/).includes(token)),
  },
};

function toParts(parts: readonly string[], most?: number): string {
  return JSON.stringify(most === undefined || most <= 0 ? parts : parts.slice(0, most));
}
