import type { Cursor } from "./cursor.ts";
import { parseName, spanned } from "./parse-name.ts";
import type { Expression } from "./tree.ts";

/** Parses expressions that commas separate. */
export function parseList(cursor: Cursor, parse: (cursor: Cursor) => Expression = parseAliased): Expression[] {
  const items = [parse(cursor)];
  while (cursor.takeIf(",")) items.push(parse(cursor));
  return items;
}

/** Parses an expression that may have a name: `x AS y`. */
export function parseAliased(cursor: Cursor): Expression {
  const arg = cursor.grammar.expression(cursor);
  if (!cursor.takeIf("as")) return arg;
  return spanned(cursor, arg.start, { kind: "alias", arg, name: parseName(cursor) });
}
