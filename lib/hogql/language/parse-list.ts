import type { Cursor } from "./cursor.ts";
import { parseName, spanned } from "./parse-name.ts";
import type { Expression } from "./tree.ts";

/** The signs behind a list in brackets. */
const CLOSING = new Set([")", "]", "}"]);

/** Parses expressions that commas separate; the last may have a comma behind it within brackets. */
export function parseList(cursor: Cursor, parse: (cursor: Cursor) => Expression = parseAliased): Expression[] {
  const items = [parse(cursor)];
  while (!isLastComma(cursor) && cursor.takeIf(",")) items.push(parse(cursor));
  return items;
}

/** Takes the comma before a closing bracket, if it is here. */
function isLastComma(cursor: Cursor): boolean {
  const isLast = cursor.is(",") && CLOSING.has(cursor.peek(1).source);
  if (isLast) cursor.take();
  return isLast;
}

/** Parses an expression that may have a name: `x AS y`, `x AS 'y'`. */
export function parseAliased(cursor: Cursor): Expression {
  const arg = cursor.grammar.expression(cursor);
  if (!cursor.takeIf("as")) return arg;
  const name = cursor.peek().kind === "text" ? cursor.take().value : parseName(cursor);
  return spanned(cursor, arg.start, { kind: "alias", arg, name });
}
