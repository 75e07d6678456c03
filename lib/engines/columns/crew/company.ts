import type { Db } from "../../../storage/index.ts";
import { Deserted } from "./crew.ts";
import type { Crew } from "./crew.ts";

/** Other threads that can be called to answer a question with this one. */
export interface Company {
  /** How many there are now. */
  readonly others: number;
  /** Calls all of them to a question; the crew is over when `run` is. */
  call<T>(method: string, plan: unknown, run: (crew: Crew) => T): T;
}

/** Times that a question is begun together: somebody may write just then. */
const ATTEMPTS = 3;

/**
 * Answers a question with others, all of whom see the database at one and the same moment.
 *
 * How that is known: SQLite tells a connection whether another one has committed since it last looked (`PRAGMA data_version`).
 * The others look before the first one's transaction begins, and again in theirs, which begin after it: if nothing was
 * committed from the one look to the other, then all transactions see the same.
 * @param run is called in a transaction; the others call theirs in `follow`
 * @returns null = there is nobody, or they could not keep step: the question is to be answered alone
 */
export function lead<T>(
  db: Db,
  company: Company,
  { method, plan }: { method: string; plan: unknown },
  run: (crew: Crew) => T,
): { answer: T } | null {
  const begin = (crew: Crew): { answer: T } | null => {
    crew.gather(null);
    return inTransaction(db, () => {
      look(db);
      crew.gather(null);
      return crew.gather(true).every(Boolean) ? { answer: run(crew) } : null;
    });
  };
  try {
    for (let attempt = 0; attempt < ATTEMPTS && company.others > 0; attempt++) {
      const answered = company.call(method, plan, begin);
      if (answered !== null) return answered;
    }
  } catch (error) {
    if (!(error instanceof Deserted)) throw error;
  }
  return null;
}

/** The other side of `lead`, in each of the threads that were called. */
export function follow(db: Db, crew: Crew, run: (crew: Crew) => unknown): void {
  const before = look(db);
  crew.gather(null);
  crew.gather(null);
  inTransaction(db, () => {
    const isSame = look(db) === before;
    if (crew.gather(isSame).every(Boolean)) run(crew);
  });
}

/** Reads something, which begins the transaction's view, and tells what of others was seen. */
function look(db: Db): unknown {
  return db.sql("PRAGMA data_version").pluck().get();
}

function inTransaction<T>(db: Db, run: () => T): T {
  return db.sqlite.transaction(run).deferred();
}
