import { Refusal } from "../refusal.ts";
import type { Cursor } from "./cursor.ts";
import { isReserved } from "./keywords.ts";
import { parseExpression } from "./parse-expression.ts";
import { parseList } from "./parse-list.ts";
import { parseName } from "./parse-name.ts";
import { isQueryStart } from "./query-start.ts";
import type { Expression, Join, Query, SelectCore, Source } from "./tree.ts";

/** Joins that hoglet does not have. */
const UNSUPPORTED = ["asof", "any", "semi", "anti", "positional", "paste"];

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
  const isLeft = cursor.takeIf("left array join");
  if (!isLeft && !cursor.takeIf("inner array join") && !cursor.takeIf("array join")) return null;
  return { isLeft, items: parseList(cursor) };
}

function takeJoinWord(cursor: Cursor): string | null {
  if (cursor.takeIf(",")) return "CROSS JOIN";
  const mark = cursor.mark();
  cursor.takeIf("global");
  takeStrictness(cursor);
  const isNatural = cursor.takeIf("natural");
  const side = ["left", "right", "full", "inner", "cross"].find((word) => cursor.takeIf(word));
  if (side !== undefined && side !== "inner") cursor.takeIf("outer");
  takeStrictness(cursor);
  if (cursor.takeIf("join")) {
    return `${isNatural ? "NATURAL " : ""}${side === undefined ? "" : `${side.toUpperCase()} `}JOIN`;
  }
  cursor.reset(mark);
  return null;
}

/** ALL changes nothing. */
function takeStrictness(cursor: Cursor): void {
  const word = UNSUPPORTED.find((each) => cursor.is(each));
  if (word !== undefined) {
    const place = cursor.peek().start + 1;
    throw new Refusal(`${word.toUpperCase()} at character ${place} is not supported in a JOIN.`, "not_implemented");
  }
  cursor.takeIf("all");
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
  const before = parseSample(cursor);
  const next = cursor.peek();
  const isNamed = cursor.takeIf("as") || next.kind === "quoted" || (next.kind === "name" && !isReserved(next.value));
  const alias = isNamed ? parseName(cursor) : null;
  const columns = alias !== null && cursor.is("(") ? parseUsing(cursor) : null;
  const sample = parseSample(cursor) ?? before;
  return { ...source, alias, columns, sample, start, end: cursor.endOfLast() } as Source;
}

/** FINAL, which changes nothing here, and `SAMPLE 1/10 OFFSET 1/2`. */
function parseSample(cursor: Cursor): Source["sample"] {
  cursor.takeIf("final");
  if (!cursor.takeIf("sample")) return null;
  const ratio = parseRatio(cursor);
  return { ratio, offset: cursor.takeIf("offset") ? parseRatio(cursor) : 0 };
}

function parseRatio(cursor: Cursor): number {
  const whole = parseNumber(cursor);
  const ratio = cursor.takeIf("/") ? whole / parseNumber(cursor) : whole;
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new Refusal(`Expected a part from 0 to 1 before character ${cursor.endOfLast() + 1}, such as SAMPLE 1/10.`);
}

function parseNumber(cursor: Cursor): number {
  const { kind, value } = cursor.peek();
  if (kind !== "number") throw cursor.fail("a number");
  cursor.take();
  return Number(value);
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
