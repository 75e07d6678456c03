import { Refusal } from "../refusal.ts";
import type { Cursor } from "./cursor.ts";
import { parseList } from "./parse-list.ts";
import { parseName, spanned, toCall } from "./parse-name.ts";
import type { Expression, Fill, Order, WindowSpec } from "./tree.ts";

/** `name(…)`, `name(…)(…)`, with DISTINCT, FILTER and OVER. */
export function parseCall(cursor: Cursor): Expression {
  const { start } = cursor.peek();
  const name = parseName(cursor);
  cursor.expect("(");
  const side = /^trim$/i.test(name) ? takeTrimmed(cursor) : undefined;
  if (side !== undefined) return parseTrim(cursor, start, side);
  if (/^extract$/i.test(name) && cursor.peek().kind === "name" && cursor.peek(1).source.toLowerCase() === "from") {
    return parseExtract(cursor, start);
  }
  let isDistinct = cursor.takeIf("distinct");
  let args = takesLambda(cursor, name) ? parseLambdaFirst(cursor) : parseArguments(cursor);
  let orderBy = parseOrderBy(cursor);
  cursor.expect(")");
  let parameters: Expression[] | null = null;
  if (cursor.takeIf("(")) {
    parameters = args;
    isDistinct = cursor.takeIf("distinct");
    args = parseArguments(cursor);
    orderBy = parseOrderBy(cursor);
    cursor.expect(")");
  }
  const filter = parseFilter(cursor);
  const over = parseOver(cursor);
  return spanned(cursor, start, { kind: "call", name, parameters, args, isDistinct, orderBy, filter, over });
}

/** `EXTRACT(DAY FROM x)` calls the function of that part of time. */
function parseExtract(cursor: Cursor, start: number): Expression {
  const name = cursor.take().value;
  cursor.expect("from");
  const args = [cursor.grammar.expression(cursor)];
  cursor.expect(")");
  return spanned(cursor, start, toCall(name, args));
}

const TRIMS = { both: "trimBoth", leading: "trimLeft", trailing: "trimRight" };

/** The word of `TRIM(LEADING 'x' FROM y)`. @returns its function; undefined = an ordinary call */
function takeTrimmed(cursor: Cursor): string | undefined {
  if (cursor.peek(1).kind !== "text") return undefined;
  return Object.entries(TRIMS).find(([word]) => cursor.takeIf(word))?.[1];
}

function parseTrim(cursor: Cursor, start: number, name: string): Expression {
  const { value, start: at, end } = cursor.take();
  cursor.expect("from");
  const args: Expression[] = [cursor.grammar.expression(cursor), { kind: "constant", value, start: at, end }];
  cursor.expect(")");
  return spanned(cursor, start, toCall(name, args));
}

/** `x -> 'text'` is a lambda in functions of arrays, else it reaches into JSON. */
function takesLambda(cursor: Cursor, name: string): boolean {
  return /^array/i.test(name) && cursor.peek().kind === "name" && cursor.peek(1).source === "->";
}

function parseLambdaFirst(cursor: Cursor): Expression[] {
  const { start, value } = cursor.take();
  cursor.expect("->");
  const lambda = spanned(cursor, start, { kind: "lambda", names: [value], body: cursor.grammar.expression(cursor) });
  return cursor.takeIf(",") ? [lambda, ...parseArguments(cursor)] : [lambda];
}

/** Arguments, or a subquery without its own parentheses. */
function parseArguments(cursor: Cursor): Expression[] {
  if (cursor.is(")")) return [];
  if (!cursor.is("select") && !cursor.is("with")) return parseList(cursor);
  const { start } = cursor.peek();
  const query = cursor.nested(() => cursor.grammar.query(cursor));
  return [{ kind: "query", query, start, end: cursor.endOfLast() }];
}

function parseFilter(cursor: Cursor): Expression | null {
  if (!cursor.are("filter ( where")) return null;
  cursor.takeIf("filter ( where");
  const filter = cursor.grammar.expression(cursor);
  cursor.expect(")");
  return filter;
}

function parseOver(cursor: Cursor): WindowSpec | string | null {
  if (!cursor.takeIf("over")) return null;
  if (!cursor.is("(")) return parseName(cursor);
  return parseWindow(cursor);
}

/** `(PARTITION BY … ORDER BY … ROWS …)`. */
export function parseWindow(cursor: Cursor): WindowSpec {
  cursor.expect("(");
  const starts = ["partition", "order", "rows", "range", "groups", ")"];
  const base = starts.some((word) => cursor.is(word)) ? null : parseName(cursor);
  const partitionBy = cursor.takeIf("partition by") ? parseList(cursor) : [];
  const orderBy = parseOrderBy(cursor);
  const frame = parseFrame(cursor);
  cursor.expect(")");
  return { base, partitionBy, orderBy, frame };
}

export function parseOrderBy(cursor: Cursor): Order[] {
  if (!cursor.takeIf("order by")) return [];
  const orders = [parseOrder(cursor)];
  while (cursor.takeIf(",")) orders.push(parseOrder(cursor));
  return orders;
}

function parseOrder(cursor: Cursor): Order {
  const arg = cursor.grammar.expression(cursor);
  const isDescending = cursor.takeIf("desc") || cursor.takeIf("descending");
  if (!isDescending) void (cursor.takeIf("asc") || cursor.takeIf("ascending"));
  const nulls = cursor.takeIf("nulls first") ? "first" : cursor.takeIf("nulls last") ? "last" : null;
  const fill = cursor.takeIf("with fill") ? parseFill(cursor) : null;
  const unsupported = ["collate", "interpolate"].find((word) => cursor.is(word));
  if (unsupported === undefined) return { arg, isDescending, nulls, fill };
  throw new Refusal(
    `${unsupported.toUpperCase()} at character ${cursor.peek().start + 1} is not supported behind ORDER BY.`,
    "not_implemented",
  );
}

function parseFill(cursor: Cursor): Fill {
  const part = (word: string) => (cursor.takeIf(word) ? cursor.grammar.expression(cursor) : null);
  return { from: part("from"), to: part("to"), step: part("step") };
}

const UNITS = ["rows", "range", "groups"];

function parseFrame(cursor: Cursor): string | null {
  const unit = UNITS.find((word) => cursor.takeIf(word));
  if (unit === undefined) return null;
  if (!cursor.takeIf("between")) return `${unit} ${parseBound(cursor)}`;
  const from = parseBound(cursor);
  cursor.expect("and");
  return `${unit} BETWEEN ${from} AND ${parseBound(cursor)}`;
}

function parseBound(cursor: Cursor): string {
  if (cursor.takeIf("current row")) return "CURRENT ROW";
  const token = cursor.take();
  const isCount = token.kind === "number" && /^\d{1,15}$/.test(token.value);
  if (!isCount && token.source.toLowerCase() !== "unbounded") throw cursor.fail("the bound of a frame");
  const side = ["preceding", "following"].find((word) => cursor.takeIf(word));
  if (side === undefined) throw cursor.fail('"PRECEDING" or "FOLLOWING"');
  return `${token.value} ${side}`;
}
