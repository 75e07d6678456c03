import { arrayOf, nullable, UINT64, UINT8 } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

type Fold = (text: string) => string;

/** Without UTF8 in its name, a function of ClickHouse folds ASCII alone. */
const lowerAscii: Fold = (text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

const FOLDS: Readonly<Record<string, Fold>> = {
  "": (text) => text,
  UTF8: (text) => text,
  CaseInsensitive: lowerAscii,
  CaseInsensitiveUTF8: (text) => text.toLowerCase(),
};

/** A search with each way to compare letters: `position`, `positionUTF8`, `positionCaseInsensitive`, `positionCaseInsensitiveUTF8`. */
function family(name: string, search: (fold: Fold) => ScalarFunction): ScalarFunctions {
  return Object.fromEntries(Object.entries(FOLDS).map(([suffix, fold]) => [name + suffix, search(fold)]));
}

/** Characters before a place, where a pair of code units is one. */
function charsBefore(text: string, end: number): number {
  let chars = 0;
  for (let at = 0; at < end; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) chars += 1;
  return chars;
}

/** The code units of some characters. */
function unitsOf(text: string, chars: number): number {
  let at = 0;
  for (let count = 0; count < chars && at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** The place of a part, from 1 and in characters; 0 = it is not there. */
function placeOf(text: string, part: string, start = 1): number {
  const chars = Math.max(0, Math.trunc(start) - 1);
  const from = unitsOf(text, chars);
  const at = chars > 0 && from >= text.length ? -1 : text.indexOf(part, from);
  return at < 0 ? 0 : charsBefore(text, at) + 1;
}

const position = (fold: Fold): ScalarFunction => ({
  takes: "s s n?",
  gives: UINT64,
  run: (text: string, part: string, start?: number) => placeOf(fold(text), fold(part), start),
});

/** A search for each text of a list. */
function searchAll(gives: ScalarFunction["gives"], result: (places: number[]) => unknown) {
  return (fold: Fold): ScalarFunction => ({
    takes: "s a",
    gives,
    run: (text: string, list: string) => {
      const folded = fold(text);
      return result((JSON.parse(list) as unknown[]).map((part) => placeOf(folded, fold(String(part)))));
    },
  });
}

/** Does the text have the letters in this order, maybe with others between? */
function hasSubsequence(text: string, letters: string): boolean {
  let at = 0;
  for (let place = 0; place < text.length && at < letters.length; place++) if (text[place] === letters[at]) at += 1;
  return at === letters.length;
}

/** Words are letters and digits; beyond ASCII all are letters. */
const SEPARATORS = /[^A-Za-z0-9\u0080-\uffff]+/;

/** @param otherwise for a word with separators; absent = it is refused */
const hasToken = (fold: Fold, otherwise?: null): ScalarFunction => ({
  takes: "s s",
  gives: otherwise === null ? nullable(UINT8) : UINT8,
  run: (text: string, word: string) => {
    if (word === "") return 0;
    if (!SEPARATORS.test(word)) return Number(fold(text).split(SEPARATORS).includes(fold(word)));
    if (otherwise === null) return null;
    throw new Error(
      `hasToken looks for one word, and "${word.slice(0, 100)}" has separators; hasTokenOrNull gives NULL.`,
    );
  },
});

export const SEARCH_FUNCTIONS: ScalarFunctions = {
  ...family("position", position),
  /** MySQL's: the part comes first. */
  locate: {
    takes: "s s n?",
    gives: UINT64,
    run: (part: string, text: string, start?: number) => placeOf(text, part, start),
  },
  ...family(
    "multiSearchAny",
    searchAll(UINT8, (places) => Number(places.some((place) => place > 0))),
  ),
  ...family(
    "multiSearchAllPositions",
    searchAll(arrayOf(UINT64), (places) => JSON.stringify(places)),
  ),
  ...family(
    "multiSearchFirstPosition",
    searchAll(UINT64, (places) =>
      places.reduce((least, at) => (at > 0 && (least === 0 || at < least) ? at : least), 0),
    ),
  ),
  ...family(
    "multiSearchFirstIndex",
    searchAll(UINT64, (places) => places.findIndex((place) => place > 0) + 1),
  ),
  ...family("countSubstrings", (fold) => ({
    takes: "s s n?",
    gives: UINT64,
    run: (text: string, part: string, start = 1) => {
      if (part === "") return 0;
      return fold(text.slice(unitsOf(text, Math.trunc(start) - 1))).split(fold(part)).length - 1;
    },
  })),
  ...family("hasSubsequence", (fold) => ({
    takes: "s s",
    gives: UINT8,
    run: (text: string, letters: string) => Number(hasSubsequence(fold(text), fold(letters))),
  })),
  hasToken: hasToken((text) => text),
  hasTokenOrNull: hasToken((text) => text, null),
  hasTokenCaseInsensitive: hasToken(lowerAscii),
  hasTokenCaseInsensitiveOrNull: hasToken(lowerAscii, null),
};
