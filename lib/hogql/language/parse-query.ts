import { Refusal } from "../refusal.ts";
import { createCursor } from "./cursor.ts";
import type { Cursor, Grammar } from "./cursor.ts";
import { parseOrderBy, parseWindow } from "./parse-call.ts";
import { parseExpression } from "./parse-expression.ts";
import { parseFrom } from "./parse-from.ts";
import { isReserved } from "./keywords.ts";
import { parseAliased, parseList } from "./parse-list.ts";
import { parseName } from "./parse-name.ts";
import { isQueryStart } from "./query-start.ts";
import type { CommonTable, Expression, Order, Query, SelectCore, ValuesCore, WindowSpec } from "./tree.ts";

const GRAMMAR: Grammar = { expression: parseExpression, query: parseQuery };

/** SELECTs in one UNION: SQLite's own bound. */
const MAX_MEMBERS = 500;

/**
 * A SELECT, VALUES, or several of them, with WITH.
 * @throws Refusal naming the first place that fits no statement
 */
export function parseStatement(text: string): Query {
  const cursor = createCursor(text, GRAMMAR);
  if (!isQueryStart(cursor) && !cursor.is("(")) throw new Refusal("Only a single SELECT can be run.");
  const query = parseQuery(cursor);
  while (cursor.takeIf(";"));
  if (cursor.peek().kind === "end") return query;
  const isSecond = cursor.text.slice(query.end, cursor.peek().start).includes(";");
  throw isSecond ? new Refusal("The query has more than one statement.") : cursor.fail("the end of the query");
}

/** Such as a member of an EventsQuery's `select`. */
export function parseSingleExpression(text: string): Expression {
  const cursor = createCursor(text, GRAMMAR);
  const expression = parseAliased(cursor);
  if (cursor.peek().kind !== "end") throw cursor.fail("the end of the expression");
  return expression;
}

/** A SELECT, VALUES, or a UNION. */
export function parseQuery(cursor: Cursor): Query {
  return cursor.nested(() => {
    const { start } = cursor.peek();
    const isWith = cursor.takeIf("with");
    const isRecursive = isWith && cursor.takeIf("recursive");
    const common = isWith ? parseCommonTables(cursor) : [];
    const first = parseCore(cursor);
    const rest: Query["rest"] = [];
    for (let word = takeSetWord(cursor); word !== null; word = takeSetWord(cursor)) {
      if (rest.length >= MAX_MEMBERS) throw new Refusal(`The query has more than ${MAX_MEMBERS} terms in a UNION.`);
      rest.push({ word, core: parseCore(cursor) });
    }
    const query: Query = {
      kind: "union",
      isRecursive,
      with: common,
      first,
      rest,
      orderBy: [],
      limit: null,
      offset: null,
      start,
      end: 0,
    };
    return { ...hoist(cursor, query), end: cursor.endOfLast() };
  });
}

/** As in SQLite, the clauses behind several members belong to all. */
function hoist(cursor: Cursor, query: Query): Query {
  const last = query.rest.at(-1)?.core;
  if (last === undefined || last.kind !== "select") {
    const isOwn = query.first.kind === "select" && last === undefined;
    return isOwn ? query : { ...query, orderBy: parseOrderBy(cursor), ...parseLimit(cursor) };
  }
  const { orderBy, limit, offset } = last;
  query.rest[query.rest.length - 1] = {
    word: query.rest.at(-1)?.word ?? "",
    core: { ...last, orderBy: [], limit: null, offset: null },
  };
  return { ...query, orderBy, limit, offset };
}

function takeSetWord(cursor: Cursor): string | null {
  if (cursor.takeIf("union all")) return "UNION ALL";
  if (cursor.takeIf("union distinct") || cursor.takeIf("union")) return "UNION";
  if (cursor.takeIf("intersect distinct") || cursor.takeIf("intersect")) return "INTERSECT";
  if (cursor.takeIf("except distinct") || cursor.takeIf("except")) return "EXCEPT";
  return null;
}

function parseCommonTables(cursor: Cursor): CommonTable[] {
  const tables: CommonTable[] = [];
  do {
    tables.push(parseCommonTable(cursor));
  } while (cursor.takeIf(","));
  return tables;
}

function parseCommonTable(cursor: Cursor): CommonTable {
  const mark = cursor.mark();
  const { kind } = cursor.peek();
  if (kind === "name" || kind === "quoted") {
    const name = parseName(cursor);
    const columns = cursor.is("(") ? parseNames(cursor) : null;
    if ((columns !== null || cursor.is("as")) && cursor.takeIf("as")) {
      void (cursor.takeIf("not materialized") || cursor.takeIf("materialized"));
      if (cursor.takeIf("(")) {
        const body = parseQuery(cursor);
        cursor.expect(")");
        return { name, columns, body };
      }
    }
  }
  cursor.reset(mark);
  const body = parseExpression(cursor);
  cursor.expect("as");
  return { name: parseName(cursor), columns: null, body };
}

function parseNames(cursor: Cursor): string[] | null {
  const mark = cursor.mark();
  cursor.expect("(");
  const names: string[] = [];
  do {
    const { kind } = cursor.peek();
    if (kind !== "name" && kind !== "quoted") {
      cursor.reset(mark);
      return null;
    }
    names.push(parseName(cursor));
  } while (cursor.takeIf(","));
  if (cursor.takeIf(")")) return names;
  cursor.reset(mark);
  return null;
}

