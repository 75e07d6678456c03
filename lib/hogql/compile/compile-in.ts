import { Refusal } from "../refusal.ts";
import type { Expression } from "../language/tree.ts";
import type { Compilation } from "./compilation.ts";
import { compare, toComparable } from "./compile-operator.ts";
import type { Scope } from "./scope.ts";
import { UINT8 } from "./type.ts";
import { toNumber, toText, toTime } from "./value.ts";
import type { Value } from "./value.ts";

type InNode = Extract<Expression, { kind: "in" }>;

/**
 * `x IN (…)`: a list, a subquery, or an array. As in ClickHouse NULL is in nothing, so NOT IN holds for it.
 * @throws Refusal when types do not fit
 */
export function compileIn(compilation: Compilation, scope: Scope, node: InNode): Value {
  const { right, isNot } = node;
  if (node.left.kind === "tuple") return compileTupleIn(compilation, scope, node);
  const left = compilation.expression(scope, node.left);
  const allOf = (items: readonly Expression[]) =>
    inList(
      compilation,
      left,
      items.map((item) => compilation.expression(scope, item)),
      isNot,
    );
  if (Array.isArray(right)) {
    const [only, ...more] = right;
    if (only === undefined || more.length > 0) return allOf(right);
    return compileIn(compilation, scope, { ...node, right: only });
  }
  if (right.kind === "union") return inQuery(compilation, scope, left, right, isNot);
  if (right.kind === "tuple" || right.kind === "array") return allOf(right.items);
  const list = compilation.expression(scope, right);
  if (list.type.family === "array" || list.type.family === "any") return inArray(compilation, left, list, isNot);
  return inList(compilation, left, [list], isNot);
}

function finish(test: string, isNullable: boolean, isNot: boolean): Value {
  const sql = isNot ? `NOT ${test}` : test;
  return { sql: isNullable ? `ifnull(${sql}, ${Number(isNot)})` : `(${sql})`, type: UINT8 };
}

function inList(compilation: Compilation, left: Value, items: readonly Value[], isNot: boolean): Value {
  if (items.length === 0) return { sql: String(Number(isNot)), type: UINT8 };
  const pairs = items.map((item) => toComparable(compilation, left, item));
  const isNullable = left.type.isNullable || items.some(({ type }) => type.isNullable);
  const [first] = pairs;
  // Where items want the left side in different forms, the list becomes comparisons.
  const isUniform = pairs.every(([side]) => side === first?.[0]);
  if (isUniform) return finish(`${first?.[0]} IN (${pairs.map(([, item]) => item).join(", ")})`, isNullable, isNot);
  const tests = items.map((item) => compare(compilation, "=", left, item).sql);
  return finish(`(${tests.join(" OR ")})`, isNullable, isNot);
}

function inArray(compilation: Compilation, left: Value, array: Value, isNot: boolean): Value {
  const member: Value = { sql: "value", type: array.type.of[0] ?? { ...left.type } };
  const [side, value] = toComparable(compilation, left, member);
  return finish(`${side} IN (SELECT ${value} FROM json_each(${array.sql}))`, true, isNot);
}

function inQuery(
  compilation: Compilation,
  scope: Scope,
  left: Value,
  query: Extract<InNode["right"], { kind: "union" }>,
  isNot: boolean,
): Value {
  const { sql, columns } = compilation.query(scope, query);
  const [column] = columns;
  if (column === undefined || columns.length > 1) {
    throw new Refusal(`A subquery behind IN needs one column, and this has ${columns.length}.`);
  }
  return finish(`${toMemberOf(compilation, left, column.type.family)} IN (${sql})`, true, isNot);
}

/** The left side in the form of the subquery's values. */
function toMemberOf(compilation: Compilation, left: Value, family: string): string {
  if (family === "text") return toText(left, compilation).sql;
  if (family === "number") return toNumber(left) ?? left.sql;
  if (family === "time") return toTime(left) ?? left.sql;
  return left.sql;
}

function compileTupleIn(compilation: Compilation, scope: Scope, node: InNode): Value {
  const { left, right, isNot } = node;
  const values = left.kind === "tuple" ? left.items.map((item) => compilation.expression(scope, item)) : [];
  if (!Array.isArray(right)) {
    if (right.kind === "array") return compileTupleIn(compilation, scope, { ...node, right: right.items });
    if (right.kind !== "union") throw new Refusal("Expected a list of tuples, or a subquery, behind IN.");
    const { sql, columns } = compilation.query(scope, right);
    if (columns.length !== values.length) {
      throw new Refusal(`A subquery behind IN needs ${values.length} columns, and this has ${columns.length}.`);
    }
    return finish(`(${values.map(({ sql: value }) => value).join(", ")}) IN (${sql})`, true, isNot);
  }
  const tests = right.map((item) => {
    if (item.kind !== "tuple" || item.items.length !== values.length) {
      throw new Refusal(`Expected tuples of ${values.length} behind IN.`);
    }
    const equal = item.items.map((member, index) =>
      compare(compilation, "=", values[index] as Value, compilation.expression(scope, member)),
    );
    return `(${equal.map(({ sql }) => sql).join(" AND ")})`;
  });
  return finish(`(${tests.join(" OR ")})`, false, isNot);
}

/** `person_id IN COHORT 2`, or a cohort's name. */
export function compileInCohort(
  compilation: Compilation,
  scope: Scope,
  node: Extract<Expression, { kind: "inCohort" }>,
): Value {
  const left = compilation.expression(scope, node.left);
  const { constant } = compilation.expression(scope, node.cohort);
  if (typeof constant !== "number" && typeof constant !== "string")
    throw new Refusal("IN COHORT needs the id or the name of a cohort.");
  if (compilation.haveEventsCohorts) {
    const isMember = `(${scope.sources[0]?.sql}."cohorts" ->> ${compilation.bind(keyOfCohort(constant))})`;
    return finish(isMember, true, node.isNot);
  }
  const members = "SELECT person_id FROM temp.cohort_people WHERE cohort_id";
  if (typeof constant === "number") {
    return finish(`${left.sql} IN (${members} = ${Math.trunc(constant)})`, true, node.isNot);
  }
  const ids = `SELECT id FROM temp.cohorts WHERE name = ${compilation.bind(constant)}`;
  return finish(`${left.sql} IN (${members} IN (${ids}))`, true, node.isNot);
}

/** A cohort's key in a row's `cohorts`, from its id or name: letters and digits alone. */
export function keyOfCohort(name: number | string): string {
  return `c${Buffer.from(String(name)).toString("hex")}`;
}
