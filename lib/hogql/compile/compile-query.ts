import { Refusal } from "../refusal.ts";
import type { CommonTable, Expression, Query, SelectCore, ValuesCore } from "../language/tree.ts";
import type { Compilation, CompiledQuery } from "./compilation.ts";
import { compileSelect, sqlName } from "./compile-select.ts";
import type { Column, CompiledCore } from "./compile-select.ts";
import { withTables } from "./compile-source.ts";
import { printDirection } from "./print-window.ts";
import { createScope } from "./scope.ts";
import type { Scope } from "./scope.ts";
import { ANY, commonType } from "./type.ts";
import type { Type } from "./type.ts";
import { quoteName, toNumber } from "./value.ts";

/** A statement, a subquery or a table of WITH. @param outer the SELECT around it; null = none */
export function compileQuery(compilation: Compilation, outer: Scope | null, query: Query): CompiledQuery {
  const scope = createScope(outer);
  const common = query.with.flatMap((table) => compileCommon(compilation, scope, table, query.isRecursive));
  const compiled = compileMembers(compilation, scope, query);
  const word = query.isRecursive ? "WITH RECURSIVE" : "WITH";
  return common.length === 0 ? compiled : { ...compiled, sql: `${word} ${common.join(", ")} ${compiled.sql}` };
}

/** Adds a table or a constant of WITH to the scope. @returns its SQL */
function compileCommon(compilation: Compilation, scope: Scope, table: CommonTable, isRecursive: boolean): string[] {
  const { name, columns, body } = table;
  if (body.kind !== "union") {
    const value = compilation.expression(scope, body as Expression);
    scope.constants.set(name, value);
    scope.aliases.set(name, value);
    return [];
  }
  const query = body as Query;
  const inner = withTables(scope);
  if (isRecursive && query.rest.length > 0) {
    const { columns: first } = compileQuery(compilation, inner, {
      ...query,
      rest: [],
      orderBy: [],
      limit: null,
      offset: null,
    });
    inner.tables.set(name, { sql: quoteName(name), columns: toTypes(first, columns) });
  }
  const compiled = compileQuery(compilation, inner, query);
  const types = toTypes(compiled.columns, columns);
  scope.tables.set(name, { sql: quoteName(name), columns: types });
  return [`${quoteName(name)}(${[...types.keys()].map(quoteName).join(", ")}) AS (${compiled.sql})`];
}

function toTypes(columns: CompiledQuery["columns"], names: readonly string[] | null): Map<string, Type> {
  if (names !== null && names.length !== columns.length) {
    throw new Refusal(`The subquery has ${columns.length} columns, and ${names.length} names are given.`);
  }
  return new Map(columns.map(({ type }, index) => [names?.[index] ?? sqlName(columns, index), type]));
}

function compileMembers(compilation: Compilation, scope: Scope, query: Query): CompiledQuery {
  const end = printLimit(compilation, scope, query);
  if (query.rest.length === 0 && query.first.kind === "select") {
    const core = compileSelect(compilation, scope, query.first, printLimit(compilation, scope, query.first));
    return finish(core.print(core.columns.map(({ value }) => value.sql)), core.columns);
  }
  const cores = [query.first, ...query.rest.map(({ core }) => core)].map((core) =>
    compileCore(compilation, scope, core),
  );
  const [first] = cores as [CompiledCore];
  const wrong = cores.find(({ columns }) => columns.length !== first.columns.length);
  if (wrong !== undefined) {
    throw new Refusal(`The SELECTs of a UNION have ${first.columns.length} and ${wrong.columns.length} columns.`);
  }
  const { types, printed } = unifyColumns(compilation, cores);
  const words = query.rest.map(({ word }) => ` ${word} `);
  const sql = cores
    .map((core, index) => `${index === 0 ? "" : words[index - 1]}${core.print(printed[index] ?? [])}`)
    .join("");
  const columns = first.columns.map(({ name, value }, index): Column => {
    return { name, value: { sql: value.sql, type: types[index] ?? ANY } };
  });
  const order = printUnionOrder(compilation, columns, query);
  return finish(`${sql}${order}${end}`, columns);
}

function finish(sql: string, columns: readonly Column[]): CompiledQuery {
  return { sql, columns: columns.map(({ name, value }) => ({ name, type: value.type })) };
}

