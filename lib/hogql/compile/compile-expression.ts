import { Refusal } from "../refusal.ts";
import type { Expression } from "../language/tree.ts";
import type { Compilation } from "./compilation.ts";
import { compileCall } from "./compile-call.ts";
import { compileCast } from "./compile-cast.ts";
import { compileIn, compileInCohort } from "./compile-in.ts";
import { compileName, reach, toMember } from "./compile-name.ts";
import { compileBetween, compileBinary, compileCase, compileIsNull, compileUnary } from "./compile-operator.ts";
import { toElement, toEntry, toTuple } from "./collection.ts";
import { toConstant } from "./constant.ts";
import type { Scope } from "./scope.ts";
import { ANY, arrayOf, INTERVAL, nullable, UINT8 } from "./type.ts";
import { toJsonMember, toText } from "./value.ts";
import type { Value } from "./value.ts";

/**
 * Most characters of compiled SQL: each use of an alias repeats its expression, so a few names could make any length.
 */
const MAX_SQL_CHARS = 1_000_000;

/** Compiles an expression. @throws Refusal when a name, a function or a type is wrong */
export function compileExpression(compilation: Compilation, scope: Scope, node: Expression): Value {
  const value = compileNode(compilation, scope, node);
  if (value.sql.length <= MAX_SQL_CHARS) return value;
  throw new Refusal("The query is too large once its names are replaced by what they stand for.");
}

function compileNode(compilation: Compilation, scope: Scope, node: Expression): Value {
  switch (node.kind) {
    case "constant":
      return { ...toConstant(node.value), at: node.start };
    case "name":
      return compileName(scope, node);
    case "call":
      return compileCall(compilation, scope, node);
    case "unary":
      return compileUnary(compilation, scope, node);
    case "binary":
      return compileBinary(compilation, scope, node);
    case "in":
      return compileIn(compilation, scope, node);
    case "inCohort":
      return compileInCohort(compilation, scope, node);
    case "between":
      return compileBetween(compilation, scope, node);
    case "isNull":
      return compileIsNull(compilation, scope, node);
    case "case":
      return compileCase(compilation, scope, node);
    case "cast":
      return compileCast(compilation, compilation.expression(scope, node.arg), node.type);
    case "interval": {
      const count = compilation.expression(scope, node.count);
      return { sql: count.sql, type: INTERVAL, interval: { count, unit: node.unit } };
    }
    case "array":
      return toArray(compilation, scope, node.items);
    case "tuple":
      return toTuple(node.items.map((item) => compilation.expression(scope, item)));
    case "subscript":
      return compileSubscript(compilation, scope, node);
    case "member":
      return compileMember(compilation, scope, node);
    case "placeholder":
      return compilation.placeholder(scope, node.path);
    case "query":
      return compileScalarQuery(compilation, scope, node);
    case "exists":
      return { sql: `EXISTS (${compilation.query(scope, node.query).sql})`, type: UINT8 };
    case "alias": {
      const value = compilation.expression(scope, node.arg);
      scope.aliases.set(node.name, value);
      return value;
    }
    case "lambda":
      throw new Refusal("A lambda such as x -> x + 1 can stand only in the call of a function that takes one.");
    case "star":
      throw new Refusal(
        "A star can stand only in the list of a SELECT, or in count(*); so can COLUMNS('x') in the list.",
      );
  }
}

function toArray(compilation: Compilation, scope: Scope, items: readonly Expression[]): Value {
  const { type, sql } = compilation.unify(items.map((item) => compilation.expression(scope, item)));
  const members = sql.map((member) => toJsonMember({ sql: member, type }));
  return { sql: `json_array(${members.join(", ")})`, type: arrayOf(type) };
}

function compileSubscript(
  compilation: Compilation,
  scope: Scope,
  { arg, index }: Extract<Expression, { kind: "subscript" }>,
): Value {
  const value = compilation.expression(scope, arg);
  if (index.kind === "constant" && typeof index.value === "string" && value.type.family !== "map")
    return reach(value, [index.value], scope);
  if (index.kind === "constant" && typeof index.value === "number" && value.property !== undefined) {
    return reach(value, [index.value], scope);
  }
  const place = compilation.expression(scope, index);
  if (value.type.family === "map") return toEntry(value, toText(place, compilation).sql);
  if (value.type.isJson || value.property !== undefined) {
    const key = toText(place, compilation).sql;
    return { sql: `(${value.property?.json ?? value.sql} ->> ${key})`, type: ANY };
  }
  if (value.type.family === "tuple" && typeof place.constant === "number") return toMember(value, place.constant);
  return toElement(value, place.sql);
}

function compileMember(
  compilation: Compilation,
  scope: Scope,
  { arg, key }: Extract<Expression, { kind: "member" }>,
): Value {
  return reach(compilation.expression(scope, arg), [key], scope);
}

function compileScalarQuery(
  compilation: Compilation,
  scope: Scope,
  { query }: Extract<Expression, { kind: "query" }>,
): Value {
  const { sql, columns } = compilation.query(scope, query);
  const [only] = columns;
  if (only === undefined || columns.length > 1) {
    throw new Refusal(`A subquery in an expression needs one column, and this has ${columns.length}.`);
  }
  return { sql: `(${sql})`, type: nullable(only.type) };
}
