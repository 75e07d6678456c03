import type { Plan } from "../../../port/plan.ts";
import type { Db } from "../../../storage/index.ts";
import { Deserted } from "./crew.ts";
import type { Crew } from "./crew.ts";

/** Other threads that can help this thread to answer a question. */
export interface Company {
  /** Their number now. */
  readonly others: number;
  /** Calls all of them to a question; the crew ends with `run`. */
  call<T>(plan: Plan, run: (crew: Crew) => T): T;
}

/** Tries of a shared start, since another process may commit just then. */
const ATTEMPTS = 3;

/**
 * Answers a question with others, which all see the database at the same moment.
 *
 * The proof: SQLite tells a connection whether another connection has committed since its last check (`PRAGMA
 * data_version`). The other threads check before the first thread's transaction begins, and again in their own
 * transactions, which begin after it. If nothing was committed between the two checks, all transactions see the same
 * data.
 * @param run runs in a transaction; the others run theirs in `follow`
 * @returns null = there are no others, or they could not start at the same moment: answer the question alone
 */
export function lead<T>(db: Db, company: Company, plan: Plan, run: (crew: Crew) => T): { answer: T } | null {
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
      const answered = company.call(plan, begin);
      if (answered !== null) return answered;
    }
  } catch (error) {
    if (!(error instanceof Deserted)) throw error;
  }
  return null;
}

/** The counterpart of `lead` in each of the called threads. */
export function follow(db: Db, crew: Crew, run: (crew: Crew) => unknown): void {
  const before = look(db);
  crew.gather(null);
  crew.gather(null);
  inTransaction(db, () => {
    const isSame = look(db) === before;
    if (crew.gather(isSame).every(Boolean)) run(crew);
  });
}

/** Reads a row, which begins the transaction's view, and returns the number that changes with others' commits. */
function look(db: Db): unknown {
  return db.sql("PRAGMA data_version").pluck().get();
}

function inTransaction<T>(db: Db, run: () => T): T {
  return db.sqlite.transaction(run).deferred();
}
