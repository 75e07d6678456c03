import type { Plan } from "../../../port/plan.ts";
import type { Db } from "../../../storage/index.ts";
import { PeerLost } from "./worker-group.ts";
import type { WorkerGroup } from "./worker-group.ts";

/** Other threads that can help this thread to answer a question. */
export interface GroupCaller {
  /** The number of other threads. */
  readonly others: number;
  /**
   * Calls all other threads to a question; the worker group ends with `run`.
   * @param isUnchanged the database is as at the last shared question
   */
  call<T>(plan: Plan, isUnchanged: boolean, run: (workers: WorkerGroup) => T): T;
}

/** The state of the database that this thread and the others last agreed on. Each thread keeps one. */
export interface AgreedState {
  /** This connection's `PRAGMA data_version` then; undefined = no agreement. */
  version: unknown;
}

/** Tries of a shared start: another process may commit meanwhile. */
const ATTEMPTS = 3;

/**
 * Answers a question with other threads, which all see the database at the same moment.
 *
 * The proof: SQLite tells a connection whether another connection has committed since its last check (`PRAGMA
 * data_version`). The other threads check before the first thread's transaction begins, and again in their own
 * transactions, which begin after it. If nothing was committed between the two checks, all transactions see the same
 * data.
 *
 * The last shared question counts as the earlier check. While nothing is committed, as on a dashboard, each thread
 * checks once, in its transaction, and waits for no other. A commit changes the number of every connection except the
 * writer's, so at least one thread sees it, and gives the question up.
 * @param run runs in a transaction; the others run theirs in `joinQuestion`
 * @returns null = there are no others, or they could not start at the same moment: answer alone
 */
export function shareQuestion<T>(
  db: Db,
  { caller, agreed }: { caller: GroupCaller; agreed: AgreedState },
  plan: Plan,
  run: (workers: WorkerGroup) => T,
): { answer: T } | null {
  const begin = (workers: WorkerGroup): { answer: T } | null => {
    workers.gather(null);
    return inTransaction(db, () => {
      const version = readDataVersion(db);
      workers.gather(null);
      agreed.version = workers.gather(true).every(Boolean) ? version : undefined;
      return agreed.version === undefined ? null : { answer: run(workers) };
    });
  };
  // The others are called first, so that all begin at once: a view that passes the check is that of the last agreement.
  const beginUnchanged = (): { answer: T } | null =>
    caller.call(plan, true, (workers) =>
      inTransaction(db, () => {
        if (readDataVersion(db) !== agreed.version) throw new PeerLost();
        return { answer: run(workers) };
      }),
    );
  // Sees an earlier commit without a call to the other threads.
  const isLikely = agreed.version !== undefined && readDataVersion(db) === agreed.version;
  const unchanged = isLikely ? unlessLost(beginUnchanged) : null;
  if (unchanged !== null) return unchanged;
  agreed.version = undefined;
  return unlessLost(() => {
    for (let attempt = 0; attempt < ATTEMPTS && caller.others > 0; attempt++) {
      const answered = caller.call(plan, false, begin);
      if (answered !== null) return answered;
    }
    return null;
  });
}

/** The counterpart of `shareQuestion` in the other threads. */
export function joinQuestion(
  db: Db,
  { workers, agreed, isUnchanged }: { workers: WorkerGroup; agreed: AgreedState; isUnchanged: boolean },
  run: (workers: WorkerGroup) => unknown,
): void {
  if (isUnchanged) {
    inTransaction(db, () => {
      if (agreed.version === undefined || readDataVersion(db) !== agreed.version) {
        agreed.version = undefined;
        throw new PeerLost();
      }
      run(workers);
    });
    return;
  }
  agreed.version = undefined;
  const before = readDataVersion(db);
  workers.gather(null);
  workers.gather(null);
  inTransaction(db, () => {
    const isSame = readDataVersion(db) === before;
    if (!workers.gather(isSame).every(Boolean)) return;
    agreed.version = before;
    run(workers);
  });
}

/** Null when another thread could not continue. */
function unlessLost<T>(share: () => T): T | null {
  try {
    return share();
  } catch (error) {
    if (!(error instanceof PeerLost)) throw error;
    return null;
  }
}

/** Reading begins the transaction's view. */
function readDataVersion(db: Db): unknown {
  return db.sql("PRAGMA data_version").pluck().get();
}

function inTransaction<T>(db: Db, run: () => T): T {
  return db.sqlite.transaction(run).deferred();
}