function compileCore(compilation: Compilation, scope: Scope, core: SelectCore | ValuesCore | Query): CompiledCore {
  if (core.kind === "values") return compileValues(compilation, scope, core);
  if (core.kind === "select" && core.orderBy.length === 0 && core.limit === null && core.offset === null) {
    return compileSelect(compilation, scope, core, "");
  }
  const query: Query = core.kind === "union" ? core : { ...EMPTY, first: core, start: core.start, end: core.end };
  const { sql, columns } = compileQuery(compilation, scope, query);
  const values = columns.map(({ name, type }, index) => ({
    name,
    value: { sql: quoteName(sqlName(columns, index)), type },
  }));
  return {
    columns: values,
    print: (printed) =>
      `SELECT ${printed.map((part, index) => `${part} AS ${quoteName(sqlName(columns, index))}`).join(", ")} FROM (${sql})`,
  };
}

const EMPTY: Omit<Query, "first" | "start" | "end"> = {
  kind: "union",
  isRecursive: false,
  with: [],
  rest: [],
  orderBy: [],
  limit: null,
  offset: null,
};

function compileValues(compilation: Compilation, scope: Scope, { rows }: ValuesCore): CompiledCore {
  const values = rows.map((row) => row.map((item) => compilation.expression(scope, item)));
  const [first = []] = values;
  if (values.some(({ length }) => length !== first.length))
    throw new Refusal("All rows of VALUES need the same number of values.");
  const unified = first.map((_, index) =>
    compilation.unify(values.map((row) => row[index] ?? { sql: "NULL", type: ANY })),
  );
  const columns = unified.map(({ type }, index) => ({
    name: `column${index + 1}`,
    value: { sql: `"column${index + 1}"`, type },
  }));
  const body = values.map((_, row) => `(${unified.map(({ sql }) => sql[row]).join(", ")})`).join(", ");
  const select = columns.map(({ value }, index) => `${value.sql} AS "column${index + 1}"`);
  return {
    columns,
    print: (printed) =>
      `SELECT ${printed.map((part, index) => `${part} AS "column${index + 1}"`).join(", ") || select.join(", ")} FROM (VALUES ${body})`,
  };
}

/** Gives each column one type in all members: text where they have none in common. */
function unifyColumns(
  compilation: Compilation,
  cores: readonly CompiledCore[],
): { types: Type[]; printed: string[][] } {
  const count = cores[0]?.columns.length ?? 0;
  const printed: string[][] = cores.map(() => []);
  const types: Type[] = [];
  for (let index = 0; index < count; index++) {
    const values = cores.map(({ columns }) => columns[index]?.value ?? { sql: "NULL", type: ANY });
    const unified = compilation.unify(values);
    types.push(commonType(values.map(({ type }) => type)) ?? unified.type);
    unified.sql.forEach((sql, member) => printed[member]?.push(sql));
  }
  return { types, printed };
}

/** Behind a UNION only columns' places and names sort. */
function printUnionOrder(compilation: Compilation, columns: readonly Column[], { orderBy }: Query): string {
  const keys = orderBy.map((order) => {
    const { arg } = order;
    const place =
      arg.kind === "constant" && typeof arg.value === "number" ? arg.value : findPlace(compilation, columns, arg);
    return `${place}${printDirection(order, true)}`;
  });
  return keys.length === 0 ? "" : ` ORDER BY ${keys.join(", ")}`;
}

function findPlace({ text }: Compilation, columns: readonly Column[], arg: Expression): number {
  const name = arg.kind === "name" ? arg.parts.at(-1) : text.slice(arg.start, arg.end);
  const index = columns.findIndex((column) => column.name === name);
  if (index < 0)
    throw new Refusal(`Unable to resolve field: ${name}. A UNION is sorted by the names or places of its columns.`);
  return index + 1;
}

function printLimit(
  compilation: Compilation,
  scope: Scope,
  { limit, offset }: Pick<Query, "limit" | "offset">,
): string {
  const print = (node: Expression) => {
    const sql = toNumber(compilation.expression(createScope(withTables(scope)), node));
    if (sql === null) throw new Refusal("LIMIT and OFFSET need numbers.");
    return sql;
  };
  if (limit === null && offset === null) return "";
  const most = limit === null ? "-1" : print(limit);
  return offset === null ? ` LIMIT ${most}` : ` LIMIT ${most} OFFSET ${print(offset)}`;
}
