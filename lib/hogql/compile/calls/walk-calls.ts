import { Refusal } from "../../refusal.ts";
import { requireCount, textArg, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { parseSingleExpression } from "../../language/parse-query.ts";
import { arrayOf, UINT8 } from "../type.ts";
import { quoteName, toCondition } from "../value.ts";
import type { Value } from "../value.ts";
import { findAggregate } from "./aggregate-calls.ts";
import { collect, compileLambda, membersOf, toRows } from "./array-rows.ts";

function walked(name: "fill" | "split", isReverse: boolean): CompileCall {
  return (call) => {
    const rows = toRows(call);
    const [member] = rows.members as [Value];
    const holds = collect(rows, { sql: toCondition(rows.body, call.compilation), type: UINT8 });
    const type = arrayOf(member.type);
    const sql = `hog_${name}(${collect(rows, member)}, ${holds}, ${Number(isReverse)})`;
    return { sql, type: name === "split" ? arrayOf(type) : type };
  };
}

/** `arrayFold((acc, x) -> acc + x, [1, 2], 0)`: a step for each member. */
function arrayFold(call: Call): Value {
  requireCount(call, 3, Infinity);
  const { node, scope, compilation } = call;
  const [lambda, ...rest] = node.args;
  if (lambda?.kind !== "lambda") throw new Refusal(`The function ${call.name} needs a lambda.`);
  const start = compilation.expression(scope, rest.at(-1) as Call["node"]);
  const arrays = rest.slice(0, -1).map((arg) => compilation.expression(scope, arg));
  const steps = quoteName(compilation.unique());
  const { from, key, members } = membersOf(call, arrays);
  const body = compileLambda(call, lambda, [{ sql: `${steps}.made`, type: start.type }, ...members]);
  return {
    sql: `(WITH RECURSIVE ${steps}(at, made) AS (SELECT 0, ${start.sql} UNION ALL
      SELECT ${steps}.at + 1, ${body.sql} FROM ${steps} JOIN ${from} WHERE ${key} = ${steps}.at)
      SELECT made FROM ${steps} ORDER BY at DESC LIMIT 1)`,
    type: start.type,
  };
}

/** `arrayReduce('sum', [1, 2])`: an aggregate over the members. */
function arrayReduce(call: Call): Value {
  requireCount(call, 2, Infinity);
  const { node, scope, compilation } = call;
  const written = textArg(call, 0);
  // `quantile(0.5)` has its level before the arguments.
  const parsed = parseSingleExpression(`${written}(1)`);
  const aggregate = parsed.kind === "call" ? findAggregate(parsed.name) : null;
  if (aggregate === null || parsed.kind !== "call") throw new Refusal(`'${written}' is no aggregate function.`);
  const arrays = node.args.slice(1).map((arg) => compilation.expression(scope, arg));
  const { from, members } = membersOf(call, arrays);
  const inner = { ...parsed, args: node.args.slice(1) };
  const value = aggregate({
    ...call,
    name: parsed.name,
    node: inner,
    args: () => members,
    arg: (index) => members[index] ?? fail(call, arrays),
  });
  return { sql: `(SELECT ${value.sql} FROM ${from})`, type: value.type };
}

function fail(call: Call, [array]: readonly Value[]): never {
  throw wrongType(call, array as Value);
}

export const WALK_CALLS: Readonly<Record<string, CompileCall>> = {
  arrayFill: walked("fill", false),
  arrayReverseFill: walked("fill", true),
  arraySplit: walked("split", false),
  arrayReverseSplit: walked("split", true),
  arrayFold,
  arrayReduce,
};
