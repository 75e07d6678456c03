import type { Cursor } from "./cursor.ts";
import type { CallNode, Expression } from "./tree.ts";

/** Parses a name in any quotes. */
export function parseName(cursor: Cursor): string {
  const { kind, value } = cursor.peek();
  if (kind !== "name" && kind !== "quoted") throw cursor.fail("a name");
  cursor.take();
  return value;
}

type Unspanned<T> = T extends unknown ? Omit<T, "start" | "end"> : never;

/** A node's place, up to the last token. */
export function spanned(cursor: Cursor, start: number, node: Unspanned<Expression>): Expression {
  return { ...node, start, end: cursor.endOfLast() } as Expression;
}

/** A call with nothing but arguments. */
export function toCall(name: string, args: Expression[]): Omit<CallNode, "start" | "end"> {
  return { kind: "call", name, args, parameters: null, isDistinct: false, orderBy: [], filter: null, over: null };
}
