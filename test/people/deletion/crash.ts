import type { Context } from "../../../lib/handle/context.ts";

/** The error of every commit after a crash. */
export class Crash extends Error {}

/**
 * Makes the connection's nth commit from now on, and all later commits, fail: the transaction is lost and no code cleans up,
 * as if the process were killed there. Close the connection afterwards.
 * @returns a function that tells whether it has crashed
 */
export function crashAtCommit({ db }: Pick<Context, "db">, nth: number): () => boolean {
  const commit = db.sql("COMMIT");
  const run = commit.run.bind(commit);
  let left = nth;
  commit.run = () => {
    if (--left > 0) return run();
    throw new Crash("killed");
  };
  return () => left <= 0;
}
