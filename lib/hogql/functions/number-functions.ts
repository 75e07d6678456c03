import { randomInt } from "node:crypto";
import { FLOAT64, INT64, isFloat, nullable, UINT16, UINT32, UINT64, UINT8 } from "../compile/type.ts";
import type { Type } from "../compile/type.ts";
import { hashModulo } from "./city-hash.ts";
import { erf, erfc } from "./erf.ts";
import { gamma, logGamma } from "./gamma.ts";
import type { Value } from "../compile/value.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

/** A whole quotient has the first argument's type. */
const quotient = ([value]: readonly Value[]): Type =>
  value?.type.family === "number" && !isFloat(value.type) ? value.type : INT64;

/** The type of the first argument, where it is a number. */
const same = ([value]: readonly Value[]): Type => (value?.type.family === "number" ? value.type : FLOAT64);

function native(name: string): ScalarFunction {
  return { takes: "n", gives: nullable(FLOAT64), sql: (value) => `${name}(${value})` };
}

function ofNumber(gives: ScalarFunction["gives"], run: (value: number) => unknown): ScalarFunction {
  return { takes: "n", gives, run };
}

/** Halves go to the even neighbour, as ClickHouse rounds floats. */
function roundEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function rounded(round: (value: number) => number): ScalarFunction {
  return {
    takes: "n n?",
    gives: same,
    run: (value: number, digits = 0) => {
      const scale = 10 ** Math.abs(Math.trunc(digits));
      const result = digits >= 0 ? round(value * scale) / scale : round(value / scale) * scale;
      return Number.isFinite(result) ? result : value;
    },
  };
}

const bitwise = (sql: (left: string, right: string) => string): ScalarFunction => ({
  takes: "n n",
  gives: INT64,
  sql,
});

