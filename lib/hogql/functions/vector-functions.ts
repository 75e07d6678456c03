import { ANY, FLOAT64, nullable } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

// A vector is a tuple or an array of numbers, as JSON.

type Norm = (vector: readonly number[], power?: number) => number;

const read = (text: string) => (JSON.parse(text) as unknown[]).map(Number);

/** @throws Error for vectors of different lengths */
function pairs<T>(left: string, right: string, join: (a: number, b: number) => T): T[] {
  const [one, other] = [read(left), read(right)];
  if (one.length !== other.length) throw new Error("The vectors have different lengths.");
  return one.map((value, index) => join(value, other[index] as number));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const l2: Norm = (vector) => Math.sqrt(sum(vector.map((value) => value * value)));

const NORMS: Readonly<Record<string, Norm>> = {
  L1: (vector) => sum(vector.map(Math.abs)),
  L2: l2,
  Linf: (vector) => vector.reduce((most, value) => Math.max(most, Math.abs(value)), -Infinity),
  Lp: (vector, power = 2) => sum(vector.map((value) => Math.abs(value) ** power)) ** (1 / power),
};

function ofNorm([name, norm]: [string, Norm]): [string, ScalarFunction][] {
  const normalize = (text: string, power?: number) => {
    const length = norm(read(text), power);
    return JSON.stringify(read(text).map((value) => value / length));
  };
  const distance = (left: string, right: string, power?: number) =>
    norm(
      pairs(left, right, (a, b) => a - b),
      power,
    );
  return [
    [`${name}Norm`, { takes: "x n?", gives: FLOAT64, run: (text: string, power?: number) => norm(read(text), power) }],
    [`${name}Distance`, { takes: "x x n?", gives: FLOAT64, run: distance }],
    [`${name}Normalize`, { takes: "x n?", gives: ANY, run: normalize }],
  ];
}

/** Functions that the compiler calls. */
export const VECTOR_PRIMITIVES: ScalarFunctions = {
  ...Object.fromEntries(Object.entries(NORMS).flatMap(ofNorm)),
  dotProduct: {
    takes: "x x",
    gives: FLOAT64,
    run: (left: string, right: string) => sum(pairs(left, right, (a, b) => a * b)),
  },
  cosineDistance: {
    takes: "x x",
    gives: nullable(FLOAT64),
    run: (left: string, right: string) => {
      const product = sum(pairs(left, right, (a, b) => a * b));
      return 1 - product / (l2(read(left)) * l2(read(right)));
    },
  },
};
