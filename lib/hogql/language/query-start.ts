import type { Cursor } from "./cursor.ts";

export function isQueryStart(cursor: Cursor): boolean {
  if (cursor.is("select") || cursor.is("values") || cursor.is("with")) return true;
  // ((select …) union …) is a query, ((1) + 2) is not.
  let ahead = 0;
  while (cursor.peek(ahead).source === "(") ahead += 1;
  return ahead > 0 && /^(?:select|with|values)$/i.test(cursor.peek(ahead).source) && isUnionAfter(cursor, ahead);
}

// Is there a set operator, or nothing, behind one of the first parentheses? `((select 1) + 2)` is an expression.
function isUnionAfter(cursor: Cursor, parentheses: number): boolean {
  let depth = parentheses;
  let lowest = parentheses;
  for (let ahead = parentheses; lowest > 0; ahead++) {
    const { source, kind } = cursor.peek(ahead);
    if (kind === "end") return true;
    if (source === "(") depth += 1;
    if (source === ")") depth -= 1;
    if (depth >= lowest) continue;
    lowest = depth;
    if (!/^(?:union|intersect|except|\)|;|limit|order)?$/i.test(cursor.peek(ahead + 1).source)) return false;
  }
  return true;
}
