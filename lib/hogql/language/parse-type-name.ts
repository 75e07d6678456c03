import type { Cursor } from "./cursor.ts";
import { parseName } from "./parse-name.ts";

/** Such as `Nullable(Float64)`, as written. */
export function parseTypeName(cursor: Cursor): string {
  const { start } = cursor.peek();
  parseName(cursor);
  if (cursor.takeIf("(")) {
    do {
      if (cursor.peek().kind === "name") cursor.nested(() => parseTypeName(cursor));
      else cursor.take();
    } while (cursor.takeIf(","));
    cursor.expect(")");
  }
  return cursor.text.slice(start, cursor.endOfLast());
}
