import { ANY, arrayOf, commonType, FLOAT64, nullable, STRING, UINT32, UINT64, UINT8 } from "../compile/type.ts";
import type { Type } from "../compile/type.ts";
import type { Value } from "../compile/value.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

// An array is JSON text.

/** A function makes at most so many members, of about 50 bytes each. */
const MAX_MEMBERS = 1_000_000;

export type Member = string | number | boolean | null | Member[];

export const readArray = (text: string): Member[] => JSON.parse(text) as Member[];
export const writeArray = (members: readonly Member[]): string => JSON.stringify(members);

/** The type of the first array. */
const same = ([array]: readonly Value[]): Type => array?.type ?? arrayOf(ANY);
const sameLast = (args: readonly Value[]): Type => args.at(-1)?.type ?? arrayOf(ANY);
const member = ([array]: readonly Value[]): Type => nullable(array?.type.of[0] ?? ANY);

function change(run: (members: Member[], ...args: Member[]) => Member[], takes = "a"): ScalarFunction {
  return { takes, gives: same, run: (text: string, ...args: Member[]) => writeArray(run(readArray(text), ...args)) };
}

function reduce(
  gives: ScalarFunction["gives"],
  run: (members: Member[], ...args: Member[]) => unknown,
  takes = "a",
): ScalarFunction {
  return { takes, gives, run: (text: string, ...args: Member[]) => run(readArray(text), ...args) };
}

/** Numbers by size, texts by characters, arrays member by member, others by their JSON. */
export function compareMembers(left: Member, right: Member): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (Array.isArray(left) && Array.isArray(right)) {
    const at = left.findIndex((value, index) => compareMembers(value, right[index] ?? null) !== 0);
    return at < 0
      ? left.length - right.length
      : at < right.length
        ? compareMembers(left[at] ?? null, right[at] ?? null)
        : 1;
  }
  const [one, other] = [left, right].map((value) => (typeof value === "string" ? value : JSON.stringify(value))) as [
    string,
    string,
  ];
  return one < other ? -1 : Number(one > other);
}

/** Equal members have the same key. */
export const keyOf = (value: Member): string => (typeof value === "string" ? value : `\u0000${JSON.stringify(value)}`);

function distinct(members: readonly Member[]): Member[] {
  const known = new Map<string, Member>();
  for (const value of members) if (value !== null && !known.has(keyOf(value))) known.set(keyOf(value), value);
  return [...known.values()];
}

function slice(members: Member[], offset: Member, length?: Member): Member[] {
  const start = Number(offset) > 0 ? Number(offset) - 1 : members.length + Number(offset);
  if (length === undefined || length === null) return members.slice(Math.max(0, start));
  const count = Number(length);
  const end = count >= 0 ? start + count : members.length + count;
  return members.slice(Math.max(0, start), Math.max(0, end));
}

/** @throws Error for an array of more members */
export function requireFew(count: number): void {
  if (count > MAX_MEMBERS) throw new Error(`An array of more than ${MAX_MEMBERS} members cannot be made.`);
}

function range(first: number, second?: number, step = 1): string {
  const [from, to] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw new Error("The step of range cannot be 0.");
  const count = Math.max(0, Math.ceil((to - from) / step));
  requireFew(count);
  return writeArray(Array.from({ length: count }, (_, index) => from + index * step));
}

const contains = (members: readonly Member[], wanted: Member) =>
  members.some((value) => keyOf(value) === keyOf(wanted));
const sum = (members: readonly Member[]) => members.reduce<number>((total, value) => total + Number(value ?? 0), 0);

const EMPTY: ScalarFunction = { takes: "a", gives: UINT8, sql: (array) => `(json_array_length(${array}) = 0)` };

