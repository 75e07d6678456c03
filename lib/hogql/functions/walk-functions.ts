import { ANY, arrayOf, FLOAT64, nullable, UINT32, UINT8 } from "../compile/type.ts";
import type { Value } from "../compile/value.ts";
import { keyOf, readArray, requireFew, writeArray } from "./array-functions.ts";
import type { Member } from "./array-functions.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

// Walks over an array.

const same = ([array]: readonly Value[]) => array?.type ?? arrayOf(ANY);

function rotated(direction: 1 | -1): ScalarFunction {
  return {
    takes: "a n",
    gives: same,
    run: (text: string, count: number) => {
      const members = readArray(text);
      const { length } = members;
      const at = length === 0 ? 0 : (((direction * Math.trunc(count)) % length) + length) % length;
      return writeArray([...members.slice(at), ...members.slice(0, at)]);
    },
  };
}

/** Numbers occurrences of a value, or values, by their first one. */
function enumerated(isOccurrence: boolean): ScalarFunction {
  return {
    takes: "a a*",
    gives: arrayOf(UINT32),
    run: (...texts: string[]) => {
      const arrays = texts.map(readArray);
      const known = new Map<string, number>();
      return writeArray(
        (arrays[0] ?? []).map((_, index) => {
          const key = keyOf(arrays.map((array) => array[index] ?? null));
          const next = isOccurrence ? (known.get(key) ?? 0) + 1 : (known.get(key) ?? known.size + 1);
          known.set(key, next);
          return next;
        }),
      );
    },
  };
}

export const WALK_FUNCTIONS: ScalarFunctions = {
  arrayRotateLeft: rotated(1),
  arrayRotateRight: rotated(-1),
  arrayEnumerateUniq: enumerated(true),
  arrayEnumerateDense: enumerated(false),
  arrayWithConstant: {
    takes: "n x",
    gives: ([, value]) => arrayOf(value?.type ?? ANY),
    run: (count: number, value: Member) => {
      if (count < 0) throw new Error("The size of arrayWithConstant cannot be negative.");
      requireFew(count);
      return writeArray(Array.from({ length: Math.trunc(count) }, () => value));
    },
  },
  arrayCumSumNonNegative: {
    takes: "a",
    gives: same,
    run: (text: string) => {
      let total = 0;
      return writeArray(readArray(text).map((value) => (total = Math.max(0, total + Number(value ?? 0)))));
    },
  },
  /** Are the members of the second side by side in the first? */
  hasSubstr: {
    takes: "a a",
    gives: UINT8,
    run: (text: string, part: string) => {
      const [members, wanted] = [text, part].map((array) => readArray(array).map(keyOf)) as [string[], string[]];
      const starts = Array.from({ length: Math.max(0, members.length - wanted.length + 1) }, (_, index) => index);
      return Number(starts.some((start) => wanted.every((key, index) => members[start + index] === key)));
    },
  },
  /**
   * The area under the curve of scores and labels: the share of pairs whose scores are in the order of their labels.
   */
  arrayAUC: {
    takes: "a a",
    gives: nullable(FLOAT64),
    run: (scores: string, labels: string) => {
      const truths = readArray(labels).map((label) => Number(label) > 0);
      const sorted = readArray(scores)
        .map((score, index) => ({ score: Number(score), isTrue: truths[index] === true }))
        .toSorted((a, b) => a.score - b.score);
      let [pairs, below] = [0, 0];
      for (let from = 0; from < sorted.length;) {
        let to = from;
        while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
        const equal = sorted.slice(from, to);
        const trues = equal.filter(({ isTrue }) => isTrue).length;
        pairs += trues * (below + (equal.length - trues) / 2);
        below += equal.length - trues;
        from = to;
      }
      return pairs / (below * (sorted.length - below));
    },
  },
};

/** Functions that the compiler calls with a lambda's values. */
export const WALK_PRIMITIVES: ScalarFunctions = {
  /** Other members become the member before, or behind. */
  fill: {
    takes: "a a n",
    gives: ANY,
    run: (text: string, holds: string, isReverse: number) => {
      const [members, keeps] = [readArray(text), readArray(holds)];
      const places = members.map((_, index) => index);
      for (const place of isReverse === 1 ? places.toReversed() : places) {
        const before = members[place + (isReverse === 1 ? 1 : -1)];
        if (before !== undefined && !keeps[place]) members[place] = before;
      }
      return writeArray(members);
    },
  },
  /** Arrays that begin, or end, with such a member. */
  split: {
    takes: "a a n",
    gives: ANY,
    run: (text: string, holds: string, isReverse: number) => {
      const cuts = readArray(holds);
      const made: Member[][] = [];
      for (const [place, member] of readArray(text).entries()) {
        const isCut = isReverse === 1 ? cuts[place - 1] : cuts[place];
        if (place === 0 || isCut) made.push([]);
        made.at(-1)?.push(member);
      }
      return writeArray(made);
    },
  },
};
