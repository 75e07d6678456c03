import { Refusal } from "../../refusal.ts";
import { requireCount, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { toTuple } from "../collection.ts";
import { toMember } from "../compile-name.ts";
import { calculate, compare } from "../compile-operator.ts";
import { arrayOf, commonType, ANY, FLOAT64, isFloat, STRING, tupleOf, UINT32, UINT64 } from "../type.ts";
import type { Type } from "../type.ts";
import { numberArg } from "../call.ts";
import { quote } from "../value.ts";
import type { Value } from "../value.ts";

function membersOf(call: Call, index: number): Value[] {
  const tuple = call.arg(index);
  if (tuple.type.family !== "tuple") throw wrongType(call, tuple);
  return tuple.type.of.map((_, place) => toMember(tuple, place + 1));
}

/** The members of two tuples side by side. @throws Refusal when the tuples have different lengths */
function pairsOf(call: Call): [Value, Value][] {
  requireCount(call, 2);
  const [left, right] = [membersOf(call, 0), membersOf(call, 1)];
  if (left.length !== right.length) throw new Refusal(`The tuples of ${call.name} have different lengths.`);
  return left.map((value, index) => [value, right[index] as Value]);
}

const MINUS_ONE: Value = { sql: "(-1)", type: { ...UINT32, name: "Int8" } };

/** Arithmetic, member by member. */
const between =
  (operator: string): CompileCall =>
  (call) =>
    toTuple(pairsOf(call).map(([left, right]) => calculate(call.compilation, operator, left, right)));

/** Arithmetic of each member and one number. */
const withNumber =
  (operator: string): CompileCall =>
  (call) => {
    requireCount(call, 2);
    return toTuple(membersOf(call, 0).map((member) => calculate(call.compilation, operator, member, call.arg(1))));
  };

/** A number of one or two vectors: tuples, or arrays of numbers. @param isWhole is it whole where all members are? */
function ofVectors(name: string, count: number, isWhole = false): CompileCall {
  return (call) => {
    const hasPower = name.startsWith("lp");
    requireCount(call, count + Number(hasPower));
    const vectors = call.args().slice(0, count);
    for (const vector of vectors) if (!["tuple", "array"].includes(vector.type.family)) throw wrongType(call, vector);
    const members = vectors.flatMap(({ type }) => type.of);
    const areWhole = members.every((type) => type.family === "number" && !isFloat(type));
    const whole: Type = members.some((type) => type.name.startsWith("I")) ? { ...UINT64, name: "Int64" } : UINT64;
    const sql = `hog_${name}(${[...vectors.map((vector) => vector.sql), ...power(call, hasPower)].join(", ")})`;
    return isWhole && areWhole ? { sql: `CAST(${sql} AS INTEGER)`, type: whole } : { sql, type: FLOAT64 };
  };
}

/** The tuple whose norm is 1. */
function normalized(name: string): CompileCall {
  return (call) => {
    const hasPower = name === "lp";
    requireCount(call, 1 + Number(hasPower));
    const members = membersOf(call, 0);
    const sql = `hog_${name}normalize(${[call.arg(0).sql, ...power(call, hasPower)].join(", ")})`;
    return { sql, type: tupleOf(members.map(() => FLOAT64)) };
  };
}

const power = (call: Call, hasPower: boolean) => (hasPower ? [numberArg(call, call.node.args.length - 1)] : []);

export const TUPLE_CALLS: Readonly<Record<string, CompileCall>> = {
  tuple: (call) => toTuple(call.args()),
  tupleElement: (call) => {
    requireCount(call, 2);
    return toMember(call.arg(0), Number(call.arg(1).constant));
  },
  tuplePlus: between("+"),
  tupleMinus: between("-"),
  tupleMultiply: between("*"),
  tupleDivide: between("/"),
  tupleMultiplyByNumber: withNumber("*"),
  tupleDivideByNumber: withNumber("/"),
  tupleNegate: (call) => {
    requireCount(call, 1);
    return toTuple(membersOf(call, 0).map((member) => calculate(call.compilation, "*", member, MINUS_ONE)));
  },
  tupleHammingDistance: (call) => {
    const tests = pairsOf(call).map(([left, right]) => compare(call.compilation, "!=", left, right).sql);
    return { sql: `(${tests.join(" + ")})`, type: UINT32 };
  },
  tupleToNameValuePairs: (call) => {
    requireCount(call, 1);
    const members = membersOf(call, 0);
    const pairs = members.map((member, index) => toTuple([{ sql: quote(String(index + 1)), type: STRING }, member]));
    const type = tupleOf([STRING, commonType(members.map((member) => member.type)) ?? ANY]);
    return { sql: `json_array(${pairs.map(({ sql }) => sql).join(", ")})`, type: arrayOf(type) };
  },
  dotProduct: ofVectors("dotproduct", 2, true),
  cosineDistance: ofVectors("cosinedistance", 2),
  ...Object.fromEntries(
    ["L1", "L2", "Linf", "Lp"].flatMap((name) => {
      const own = name.toLowerCase();
      return [
        [`${name}Norm`, ofVectors(`${own}norm`, 1, name === "L1")],
        [`${name}Distance`, ofVectors(`${own}distance`, 2, name === "L1")],
        [`${name}Normalize`, normalized(own)],
      ];
    }),
  ),
};