export const ARRAY_FUNCTIONS: ScalarFunctions = {
  range: {
    takes: "n n? n?",
    gives: (args) => arrayOf(commonType(args.map(({ type }) => type)) ?? UINT64),
    run: range,
  },
  has: reduce(UINT8, (members, wanted) => Number(contains(members, wanted as Member)), "a x"),
  hasAny: {
    takes: "a a",
    gives: UINT8,
    run: (left: string, right: string) => {
      const known = new Set(readArray(left).map(keyOf));
      return Number(readArray(right).some((value) => known.has(keyOf(value))));
    },
  },
  hasAll: {
    takes: "a a",
    gives: UINT8,
    run: (left: string, right: string) => {
      const known = new Set(readArray(left).map(keyOf));
      return Number(readArray(right).every((value) => known.has(keyOf(value))));
    },
  },
  indexOf: reduce(
    UINT64,
    (members, wanted) => members.findIndex((value) => keyOf(value) === keyOf(wanted as Member)) + 1,
    "a x",
  ),
  countEqual: reduce(
    UINT64,
    (members, wanted) => members.filter((value) => keyOf(value) === keyOf(wanted as Member)).length,
    "a x",
  ),
  arrayEnumerate: {
    takes: "a",
    gives: arrayOf(UINT32),
    run: (text: string) => writeArray(readArray(text).map((_, index) => index + 1)),
  },
  arrayDistinct: change(distinct),
  arrayUniq: reduce(UINT64, (members) => new Set(members.map(keyOf)).size),
  arrayReverse: change((members) => members.toReversed()),
  arrayCompact: change((members) =>
    members.filter((value, index) => index === 0 || keyOf(value) !== keyOf(members[index - 1] as Member)),
  ),
  arraySlice: change((members, offset, length) => slice(members, offset as Member, length), "a n n?"),
  arrayPushBack: change((members, added) => [...members, added as Member], "a x"),
  arrayPushFront: change((members, added) => [added as Member, ...members], "a x"),
  arrayPopBack: change((members) => members.slice(0, -1)),
  arrayPopFront: change((members) => members.slice(1)),
  arrayResize: change((members, size, filler) => {
    requireFew(Number(size));
    return Array.from({ length: Math.max(0, Number(size)) }, (_, index) => members[index] ?? filler ?? 0);
  }, "a n x?"),
  arrayConcat: { takes: "a a*", gives: same, run: (...texts: string[]) => writeArray(texts.flatMap(readArray)) },
  arrayFlatten: {
    takes: "a",
    gives: ([array]) => {
      let type = array?.type ?? arrayOf(ANY);
      while (type.of[0]?.family === "array") [type] = type.of as [Type];
      return type;
    },
    run: (text: string) => writeArray((readArray(text) as Member[][]).flat(Infinity as 20) as Member[]),
  },
  arrayIntersect: {
    takes: "a a*",
    gives: same,
    run: (first: string, ...others: string[]) => {
      const sets = others.map((text) => new Set(readArray(text).map(keyOf)));
      return writeArray(distinct(readArray(first)).filter((value) => sets.every((known) => known.has(keyOf(value)))));
    },
  },
  arrayExcept: {
    takes: "a a",
    gives: same,
    run: (first: string, other: string) => {
      const known = new Set(readArray(other).map(keyOf));
      return writeArray(readArray(first).filter((value) => !known.has(keyOf(value))));
    },
  },
  arrayCumSum: change((members) => {
    let total = 0;
    return members.map((value) => (total += Number(value ?? 0)));
  }),
  arrayDifference: change((members) =>
    members.map((value, index) => (index === 0 ? 0 : Number(value) - Number(members[index - 1]))),
  ),
  arrayProduct: reduce(FLOAT64, (members) =>
    members.reduce<number>((product, value) => product * Number(value ?? 1), 1),
  ),
  arrayJaccardIndex: {
    takes: "a a",
    gives: FLOAT64,
    run: (left: string, right: string) => {
      const [one, other] = [left, right].map((text) => new Set(readArray(text).map(keyOf))) as [
        Set<string>,
        Set<string>,
      ];
      const all = new Set([...one, ...other]).size;
      return all === 0 ? 0 : [...one].filter((key) => other.has(key)).length / all;
    },
  },
  arrayStringConcat: reduce(
    STRING,
    (members, separator) =>
      members
        .filter((value) => value !== null)
        .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)))
        .join(String(separator ?? "")),
    "a s?",
  ),
  arrayZip: {
    takes: "a a*",
    gives: (arrays) =>
      arrayOf({ ...arrayOf(ANY), family: "tuple", name: "Tuple", of: arrays.map(({ type }) => type.of[0] ?? ANY) }),
    run: (...texts: string[]) => {
      const arrays = texts.map(readArray);
      const [first = []] = arrays;
      if (arrays.some(({ length }) => length !== first.length))
        throw new Error("The arrays of arrayZip have different lengths.");
      return writeArray(first.map((_, index) => arrays.map((array) => array[index] as Member)));
    },
  },
  arrayElementOrNull: { takes: "a n", gives: member, run: element },
  emptyArrayString: { takes: "", gives: arrayOf(STRING), sql: () => "'[]'" },
};

