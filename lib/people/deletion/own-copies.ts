import { randomBytes } from "node:crypto";
import { toIso } from "../../base/clock.ts";
import { writeAside } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { notes } from "../../storage/tables/index.ts";

// Copies that hoglet makes itself (`lib/copies`, the option `copies`) leave by age: a receipt waits until every kept
// moment is younger than its deletion. A note of no project tells every process of them.

/** The copies' name in receipts; `lib/copies/copy.ts` looks for it. */
export const OWN_COPIES = "copies";

/**
 * Ms by which a moment may outlive its age: a day's moments go together, and copies come every twelve hours at least.
 */
const LATE_MS = 2 * 86_400_000;

interface Registered {
  /** Names the database in its copies. */
  database: string;
  keepMs: number;
}

/** Project 0 does not exist. */
const OF_NO_PROJECT = 0;

const registered = query((db) =>
  db
    .select({ value: notes.value })
    .from(notes)
    .where(and(eq(notes.projectId, OF_NO_PROJECT), eq(notes.name, OWN_COPIES))),
);

function readRegistered(db: Db): Registered | null {
  const row = registered.get(db);
  return row === undefined ? null : (JSON.parse(row.value) as Registered);
}

/** Notes that the database is copied, before its first copy. */
export async function registerOwnCopies(db: Db, keepMs: number): Promise<void> {
  const before = readRegistered(db);
  if (before?.keepMs === keepMs) return;
  const value = JSON.stringify({
    database: before?.database ?? randomBytes(16).toString("hex"),
    keepMs,
  } satisfies Registered);
  await writeAside(db, () => {
    db.sql("INSERT OR REPLACE INTO notes (project_id, name, value) VALUES (?, ?, ?)").run(
      OF_NO_PROJECT,
      OWN_COPIES,
      value,
    );
  });
}

/** The time by which no copy has what is deleted now; null = the database has no copies of hoglet's own. ISO text. */
export function ownCopiesGoneBy(db: Db, nowMs: number): string | null {
  const copies = readRegistered(db);
  return copies === null ? null : toIso(nowMs + copies.keepMs + LATE_MS);
}
