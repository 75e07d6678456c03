import type { Engine } from "../../port/engine.ts";
import { availableParallelism } from "node:os";
import { columnsEngine, countStored, listBlocks } from "../columns/index.ts";
import type { AnyRunner, BlockPlace, Damage, DamagedPlace, Stored } from "../columns/index.ts";
import type { Context } from "../context.ts";
import { filePath, foldLog, logBytes, rewriteFile, toStorageError } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { createMender } from "./mender.ts";
import { hostedEngine } from "./hosted-engine.ts";
import { projectOne, remakeOne } from "./in-steps.ts";
import { createGroupThread } from "./group-thread.ts";
import type { GroupThread } from "./group-thread.ts";

/** Memory for columns that were read, where the options say nothing. */
const BUDGET_BYTES = 256 * 1024 * 1024;

/**
 * Up to here the log of a file is answered in the caller's thread: a question takes up to 7 ms for so many events that are
 * not in columns yet (measured), and tests and small files pay for no thread.
 */
const QUICK_EVENTS = 1000;

/**
 * From here on several threads answer together: below, what they tell one another takes as long as what they save (2 cores,
 * measured), and each takes about 20 MB.
 */
const SHARED_EVENTS = 500_000;

/** More threads than this gain little: they wait for the same memory. */
const MAX_THREADS = 4;

/** Blocks without columns from which on all threads store them: after an import, say. */
const MANY_BLOCKS = 4;

/** Up to here the write-ahead log is folded, and a file rewritten, in the caller's thread: about 20 ms. */
const QUICK_BYTES = 4 * 1024 * 1024;

/** Hears how many blocks of the log have their columns. */
export type ProjectionProgress = (progress: Stored) => void;

/** Where the engine of a handle lives, and its columns. */
export interface EngineHost {
  engine: Engine;
  /** Stores a full block of the log as columns, in the background. @returns false = there is none to store */
  projectBlock(): Promise<boolean>;
  /** Stores all full blocks, whereafter questions find them. */
  project(onProgress?: ProjectionProgress): Promise<void>;
  /**
   * Makes all columns again, block by block; the old ones stay until the new ones are stored.
   * @param skipBad leaves out events that cannot be read
   * @returns the damaged places of the log; see `remakeSteps` for what became of their blocks
   */
  rebuild(skipBad: boolean, onProgress?: ProjectionProgress): Promise<DamagedPlace[]>;
  /** Makes the columns of these blocks again, likewise. */
  remake(blocks: readonly BlockPlace[]): Promise<DamagedPlace[]>;
  /** Empties the write-ahead log into the file, see `foldLog`: a large one, or with a wait, in the thread. */
  foldLog(waitMs?: number): Promise<boolean>;
  /** Rewrites the file, so that it holds nothing but live rows, likewise. */
  rewrite(waitMs?: number): Promise<boolean>;
  /** Ends the thread and its connection; questions under way are refused. To be called before the database is closed. */
  close(): Promise<void>;
}

/**
 * Opens the engine of a database: for a file in a thread of its own, which starts when there is something to do for it; in
 * memory, which only this thread can see, here.
 * @param runners how each kind of plan is answered; the thread has the same (`questions/engine-thread.ts`)
 */
export function openEngine({ db, options, log }: Context, runners: readonly AnyRunner[]): EngineHost {
  const budgetBytes = options.memoryBudgetBytes ?? BUDGET_BYTES;
  const file = filePath(db);
  const setup = { budgetBytes, secureDelete: options.secureDelete ?? true };
  const size = () => (lastSeq(db) < SHARED_EVENTS ? 1 : Math.min(MAX_THREADS, availableParallelism()));
  const onDamage = (damage: Damage) => engineHost.mend(damage);
  const thread = file === undefined ? undefined : createGroupThread({ file, ...setup }, { size, onDamage });
  const local = columnsEngine(db, runners, { budgetBytes, onDamage });
  const engine = hostedEngine({ local, thread, isQuick: () => lastSeq(db) <= QUICK_EVENTS });
  const engineHost = toHost({ db, log }, engine, thread);
  return engineHost;
}

/** The number of the newest event, which is at least how many there are. */
function lastSeq(db: Db): number {
  return Number(db.sql("SELECT max(seq) FROM events").pluck().get() ?? 0);
}