function element(text: string, place: number): unknown {
  const members = readArray(text);
  const found = members.at(place > 0 ? place - 1 : place < 0 ? place : members.length);
  if (found === undefined || found === null) return null;
  return toScalar(found);
}

/** Functions that the compiler calls. */
export const ARRAY_PRIMITIVES: ScalarFunctions = {
  element: { takes: "a n", gives: member, run: element },
  sort: {
    takes: "a n",
    gives: sameLast,
    run: (text: string, isDescending: number) => {
      const sorted = readArray(text).toSorted(compareMembers);
      return writeArray(isDescending === 1 ? sorted.toReversed() : sorted);
    },
  },
  /** Members in the order of the keys beside them. */
  sortBy: {
    takes: "a a n",
    gives: same,
    run: (text: string, by: string, isDescending: number) => {
      const keys = readArray(by);
      const order = keys
        .map((_, index) => index)
        .toSorted((a, b) => compareMembers(keys[a] as Member, keys[b] as Member) * (isDescending === 1 ? -1 : 1));
      const members = readArray(text);
      return writeArray(order.map((index) => members[index] as Member));
    },
  },
  arraySum: reduce(FLOAT64, sum),
  arrayAvg: reduce(nullable(FLOAT64), (members) => (members.length === 0 ? null : sum(members) / members.length)),
  arrayMin: reduce(ANY, (members) => toScalar(members.toSorted(compareMembers)[0])),
  arrayMax: reduce(ANY, (members) => toScalar(members.toSorted(compareMembers).at(-1))),
  emptyArray: EMPTY,
  /** Orders arrays and tuples as text; NULL for one with a NULL in it, which no comparison holds for. */
  sortKey: {
    takes: "a",
    gives: nullable(STRING),
    run: (text: string) => {
      const members = readArray(text);
      return members.includes(null) ? null : members.map(sortKey).join("");
    },
  },
};

/** Numbers sort by size; a text comes before longer ones that begin with it. */
function sortKey(value: Member): string {
  if (typeof value !== "number") return `${typeof value === "string" ? value : JSON.stringify(value)}\u0001`;
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(value === 0 ? 0 : value);
  const number = bits.readBigUInt64BE();
  // Bits of floats sort as whole numbers, in reverse below 0.
  const sorted = value < 0 ? ~number & 0xffff_ffff_ffff_ffffn : number | 0x8000_0000_0000_0000n;
  return sorted.toString(16).padStart(16, "0");
}

/** A whole number as SQLite's own: a float would print a fraction. */
export const wholeOr = (value: number): number | bigint => (Number.isSafeInteger(value) ? BigInt(value) : value);

function toScalar(value: Member | undefined): unknown {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return wholeOr(value);
  return typeof value === "object" && value !== null ? writeArray(value) : (value ?? null);
}
