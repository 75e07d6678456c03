import type { Plan } from "../../../port/plan.ts";
import type { Db } from "../../../storage/index.ts";
import { PeerLost } from "./worker-group.ts";
import type { WorkerGroup } from "./worker-group.ts";

/** Other threads that can help this thread to answer a question. */
export interface GroupCaller {
  /** Their number now. */
  readonly others: number;
  /** Calls all of them to a question; the worker group ends with `run`. */
  call<T>(plan: Plan, run: (workers: WorkerGroup) => T): T;
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
 * @param run runs in a transaction; the others run theirs in `joinQuestion`
 * @returns null = there are no others, or they could not start at the same moment: answer the question alone
 */
export function shareQuestion<T>(
  db: Db,
  caller: GroupCaller,
  plan: Plan,
  run: (workers: WorkerGroup) => T,
): { answer: T } | null {
  const begin = (workers: WorkerGroup): { answer: T } | null => {
    workers.gather(null);
    return inTransaction(db, () => {
      readDataVersion(db);
      workers.gather(null);
      return workers.gather(true).every(Boolean) ? { answer: run(workers) } : null;
    });
  };
  try {
    for (let attempt = 0; attempt < ATTEMPTS && caller.others > 0; attempt++) {
      const answered = caller.call(plan, begin);
      if (answered !== null) return answered;
    }
  } catch (error) {
    if (!(error instanceof PeerLost)) throw error;
  }
  return null;
}

/** The counterpart of `shareQuestion` in each of the called threads. */
export function joinQuestion(db: Db, workers: WorkerGroup, run: (workers: WorkerGroup) => unknown): void {
  const before = readDataVersion(db);
  workers.gather(null);
  workers.gather(null);
  inTransaction(db, () => {
    const isSame = readDataVersion(db) === before;
    if (workers.gather(isSame).every(Boolean)) run(workers);
  });
}

/** Reads a row, which begins the transaction's view, and returns the number that changes with others' commits. */
function readDataVersion(db: Db): unknown {
  return db.sql("PRAGMA data_version").pluck().get();
}

function inTransaction<T>(db: Db, run: () => T): T {
  return db.sqlite.transaction(run).deferred();
}
