import { Refusal } from "../refusal.ts";
import type { CallNode } from "../language/tree.ts";
import type { Compilation } from "./compilation.ts";
import type { Scope } from "./scope.ts";
import { describeType } from "./type.ts";
import { toNumber } from "./value.ts";
import type { Value } from "./value.ts";

/** A call of a function, while it is compiled. */
export interface Call {
  compilation: Compilation;
  scope: Scope;
  node: CallNode;
  /** The name as written. */
  name: string;
  /** All arguments, compiled. */
  args: () => Value[];
  /** @throws Refusal when there are fewer arguments */
  arg: (index: number) => Value;
}

export type CompileCall = (call: Call) => Value;

export function toCall(compilation: Compilation, scope: Scope, node: CallNode): Call {
  let compiled: Value[] | undefined;
  const args = () => (compiled ??= node.args.map((arg) => compilation.expression(scope, arg)));
  const { name } = node;
  return {
    compilation,
    scope,
    node,
    name,
    args,
    arg(index) {
      const value = args()[index];
      if (value === undefined) throw wrongCount({ name, node }, `at least ${index + 1}`);
      return value;
    },
  };
}

export function wrongCount({ name, node }: Pick<Call, "name" | "node">, expected: string): Refusal {
  return new Refusal(`Function '${name}' expects ${expected} arguments, found ${node.args.length}.`);
}

/** @throws Refusal for another number of arguments */
export function requireCount(call: Call, least: number, most = least): void {
  const { length } = call.node.args;
  if (length >= least && length <= most) return;
  throw wrongCount(
    call,
    least === most ? String(least) : most === Infinity ? `at least ${least}` : `${least} to ${most}`,
  );
}

export function wrongType({ name, compilation }: Call, value: Value): Refusal {
  const type = describeType(value.type, compilation.timezone);
  return new Refusal(`Illegal type ${type} of argument of function ${name}.`, "illegal_type_of_argument");
}

/** @throws Refusal for an argument that is no number */
export function numberArg(call: Call, index: number): string {
  const value = call.arg(index);
  const sql = toNumber(value);
  if (sql === null) throw wrongType(call, value);
  return sql;
}

/** An argument that is a literal text. @throws Refusal for any other value */
export function textArg(call: Call, index: number): string {
  const { constant } = call.arg(index);
  if (typeof constant !== "string")
    throw new Refusal(`Argument ${index + 1} of ${call.name} must be a text in quotes.`);
  return constant;
}
