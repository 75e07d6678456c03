import type { Cursor } from "./cursor.ts";
import { parseName, spanned } from "./parse-name.ts";
import type { Expression } from "./tree.ts";

/** Signs behind a list. */
const CLOSING = new Set([")", "]", "}"]);

/** Expressions between commas; in brackets the last may have a comma behind it. */
export function parseList(cursor: Cursor, parse: (cursor: Cursor) => Expression = parseAliased): Expression[] {
  const items = [parse(cursor)];
  while (!isLastComma(cursor) && cursor.takeIf(",")) items.push(parse(cursor));
  return items;
}

/** Takes a comma before a closing bracket. */
function isLastComma(cursor: Cursor): boolean {
  const isLast = cursor.is(",") && CLOSING.has(cursor.peek(1).source);
  if (isLast) cursor.take();
  return isLast;
}

/** `x AS y`, `x AS 'y'`, or without a name. */
export function parseAliased(cursor: Cursor): Expression {
  const arg = cursor.grammar.expression(cursor);
  if (!cursor.takeIf("as")) return arg;
  const name = cursor.peek().kind === "text" ? cursor.take().value : parseName(cursor);
  return spanned(cursor, arg.start, { kind: "alias", arg, name });
}
