import type { Engine } from "../../port/engine.ts";
import type { Plan } from "../../port/plan.ts";
import { availableParallelism } from "node:os";
import { oneByOne } from "../../base/one-by-one.ts";
import { whileAlive } from "../../base/while-alive.ts";
import {
  columnsEngine,
  countStored,
  countBlocks,
  endBlock,
  lastFullSeq,
  listBlocks,
  nextBlockEnd,
  removeDrafts,
  removeStored,
} from "../columns/index.ts";
import type { AnyRunner, BlockPlace, Damage, Stored, Unreadable } from "../columns/index.ts";
import type { Context } from "../context.ts";
import { compactedSeq, newestSeq } from "../../log/index.ts";
import type { DamagedPlace } from "../../log/index.ts";
import { filePath, toStorageError } from "../../storage/index.ts";
import { foldLog, logBytes, rewriteFile } from "../../storage/wal/index.ts";
import type { Db } from "../../storage/index.ts";
import { createMender } from "./mender.ts";
import { hostedEngine } from "./hosted-engine.ts";
import { compactUntil, projectOne, remakeOne } from "./in-steps.ts";
import { createGroupThread } from "./group-thread.ts";
import type { Setup } from "./protocol.ts";
import { startWorker } from "./thread.ts";
import type { GroupThread } from "./group-thread.ts";

/** Default memory for columns. With less, questions read more columns from the file again. */
const BUDGET_BYTES = 256 * 1024 * 1024;

/**
 * Events up to which the caller's thread answers: 1000 without columns take up to 7 ms of its event loop, and tests and
 * small files need no thread.
 */
const QUICK_EVENTS = 1000;

/**
 * Events from which there are several threads, each of which takes about 20 MB. Below, their exchange takes as long as
 * it saves (2 cores). `sharedEvents` of the columns is another limit.
 */
const SHARED_EVENTS = 500_000;

/** More threads gain little, since all wait for the same memory. */
const MAX_THREADS = 4;

/** Blocks without columns from which on all threads store them, as after an import. */
const MANY_BLOCKS = 4;

/** Bytes that the caller's thread folds or rewrites: about 20 ms. */
const QUICK_BYTES = 4 * 1024 * 1024;

/** Receives the number of blocks with columns. */
export type ProjectionProgress = (progress: Stored) => void;

/** Owns a handle's engine, threads and columns. */
export interface EngineHost {
  engine: Engine;
  /**
   * Starts the threads of a large file, and has its actor index built, before a question needs both. The thread of a
   * smaller file starts with its first work.
   */
  start(): void;
  /** Stores a full block as columns, in the background. @returns false = none was left */
  projectBlock(): Promise<boolean>;
  /**
   * Moves the texts of a full block into chunks, in the background between questions; a database in memory keeps rows.
   * @returns false = none was left, or questions come
   */
  compactBlock(): Promise<boolean>;
  /** Moves the events of all full blocks into chunks, even while questions come. */
  compact(onProgress?: ProjectionProgress): Promise<void>;
  /** Stores all full blocks as columns. */
  project(onProgress?: ProjectionProgress): Promise<void>;
  /**
   * Does after an import what the first questions would: as `project`, also for a large unfinished block, then stores
   * what a process knows of persons.
   */
  finishImport(onProgress?: ProjectionProgress): Promise<void>;
  /**
   * Makes all columns again; a block's old columns stay until its new ones are stored.
   * @param skipBad leaves out unreadable events
   * @returns the damaged places of the log; see `remakeSteps`
   */
  rebuild(skipBad: boolean, onProgress?: ProjectionProgress): Promise<DamagedPlace[]>;
  /** Makes the columns of these blocks again, as `rebuild` does. */
  remake(blocks: readonly BlockPlace[]): Promise<DamagedPlace[]>;
  /** Empties the write-ahead log into the file, see `foldLog`. The thread takes a large log, or a wait. */
  foldLog(waitMs?: number): Promise<boolean>;
  /** Rewrites the file, so that it holds only live rows. The thread takes a large file, or a wait. */
  rewrite(waitMs?: number): Promise<boolean>;
  /** Removes the actor indexes beside the file. @throws Error of the file system */
  removeStored(): void;
  /** Ends the thread and its connection; refuses running questions. Call it before closing the database. */
  close(): Promise<void>;
}