function fileBytes(db: Db): number {
  return Number(db.sql("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").pluck().get());
}

/** An engine host that also makes damaged columns again. */
interface MendingHost extends EngineHost {
  mend(damage: Damage): void;
}

function toHost(
  { db, log }: Pick<Context, "db" | "log">,
  engine: Engine,
  thread: GroupThread | undefined,
): MendingHost {
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: two at once would make the same block twice.
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run);
    last = turn.catch(() => {});
    return turn;
  };
  const countMissing = () => {
    if (isClosed || !db.sqlite.open) return 0;
    const { stored, wanted } = countStored(db);
    return wanted - stored;
  };
  const projectBlock = () =>
    inTurn(async () => {
      // Asked here first, so that no thread is started for nothing.
      const missing = countMissing();
      if (missing <= 0) return false;
      return thread === undefined ? projectOne(db) : thread.projectAll(missing >= MANY_BLOCKS, { holds: false });
    });
  const project = async (onProgress?: ProjectionProgress) => {
    let told = -1;
    const tell = () => {
      if (isClosed || onProgress === undefined) return;
      const now = countStored(db);
      if (now.stored !== told) onProgress(now);
      told = now.stored;
    };
    let damaged: unknown;
    // A block that cannot be read is set aside: the others get their columns first.
    const projectNext = async () => {
      try {
        return await projectBlock();
      } catch (error) {
        if (toStorageError(error).code !== "storage_corrupt") throw error;
        damaged ??= error;
        return true;
      }
    };
    do tell();
    while (await projectNext());
    // Another process may have stored the last one in between.
    tell();
    if (damaged !== undefined) throw damaged;
  };
  const remake = async (place: BlockPlace) =>
    thread === undefined
      ? remakeOne(db, place, false)
      : ((await thread.ask({ kind: "remake", place, skipBad: false }, { holds: false })) as DamagedPlace[]);
  const remakeAll = async (
    blocks: readonly BlockPlace[],
    { skipBad, onProgress }: { skipBad: boolean; onProgress?: ProjectionProgress | undefined },
  ) => {
    const found: DamagedPlace[] = [];
    let done = 0;
    const add = (places: DamagedPlace[]) => {
      found.push(...places);
      onProgress?.({ wanted: blocks.length, stored: ++done });
    };
    onProgress?.({ wanted: blocks.length, stored: done });
    if (thread === undefined) for (const place of blocks) add(await remakeOne(db, place, skipBad));
    else {
      const works = blocks.map((place) => ({ kind: "remake", place, skipBad }) as const);
      await thread.doAll(works, (places) => add(places as DamagedPlace[]));
    }
    return found.toSorted((a, b) => a.first_seq - b.first_seq);
  };
  const mender = createMender(log, (place) => (isClosed ? Promise.resolve([]) : inTurn(() => remake(place))));
  return {
    engine,
    projectBlock: async () => {
      try {
        return await projectBlock();
      } catch (error) {
        if (isClosed) return false;
        throw error;
      }
    },
    mend: mender.mend,
    project: (onProgress) => whileAlive(() => project(onProgress)),
    rebuild: (skipBad, onProgress) =>
      whileAlive(() => inTurn(() => remakeAll(listBlocks(db), { skipBad, onProgress }))),
    remake: (blocks) => whileAlive(() => inTurn(() => remakeAll(blocks, { skipBad: false }))),
    foldLog: async (waitMs = 0) =>
      thread === undefined || (waitMs === 0 && logBytes(db) <= QUICK_BYTES)
        ? foldLog(db)
        : ((await thread.ask({ kind: "fold", waitMs })) as boolean),
    rewrite: async (waitMs = 0) =>
      thread === undefined || (waitMs === 0 && fileBytes(db) <= QUICK_BYTES)
        ? rewriteFile(db)
        : ((await thread.ask({ kind: "rewrite", waitMs })) as boolean),
    async close() {
      isClosed = true;
      await thread?.close();
      await last;
    },
  };
}

/** Keeps the process alive while something is done that nobody's answer waits for, such as a block in the background. */
async function whileAlive<T>(run: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 2 ** 30);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
