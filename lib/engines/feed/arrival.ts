import { performance, sleep } from "../../base/platform.ts";
import { unavailable } from "../../base/errors.ts";
import { writeAside } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";

// The first counts the changes of its followers in a note of no project, whose page comes to their files behind those of the change.

const NAME = "shipping";

/** Ms for the first's commit to arrive. */
const ARRIVE_MS = 5000;

/** Ms between two looks, each of a few µs. */
const LOOK_MS = 10;

function countOf(db: Db): number {
  const value = db.sql<string>("SELECT value FROM notes WHERE project_id = 0 AND name = ?").pluck().get(NAME);
  return value === undefined ? 0 : Number(value);
}

/** Counts a change that is committed. @returns the count, by which its arrival is known */
export function countChange(db: Db): Promise<number> {
  return writeAside(db, () => {
    const count = countOf(db) + 1;
    db.sql("INSERT OR REPLACE INTO notes (project_id, name, value) VALUES (0, ?, ?)").run(NAME, String(count));
    return count;
  });
}

/** Resolves when the follower's file has the change. @throws HogletError 503 after five seconds */
export async function untilArrived(db: Db, count: number): Promise<void> {
  const endMs = performance.now() + ARRIVE_MS;
  while (countOf(db) < count) {
    if (performance.now() > endMs)
      throw unavailable("not_current", "The commits of the first do not arrive here in time. Try again.", undefined);
    await sleep(LOOK_MS);
  }
}
