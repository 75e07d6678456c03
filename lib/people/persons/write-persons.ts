import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";

/**
 * A transaction over distinct ids and persons: `write`, which also writes the rows of changed persons before its end.
 */
export async function writePersons<T>(ctx: Pick<Context, "db" | "identity">, fn: () => T): Promise<T> {
  let result: T | undefined;
  await write(ctx.db, () => {
    result = fn();
    ctx.identity.flush();
  });
  return result as T;
}