/**
 * Opens the engine of a database. A file gets a thread, which starts with its first work; a database in memory is
 * visible to this thread only.
 * @param runners for each kind of plan; the thread has the same (`questions/engine-thread.ts`)
 */
export function openEngine({ db, options, log }: Context, runners: () => readonly AnyRunner[]): EngineHost {
  const budgetBytes = options.memoryBudgetBytes ?? BUDGET_BYTES;
  const file = filePath(db);
  const setup = {
    budgetBytes,
    secureDelete: options.secureDelete ?? true,
    checkpoint: db.checkpoint,
    isFollowing: db.isFollowing,
  };
  const size = () => (newestSeq(db) < SHARED_EVENTS ? 1 : Math.min(MAX_THREADS, availableParallelism()));
  const onDamage = (damage: Damage) => engineHost.mend(damage);
  const start = (given: Setup) => {
    // A thread opens the file that is at the path now.
    db.requireFile(true);
    return startWorker(given);
  };
  const thread = file === undefined ? undefined : createGroupThread({ file, ...setup }, { size, onDamage }, start);
  let columns: Engine | undefined;
  const local = () => (columns ??= columnsEngine(db, runners(), { budgetBytes, onDamage }));
  const keeps = (plan: Plan) =>
    runners()
      .find(({ kind }) => kind === plan.kind)
      ?.keeps?.(plan) ?? false;
  const engine = hostedEngine({ local, thread, isQuick: () => newestSeq(db) <= QUICK_EVENTS, keeps });
  const engineHost = toHost({ db, log }, engine, thread);
  return engineHost;
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
  const unreadable: Unreadable = new Set();
  const file = filePath(db);
  let isClosed = false;
  // Two runs at once would make the same block.
  const inTurn = oneByOne();
  const countMissing = () => (isClosed || !db.sqlite.open ? 0 : missingBlocks(db));
  const unlessClosed = async (run: () => Promise<boolean>) => {
    try {
      return await run();
    } catch (error) {
      if (isClosed) return false;
      throw error;
    }
  };
  const projectBlock = async () => {
    const isStored = await projectNext();
    // After the last of many new blocks the file may be a large one.
    if (isStored && countMissing() <= 0) thread?.start();
    return isStored;
  };
  const projectNext = () =>
    inTurn(async () => {
      // Counted here, so that no thread starts without work.
      const missing = countMissing();
      if (missing <= 0) return false;
      return thread === undefined
        ? projectOne(db, { unreadable })
        : thread.projectAll(missing >= MANY_BLOCKS, { holds: false });
    });
  const compaction = createCompaction(db, thread);
  const compactOne = async (isPatient: boolean) => !isClosed && db.sqlite.open && compaction.compactOne(isPatient);
  const compact = async (onProgress?: ProjectionProgress) => {
    do onProgress?.(compaction.progress());
    while (await inTurn(() => compactOne(false)));
  };
  const project = (onProgress?: ProjectionProgress) =>
    projectAll(
      projectBlock,
      teller(onProgress, () => (isClosed ? undefined : countStored(db))),
    );
  const finishImport = async (onProgress?: ProjectionProgress) => {
    await endBlock(db);
    await project(onProgress);
    // A smaller file is read soon enough.
    if (newestSeq(db) >= SHARED_EVENTS) await thread?.ask({ kind: "store" }, { holds: false });
  };
  const remakeAll = (blocks: () => readonly BlockPlace[], skipBad: boolean, onProgress?: ProjectionProgress) =>
    whileAlive(() => inTurn(() => remakeBlocks({ db, thread }, blocks(), { skipBad, onProgress })));
  const mender = createMender(log, (place) =>
    isClosed ? Promise.resolve([]) : inTurn(() => remakeBlock({ db, thread }, place)),
  );
  return {
    engine,
    start: () => thread?.start(),
    projectBlock: () => unlessClosed(projectBlock),
    compactBlock: async () => thread !== undefined && unlessClosed(() => inTurn(() => compactOne(true))),
    compact: (onProgress) => whileAlive(() => compact(onProgress)),
    mend: mender.mend,
    project: (onProgress) => whileAlive(() => project(onProgress)),
    finishImport: (onProgress) => whileAlive(() => finishImport(onProgress)),
    rebuild: (skipBad, onProgress) => remakeAll(() => listBlocks(db), skipBad, onProgress),
    remake: (blocks) => remakeAll(() => blocks, false),
    foldLog: async (waitMs = 0) =>
      thread === undefined || (waitMs === 0 && logBytes(db) <= QUICK_BYTES)
        ? foldLog(db)
        : (thread.ask({ kind: "fold", waitMs }) as Promise<boolean>),
    rewrite: async (waitMs = 0) =>
      thread === undefined || (waitMs === 0 && fileBytes(db) <= QUICK_BYTES)
        ? rewriteFile(db)
        : (thread.ask({ kind: "rewrite", waitMs }) as Promise<boolean>),
    removeStored: () => file !== undefined && removeStored(file),
    async close() {
      isClosed = true;
      await thread?.close();
      // The thread may have been writing an actor index.
      if (thread !== undefined && file !== undefined) removeDrafts(file);
      await inTurn(() => {});
    },
  };
}

