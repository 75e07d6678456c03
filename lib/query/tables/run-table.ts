import type { Project } from "../../admin/projects/index.ts";
import { runStatement } from "../../sql/index.ts";
import type { Constant, SqlFilters } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { withoutAttr } from "./sql-fault.ts";
import type { TableColumn, TableOrder } from "./table-column.ts";

/** A page of a table, as a SELECT. */
export interface TableQuestion {
  /** The table's name. */
  from: string;
  columns: readonly TableColumn[];
  /** Expressions that must hold; `{filters}` stands for the filters. */
  where: readonly string[];
  /** Conditions on groups of rows. */
  having: readonly string[];
  filters: SqlFilters;
  /** Constants that `where` names. */
  values?: Readonly<Record<string, Constant>>;
  orderBy: readonly OrderTerm[];
  limit: number;
  offset: number;
}

/** A term with an aggregate groups the rows by the other columns. */
export type OrderTerm = Pick<TableOrder, "sort" | "isDescending"> & Partial<Pick<TableOrder, "isAggregate">>;

/** Are rows grouped by the columns without an aggregate? */
export function isGrouped({
  columns,
  having,
  orderBy,
}: Pick<TableQuestion, "columns" | "having" | "orderBy">): boolean {
  return having.length > 0 || [...columns, ...orderBy].some(({ isAggregate }) => isAggregate === true);
}

export interface TableAnswer {
  /** Rows of values in the order of `columns`. */
  results: unknown[][];
  columns: string[];
  /** ClickHouse's names of types. */
  types: string[];
  hasMore: boolean;
  limit: number;
  offset: number;
}

/** A table's answer, with the SQL that it was run as. */
export type RanTable = TableAnswer & { hogql: string };

/** Rows of a page: the default, and the bound. */
const DEFAULT_ROWS = 100;
const MAX_ROWS = 50_000;

/** Values of 0 and less mean the default (reference/query.md 2.2). */
export function toTablePage(node: { limit?: number | null | undefined; offset?: number | null | undefined }): {
  limit: number;
  offset: number;
} {
  const { limit, offset } = node;
  return {
    limit: limit && limit > 0 ? Math.min(limit, MAX_ROWS) : DEFAULT_ROWS,
    offset: offset && offset > 0 ? offset : 0,
  };
}

/**
 * Runs a page of a table.
 * @throws HogletError 400 for an expression that cannot be run
 */
export async function runTable(
  ctx: QueryAsks,
  project: Project,
  question: TableQuestion,
  keyId: string | undefined,
): Promise<RanTable> {
  const { columns, filters, values = {}, limit, offset } = question;
  const { result } = await runStatement(ctx, project, toSql(question), { values, filters, limit }, keyId).catch(
    withoutAttr,
  );
  let from = 0;
  const places = columns.map(({ parts }) => {
    const place = { from, until: from + parts.length };
    from = place.until;
    return place;
  });
  return {
    results: result.results.map((row) =>
      columns.map(({ toValue }, index) => {
        const { from: start, until } = places[index] ?? { from: 0, until: 0 };
        return toValue === undefined ? row[start] : toValue(row.slice(start, until));
      }),
    ),
    columns: columns.map(({ name }) => name),
    types: places.map(({ from: start, until }) => {
      const types = result.types.slice(start, until).map(([, type]) => type);
      return types.length === 1 ? (types[0] ?? "String") : `Tuple(${types.join(", ")})`;
    }),
    hasMore: result.hasMore,
    limit,
    offset,
    hogql: result.hogql,
  };
}

function toSql(question: TableQuestion): string {
  const { from, columns, where, having, orderBy, limit, offset } = question;
  const keys = isGrouped(question) ? columns.flatMap((column) => column.keys) : [];
  const terms = orderBy.map(({ sort, isDescending }) => `${sort} ${isDescending ? "DESC" : "ASC"}`);
  return [
    `SELECT ${columns.flatMap(({ parts }) => parts).join(", ")}`,
    `FROM ${from}`,
    `WHERE ${where.map((text) => `(${text}\n)`).join(" AND ")}`,
    ...(keys.length > 0 ? [`GROUP BY ${keys.join(", ")}`] : []),
    ...(having.length > 0 ? [`HAVING ${having.map((text) => `(${text}\n)`).join(" AND ")}`] : []),
    ...(terms.length > 0 ? [`ORDER BY ${terms.join(", ")}`] : []),
    `LIMIT ${limit} OFFSET ${offset}`,
  ].join(" ");
}