function parseCore(cursor: Cursor): SelectCore | ValuesCore | Query {
  const { start } = cursor.peek();
  if (cursor.takeIf("(")) {
    const query = parseQuery(cursor);
    cursor.expect(")");
    return query;
  }
  if (cursor.takeIf("values")) {
    const rows: Expression[][] = [];
    do {
      cursor.expect("(");
      rows.push(parseList(cursor, parseExpression));
      cursor.expect(")");
    } while (cursor.takeIf(","));
    return { kind: "values", rows, start, end: cursor.endOfLast() };
  }
  cursor.expect("select");
  return parseSelect(cursor, start);
}

function parseSelect(cursor: Cursor, start: number): SelectCore {
  const distinctBy = cursor.takeIf("distinct on") ? parseGroup(cursor) : null;
  const isDistinct = distinctBy === null && cursor.takeIf("distinct");
  if (!isDistinct) cursor.takeIf("all");
  const columns = parseColumns(cursor);
  const { joins, arrayJoins } = cursor.takeIf("from") ? parseFrom(cursor) : { joins: [], arrayJoins: null };
  const prewhere = cursor.takeIf("prewhere") ? parseExpression(cursor) : null;
  const where = cursor.takeIf("where") ? parseExpression(cursor) : null;
  const isGroupedByAll = cursor.takeIf("group by all");
  const groupBy = cursor.takeIf("group by") ? parseList(cursor) : [];
  refuseTotals(cursor);
  const having = cursor.takeIf("having") ? parseExpression(cursor) : null;
  const windows = cursor.takeIf("window") ? parseWindows(cursor) : [];
  const qualify = cursor.takeIf("qualify") ? parseExpression(cursor) : null;
  const orderBy = cursor.are("order by all") ? parseOrderByAll(cursor, columns) : parseOrderBy(cursor);
  const { limitBy, ...limits } = parseLimit(cursor);
  if (distinctBy !== null && limitBy !== null) throw new Refusal("DISTINCT ON and LIMIT BY cannot stand together.");
  return {
    kind: "select",
    isDistinct,
    columns,
    from: joins,
    arrayJoins,
    where: both(prewhere, where),
    groupBy,
    isGroupedByAll,
    having,
    windows,
    qualify,
    orderBy,
    limitBy: distinctBy === null ? limitBy : { count: 1, offset: 0, by: distinctBy },
    ...limits,
    start,
    end: cursor.endOfLast(),
  };
}

function parseGroup(cursor: Cursor): Expression[] {
  cursor.expect("(");
  const items = parseList(cursor, parseExpression);
  cursor.expect(")");
  return items;
}

function refuseTotals(cursor: Cursor): void {
  const word = ["with totals", "with rollup", "with cube", "sets"].find((each) => cursor.are(each));
  if (word === undefined) return;
  throw new Refusal(
    `${word.toUpperCase()} at character ${cursor.peek().start + 1} is not supported behind GROUP BY.`,
    "not_implemented",
  );
}

/** `ORDER BY ALL DESC`: by each column. */
function parseOrderByAll(cursor: Cursor, columns: readonly Expression[]): Order[] {
  if (columns.some(({ kind }) => kind === "star")) throw cursor.fail("columns by their names with ORDER BY ALL");
  cursor.takeIf("order by all");
  const isDescending = cursor.takeIf("desc") || cursor.takeIf("descending");
  if (!isDescending) void (cursor.takeIf("asc") || cursor.takeIf("ascending"));
  return columns.map(({ start, end }, index) => {
    return { arg: { kind: "constant", value: index + 1, start, end }, isDescending, nulls: null, fill: null };
  });
}

function both(left: Expression | null, right: Expression | null): Expression | null {
  if (left === null || right === null) return left ?? right;
  return { kind: "binary", operator: "and", left, right, start: left.start, end: right.end };
}

function parseColumns(cursor: Cursor): Expression[] {
  const columns: Expression[] = [];
  do {
    // PostHog accepts a comma before FROM.
    if (columns.length > 0 && (cursor.is("from") || cursor.peek().kind === "end")) break;
    const column = parseAliased(cursor);
    const next = cursor.peek();
    const isNamed = next.kind === "quoted" || (next.kind === "name" && !isReserved(next.value));
    const name = column.kind === "alias" || !isNamed ? null : parseName(cursor);
    columns.push(
      name === null ? column : { kind: "alias", arg: column, name, start: column.start, end: cursor.endOfLast() },
    );
  } while (cursor.takeIf(","));
  return columns;
}

function parseWindows(cursor: Cursor): [string, WindowSpec][] {
  const windows: [string, WindowSpec][] = [];
  do {
    const name = parseName(cursor);
    cursor.expect("as");
    windows.push([name, parseWindow(cursor)]);
  } while (cursor.takeIf(","));
  return windows;
}

function parseLimit(cursor: Cursor): Pick<SelectCore, "limitBy" | "limit" | "offset"> {
  let limitBy: SelectCore["limitBy"] = null;
  while (cursor.takeIf("limit")) {
    const first = parseExpression(cursor);
    const second = cursor.takeIf(",") ? parseExpression(cursor) : null;
    const own = cursor.takeIf("offset") ? parseExpression(cursor) : null;
    if (!cursor.takeIf("by")) {
      return { limitBy, limit: second ?? first, offset: second === null ? own : first };
    }
    const [count, offset] = second === null ? [first, own] : [second, first];
    limitBy = {
      count: expectCount(cursor, count),
      offset: offset === null ? 0 : expectCount(cursor, offset),
      by: parseList(cursor, parseExpression),
    };
  }
  return { limitBy, limit: null, offset: cursor.takeIf("offset") ? parseExpression(cursor) : null };
}

function expectCount(cursor: Cursor, node: Expression): number {
  if (node.kind === "constant" && typeof node.value === "number") return node.value;
  throw cursor.fail("LIMIT with a number before BY");
}
