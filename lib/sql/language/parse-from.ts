import { Refusal } from "../refusal.ts";
import type { Cursor } from "./cursor.ts";
import { isReserved } from "./keywords.ts";
import { parseExpression } from "./parse-expression.ts";
import { parseList } from "./parse-list.ts";
import { parseName } from "./parse-name.ts";
import { isQueryStart } from "./query-start.ts";
import type { Expression, Join, Query, SelectCore, Source } from "./tree.ts";

const UNSUPPORTED = ["asof", "any", "semi", "anti", "sample", "global any"];

/** Parses the sources behind FROM, with their joins. */
export function parseFrom(cursor: Cursor): { joins: Join[]; arrayJoins: SelectCore["arrayJoins"] } {
  const joins: Join[] = [{ word: null, source: parseSource(cursor), on: null, using: null }];
  for (;;) {
    const arrays = parseArrayJoin(cursor);
    if (arrays !== null) return { joins, arrayJoins: arrays };
    const word = takeJoinWord(cursor);
    if (word === null) return { joins, arrayJoins: null };
    const source = parseSource(cursor);
    const on = cursor.takeIf("on") ? parseExpression(cursor) : null;
    joins.push({ word, source, on, using: on === null && cursor.takeIf("using") ? parseUsing(cursor) : null });
  }
}

function parseArrayJoin(cursor: Cursor): SelectCore["arrayJoins"] {
  const isLeft = cursor.are("left array join");
  if (!isLeft && !cursor.are("array join")) return null;
  cursor.takeIf(isLeft ? "left array join" : "array join");
  return { isLeft, items: parseList(cursor) };
}

function takeJoinWord(cursor: Cursor): string | null {
  if (cursor.takeIf(",")) return "CROSS JOIN";
  const mark = cursor.mark();
  cursor.takeIf("global");
  const unsupported = UNSUPPORTED.find((word) => cursor.is(word));
  if (unsupported !== undefined) {
    throw new Refusal(`${unsupported.toUpperCase()} is not supported in a FROM clause.`, "not_implemented");
  }
  const isNatural = cursor.takeIf("natural");
  const side = ["left", "right", "full", "inner", "cross"].find((word) => cursor.takeIf(word));
  if (side !== undefined && side !== "inner") cursor.takeIf("outer");
  if (cursor.takeIf("join")) {
    return `${isNatural ? "NATURAL " : ""}${side === undefined ? "" : `${side.toUpperCase()} `}JOIN`;
  }
  cursor.reset(mark);
  return null;
}

function parseUsing(cursor: Cursor): string[] {
  if (!cursor.takeIf("(")) return [parseName(cursor)];
  const names = [parseName(cursor)];
  while (cursor.takeIf(",")) names.push(parseName(cursor));
  cursor.expect(")");
  return names;
}

function parseSource(cursor: Cursor): Source {
  const { start } = cursor.peek();
  const source = parseBareSource(cursor);
  cursor.takeIf("final");
  const next = cursor.peek();
  const isNamed = cursor.takeIf("as") || next.kind === "quoted" || (next.kind === "name" && !isReserved(next.value));
  const alias = isNamed ? parseName(cursor) : null;
  const columns = alias !== null && cursor.is("(") ? parseUsing(cursor) : null;
  return { ...source, alias, columns, start, end: cursor.endOfLast() } as Source;
}

type BareSource =
  | { kind: "table"; name: string[] }
  | { kind: "function"; name: string; args: Expression[] }
  | { kind: "subquery"; query: Query };

function parseBareSource(cursor: Cursor): BareSource {
  if (cursor.takeIf("(")) {
    if (!isQueryStart(cursor)) throw cursor.fail('"SELECT"');
    const query = cursor.grammar.query(cursor);
    cursor.expect(")");
    return { kind: "subquery", query };
  }
  const first = parseName(cursor);
  if (cursor.takeIf("(")) {
    const args = cursor.is(")") ? [] : parseList(cursor, parseExpression);
    cursor.expect(")");
    return { kind: "function", name: first, args };
  }
  const name = [first];
  while (cursor.takeIf(".")) name.push(parseName(cursor));
  return { kind: "table", name };
}
