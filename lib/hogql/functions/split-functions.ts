import { arrayOf, INT64, nullable, STRING } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";
import { letters, requireShort, toParts } from "./long-text.ts";

function words(find: (text: string) => readonly string[]): ScalarFunction {
  return {
    takes: "s n?",
    gives: arrayOf(STRING),
    run: (text: string, most?: number) => toParts(find(text).filter(Boolean), most),
  };
}

/** The parts between a separator, which comes first. */
function parts(split: (text: string, separator: string) => readonly string[]): ScalarFunction {
  return {
    takes: "s s n?",
    gives: arrayOf(STRING),
    run: (separator: string, text: string, most?: number) => toParts(split(text, separator), most),
  };
}

const splitByString = (text: string, separator: string) => (separator === "" ? letters(text) : text.split(separator));

/** Three numbers without leading zeros, as flags read versions. */
const VERSION = /^\s*v?((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))(?:[-+]\S*)?\s*$/;

export const SPLIT_FUNCTIONS: ScalarFunctions = {
  splitByChar: parts((text, separator) => text.split(separator)),
  splitByString: parts(splitByString),
  splitByWhitespace: words((text) => text.split(/\s+/)),
  splitByNonAlpha: words((text) => text.split(/[\s!-/:-@[-`{-~]+/)),
  alphaTokens: words((text) => text.match(/[A-Za-z]+/g) ?? []),
  tokens: words((text) => text.split(/[^A-Za-z0-9\u0080-\uffff]+/)),
  /** All runs of so many characters. */
  ngrams: {
    takes: "s n",
    gives: arrayOf(STRING),
    run: (text: string, size: number) => {
      const all = letters(text);
      if (size < 1) throw new Error("The parts of ngrams have at least one character.");
      requireShort(all.length * Math.min(size, all.length));
      return JSON.stringify(
        Array.from({ length: Math.max(0, all.length - size + 1) }, (_, at) => all.slice(at, at + size).join("")),
      );
    },
  },
  /** PostHog's: numbers that sort and compare as versions do; a list with NULL for another text. */
  sortableSemVer: {
    takes: "s",
    gives: arrayOf(nullable(INT64)),
    run: (text: string) => JSON.stringify(VERSION.exec(text)?.[1]?.split(".").map(Number) ?? [null]),
  },
  /** Postgres's: a part by its place, from 1, or from the end when negative. */
  split_part: {
    takes: "s s n",
    gives: STRING,
    run: (text: string, separator: string, place: number) =>
      place === 0 ? "" : (splitByString(text, separator).at(place > 0 ? place - 1 : place) ?? ""),
  },
};
