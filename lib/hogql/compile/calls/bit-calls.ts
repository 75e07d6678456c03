import { numberArg, requireCount } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { numberType } from "../compile-operator.ts";
import { INT64, isFloat, nullable, UINT8 } from "../type.ts";
import type { Type } from "../type.ts";
import { toWhole } from "../value.ts";

/** Bits of the widest numbers. */
const WIDEST = 64;

/** The first argument as a whole number, and the bits of its type. */
function wholeOf(call: Call): { sql: string; type: Type; bits: number; isSigned: boolean } {
  const type = numberType(call.arg(0));
  const own = isFloat(type) ? nullable(INT64, type.isNullable) : type;
  const sql = isFloat(type) ? `CAST(${numberArg(call, 0)} AS INTEGER)` : numberArg(call, 0);
  return { sql, type: own, bits: Number(/\d+$/.exec(own.name)?.[0] ?? WIDEST), isSigned: own.name.startsWith("I") };
}

function bitNot(call: Call) {
  requireCount(call, 1);
  const { sql, type, bits, isSigned } = wholeOf(call);
  return { sql: isSigned || bits === WIDEST ? `(~${sql})` : `(~${sql} & ${2 ** bits - 1})`, type };
}

function rotated(direction: 1 | -1): CompileCall {
  return (call) => {
    requireCount(call, 2);
    const { sql, type, bits, isSigned } = wholeOf(call);
    return { sql: `hog_bitrotate(${sql}, ${direction} * ${numberArg(call, 1)}, ${bits}, ${Number(isSigned)})`, type };
  };
}

/** Tests single bits, from the right, from 0. */
function tested(operator: "AND" | "OR"): CompileCall {
  return (call) => {
    requireCount(call, 2, Infinity);
    const { sql, type } = wholeOf(call);
    const places = call.args().slice(1);
    const tests = places.map((_, index) => `((${sql} >> ${numberArg(call, index + 1)}) & 1)`);
    const isNullable = type.isNullable || places.some((place) => place.type.isNullable);
    return { sql: `(${tests.join(` ${operator} `)})`, type: nullable(UINT8, isNullable) };
  };
}

export const BIT_CALLS: Readonly<Record<string, CompileCall>> = {
  bitNot,
  bitRotateLeft: rotated(1),
  bitRotateRight: rotated(-1),
  bitTest: tested("AND"),
  bitTestAll: tested("AND"),
  bitTestAny: tested("OR"),
  bitCount: (call) => {
    requireCount(call, 1);
    const { sql, type, bits } = wholeOf(call);
    return { sql: toWhole(`hog_bitcount(${sql}, ${bits})`, UINT8), type: nullable(UINT8, type.isNullable) };
  },
  bitHammingDistance: (call) => {
    requireCount(call, 2);
    const [left, right] = [numberArg(call, 0), numberArg(call, 1)];
    const isNullable = call.args().some(({ type }) => type.isNullable);
    return {
      sql: toWhole(`hog_bitcount((${left} | ${right}) - (${left} & ${right}), ${WIDEST})`, UINT8),
      type: nullable(UINT8, isNullable),
    };
  },
};