function gcd(left: number, right: number): number {
  let [a, b] = [Math.abs(Math.trunc(left)), Math.abs(Math.trunc(right))];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** @throws Error for a number whose result SQLite cannot hold */
function limited(value: number, most: number): number {
  if (value > most) throw new Error(`A number above ${most} is too large for this function.`);
  return Math.trunc(value);
}

/** Seconds of a visit, and years of age, as ClickHouse groups them. */
const DURATIONS = [1, 10, 30, 60, 120, 180, 240, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000];
const AGES = [18, 25, 35, 45, 55];
const MINOR = 17;

const stepBelow = (steps: readonly number[], value: number) => steps.findLast((step) => step <= value);

const RANDOM: ScalarFunction = { takes: "", gives: UINT32, isRandom: true, run: () => randomInt(2 ** 32) };
const CEIL = rounded(Math.ceil);
const LOG = native("ln");
const POWER: ScalarFunction = {
  takes: "n n",
  gives: nullable(FLOAT64),
  sql: (base, exponent) => `pow(${base}, ${exponent})`,
};

export const NUMBER_FUNCTIONS: ScalarFunctions = {
  abs: { takes: "n", gives: same, sql: (value) => `abs(${value})` },
  round: rounded(roundEven),
  roundBankers: rounded(roundEven),
  floor: rounded(Math.floor),
  ceil: CEIL,
  ceiling: CEIL,
  trunc: rounded(Math.trunc),
  truncate: rounded(Math.trunc),
  sqrt: native("sqrt"),
  cbrt: ofNumber(FLOAT64, Math.cbrt),
  exp: native("exp"),
  exp2: ofNumber(FLOAT64, (value) => 2 ** value),
  exp10: ofNumber(FLOAT64, (value) => 10 ** value),
  log: LOG,
  ln: LOG,
  log2: native("log2"),
  log10: native("log10"),
  log1p: ofNumber(FLOAT64, Math.log1p),
  pow: POWER,
  power: POWER,
  erf: ofNumber(FLOAT64, erf),
  erfc: ofNumber(FLOAT64, erfc),
  // SQLite has no NaN, and answers have no infinite numbers.
  lgamma: ofNumber(nullable(FLOAT64), logGamma),
  tgamma: ofNumber(nullable(FLOAT64), gamma),
  hypot: { takes: "n n", gives: FLOAT64, run: (x: number, y: number) => Math.hypot(x, y) },
  factorial: ofNumber(UINT64, (value) => {
    const factors = Array.from({ length: Math.max(0, limited(value, 20)) }, (_, index) => BigInt(index + 1));
    return factors.reduce((product, factor) => product * factor, 1n);
  }),
  intExp2: ofNumber(UINT64, (value) => (value < 0 ? 0 : 2n ** BigInt(limited(value, 62)))),
  intExp10: ofNumber(UINT64, (value) => (value < 0 ? 0 : 10n ** BigInt(limited(value, 18)))),
  roundToExp2: {
    takes: "n",
    gives: same,
    run: (value: number) => {
      const size = 2 ** Math.floor(Math.log2(Math.abs(value)));
      // As in ClickHouse, for whole numbers below 0.
      return value === 0 || (value < 0 && Number.isInteger(value)) ? 0 : Math.sign(value) * size;
    },
  },
  roundDuration: ofNumber(UINT16, (value) => stepBelow(DURATIONS, value) ?? 0),
  roundAge: ofNumber(UINT8, (value) => stepBelow(AGES, value) ?? (value < 1 ? 0 : MINOR)),
  /** The largest of a list that is not above the number, else the smallest. */
  roundDown: {
    takes: "n a",
    gives: same,
    run: (value: number, list: string) => {
      const steps = (JSON.parse(list) as number[]).toSorted((a, b) => a - b);
      return stepBelow(steps, value) ?? steps[0] ?? null;
    },
  },
  width_bucket: {
    takes: "n n n n",
    gives: UINT16,
    run: (value: number, low: number, high: number, count: number) => {
      if (value < low || low >= high) return 0;
      return value >= high ? count + 1 : Math.floor(((value - low) / (high - low)) * count) + 1;
    },
  },
  sin: native("sin"),
  cos: native("cos"),
  tan: native("tan"),
  asin: native("asin"),
  acos: native("acos"),
  atan: native("atan"),
  atan2: { takes: "n n", gives: FLOAT64, sql: (y, x) => `atan2(${y}, ${x})` },
  sign: ofNumber(INT64, Math.sign),
  pi: { takes: "", gives: FLOAT64, sql: () => "pi()" },
  e: { takes: "", gives: FLOAT64, sql: () => String(Math.E) },
  intDiv: {
    takes: "n n",
    gives: quotient,
    run: (left: number, right: number) => {
      if (right === 0) throw new Error("Division by zero in intDiv; intDivOrZero gives 0.");
      return Math.trunc(left / right);
    },
  },
  intDivOrZero: {
    takes: "n n",
    gives: INT64,
    run: (left: number, right: number) => (right === 0 ? 0 : Math.trunc(left / right)),
  },
  moduloOrZero: {
    takes: "n n",
    gives: FLOAT64,
    run: (left: number, right: number) => (right === 0 ? 0 : left % right),
  },
  positiveModulo: {
    takes: "n n",
    gives: FLOAT64,
    run: (left: number, right: number) => ((left % right) + Math.abs(right)) % right,
  },
  /** The remainder of a hash (`cityHash64(…) % 100`). */
  hashModulo: { takes: "s n", gives: UINT64, run: hashModulo },
  gcd: { takes: "n n", gives: UINT64, run: gcd },
  lcm: {
    takes: "n n",
    gives: UINT64,
    run: (left: number, right: number) => (left === 0 || right === 0 ? 0 : Math.abs(left * right) / gcd(left, right)),
  },
  bitAnd: bitwise((left, right) => `(${left} & ${right})`),
  bitOr: bitwise((left, right) => `(${left} | ${right})`),
  bitXor: bitwise((left, right) => `((${left} | ${right}) - (${left} & ${right}))`),
  bitShiftLeft: bitwise((left, right) => `(${left} << ${right})`),
  bitShiftRight: bitwise((left, right) => `(${left} >> ${right})`),
  // SQLite has no NaN: a division by zero is NULL.
  isNaN: { takes: "n", gives: UINT8, takesNull: true, run: (value: number | null) => Number(Number.isNaN(value)) },
  isFinite: {
    takes: "n",
    gives: UINT8,
    takesNull: true,
    run: (value: number | null) => Number(value !== null && Number.isFinite(value)),
  },
  isInfinite: {
    takes: "n",
    gives: UINT8,
    takesNull: true,
    run: (value: number | null) => Number(value !== null && Math.abs(value) === Infinity),
  },
  ifNotFinite: {
    takes: "n n",
    gives: FLOAT64,
    takesNull: true,
    run: (value: number | null, other: number | null) => (value !== null && Number.isFinite(value) ? value : other),
  },
  rand: RANDOM,
  rand32: RANDOM,
  rand64: { ...RANDOM, gives: UINT64 },
  randCanonical: { takes: "", gives: FLOAT64, isRandom: true, run: () => randomInt(2 ** 32) / 2 ** 32 },
};
