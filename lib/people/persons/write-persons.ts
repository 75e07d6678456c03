import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";

/** `write`, which also writes changed persons before its end. */
export async function writePersons<T>(ctx: Pick<Context, "db" | "identity">, fn: () => T): Promise<T> {
  let result: T | undefined;
  await write(ctx.db, () => {
    result = fn();
    ctx.identity.flush();
  });
  return result as T;
}