function missingBlocks(db: Db): number {
  const { stored, wanted } = countStored(db);
  return wanted - stored;
}

/** Tells changed progress. */
function teller(onProgress: ProjectionProgress | undefined, count: () => Stored | undefined): () => void {
  let told = -1;
  return () => {
    const now = onProgress === undefined ? undefined : count();
    if (now !== undefined && now.stored !== told) onProgress?.(now);
    told = now?.stored ?? told;
  };
}

/** Sets an unreadable block aside until all others have columns. @throws its error then */
async function projectAll(projectBlock: () => Promise<boolean>, tell: () => void): Promise<void> {
  let damaged: unknown;
  const projectOn = async () => {
    try {
      return await projectBlock();
    } catch (error) {
      if (toStorageError(error).code !== "storage_corrupt") throw error;
      damaged ??= error;
      return true;
    }
  };
  do tell();
  while (await projectOn());
  // Another process may have stored the last block.
  tell();
  if (damaged !== undefined) throw damaged;
}

/** Moves the events of full blocks into chunks. */
function createCompaction(db: Db, thread: GroupThread | undefined) {
  // A block without readable events leaves no chunk.
  let lookedAt = -1;
  const seqLookedAt = () => Math.max(lookedAt, compactedSeq(db));
  return {
    progress: (): Stored => ({ wanted: countBlocks(lastFullSeq(db)), stored: countBlocks(seqLookedAt()) }),
    /** @returns false = no block is left, or questions come */
    async compactOne(isPatient: boolean): Promise<boolean> {
      const [done, wanted] = [seqLookedAt(), lastFullSeq(db)];
      if (done >= wanted) return false;
      const untilSeq = Math.min(wanted, nextBlockEnd(done));
      const isDone =
        thread === undefined
          ? await compactUntil(db, untilSeq)
          : await thread.ask({ kind: "compact", untilSeq, isPatient }, { holds: false });
      if (isDone === true) lookedAt = untilSeq;
      return isDone === true;
    },
  };
}

async function remakeBlock({ db, thread }: { db: Db; thread: GroupThread | undefined }, place: BlockPlace) {
  if (thread === undefined) return remakeOne(db, place, false);
  return (await thread.ask({ kind: "remake", place, skipBad: false }, { holds: false })) as DamagedPlace[];
}

/** Makes the columns of blocks again. @returns the damaged places of the log, in its order */
async function remakeBlocks(
  { db, thread }: { db: Db; thread: GroupThread | undefined },
  blocks: readonly BlockPlace[],
  { skipBad, onProgress }: { skipBad: boolean; onProgress: ProjectionProgress | undefined },
): Promise<DamagedPlace[]> {
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
  return found.toSorted((a, b) => a.seq - b.seq);
}
