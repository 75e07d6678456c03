import type { Context } from "../../../lib/handle/context.ts";

/** The error of every commit after a crash. */
export class Crash extends Error {}

/**
 * Lets the connection die at its nth commit from now on: it and all that follow fail, so that nothing of the transaction is
 * stored and nobody cleans up, as when the process were killed there. Close the connection then.
 * @returns whether it has died
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
