/**
 * Columns: the fast engine. It keeps the event log a second time, in columns, and answers from typed arrays.
 *
 * The log is cut into blocks of 65 536 `seq`; the events of one project in a block are a *segment*, ordered by event
 * name and time, with a column of times, of distinct-id ordinals, and one for each property, coded by a dictionary.
 * `projectBlock` stores the segments of full blocks off the hot path, one transaction each; later events are read from
 * the log into the same form (`log/read-log`), so a question sees every committed write (`log/store`).
 * `entities/people` maps distinct ids to their current actors: merges change this map and touch no segment. A question
 * selects slices of segments with a mask of the matching rows (`scan/`), which kernels count (`kernels/`): some in
 * WebAssembly where the columns lie in memory that it sees, or on copies (`kernels/workspace`); JavaScript answers the
 * same elsewhere. Questions about sequences of a person's events (funnels, paths) read rows grouped by distinct id:
 * from `actor-index/actor-index`, which is built once it pays and kept beside the file (`actor-index/stored-index`), or
 * grouped for the question (`actor-index/entity-rows`).
 * The engine is opened with runners, which list the kinds of plans and answer them (`runner`, `questions/columns`).
 *
 * Several threads may answer a question together (`group/share-question`, `group/worker-group`). Where each row counts
 * by itself, each thread has segments of its own, so that together they need the memory of one thread. Where an actor's
 * rows count in sequence, each thread takes the next free actors from one actor index that all see.
 *
 * Invariants: a question runs in one read transaction; all columns are derived from the log and may be dropped at any
 * time, with equal answers; a trigger deletes the segment of a deleted event, so that no copy of it remains.
 */
import { internal } from "../../base/errors.ts";
import type { AskOptions, Engine } from "../../port/engine.ts";
import type { ActorsPlan } from "../../port/actors.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import { newestSeq } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";
import type { Storing } from "./actor-index/actor-indexes.ts";
import { indexSteps, storeIndexSteps } from "./actor-index/index-steps.ts";
import { joinQuestion, shareQuestion } from "./group/share-question.ts";
import type { AgreedState, GroupCaller } from "./group/share-question.ts";
import { propertyKeysOf, shareTailColumns } from "./group/tail-columns.ts";
import { PeerLost, SINGLE_WORKER } from "./group/worker-group.ts";
import type { WorkerGroup } from "./group/worker-group.ts";
import type { Damage } from "./log/keep-segment.ts";
import { namedKeys } from "./log/named-keys.ts";
import { createStore } from "./log/store.ts";
import type { SegmentStore } from "./log/store.ts";
import { keepEvaluator, openExecution } from "./execution.ts";
import type { ExecutionInput, Part } from "./execution.ts";
import { CountsLost, createKeptCounts } from "./kept-counts.ts";
import type { KeptAsking } from "./kept-counts.ts";
import type { AnyRunner } from "./runner.ts";
import { cutPage } from "./entities/actor-list.ts";
import { createKnownActors } from "./entities/known-actors.ts";
import { createPeople } from "./entities/people.ts";
import type { PeopleStore } from "./entities/people.ts";
import { createPersonValues } from "./entities/person-values.ts";

export type { GroupCaller } from "./group/share-question.ts";
export { clearWords, takeWords } from "./kernels/workspace.ts";
export { PeerLost } from "./group/worker-group.ts";
export type { WorkerGroup } from "./group/worker-group.ts";
export {
  countBlocks,
  countStored,
  dropSegments,
  endBlock,
  lastFullSeq,
  listBlocks,
  nextBlockEnd,
  projectBlock,
  projectSteps,
} from "./log/project.ts";
export type { BlockShare, Choice, Stored, Unreadable } from "./log/project.ts";
export type { Step } from "./log/make-segment.ts";
export type { Damage } from "./log/keep-segment.ts";
export { checkBlock } from "./log/check-block.ts";
export type { BlockState } from "./log/check-block.ts";
export { remakeSteps } from "./log/remake.ts";
export type { BlockPlace } from "./log/segment-table.ts";
export { removeDrafts, removeStored } from "./actor-index/stored-index.ts";
export { pauseAfter, startProjector } from "./log/projector.ts";
export type { AnyRunner } from "./runner.ts";
export { slicedActors, sliceRunner } from "./slices.ts";
export type { SlicePlan } from "./slices.ts";

export interface ColumnsOptions {
  /** Memory for columns in bytes. @default 256 MB */
  budgetBytes?: number | undefined;
  /** Called when a question reads a column; an error ends the question. @default nothing */
  checkpoint?: (() => void) | undefined;
  /** Other threads that may help. @default none */
  groupCaller?: GroupCaller | undefined;
  /** Events of the log from which questions shared by segments go to all threads. @default `SHARED_EVENTS` */
  sharedEvents?: number | undefined;
  /** Called for damaged stored columns; the log answers meanwhile. @default nothing */
  onDamage?: ((damage: Damage) => void) | undefined;
  /** Does the caller run `upkeep` between questions? Then no question builds an actor index. @default false */
  isIndexDeferred?: boolean | undefined;
  /** How actor indexes are stored, for tests. */
  storing?: Storing | undefined;
}

/**
 * Default of `sharedEvents`. Below, calling other threads, each of which compiles the same code, takes longer than it
 * saves: at 1 million events one thread answers sooner, at 10 million two (2 cores). A higher number keeps more columns
 * in the first thread.
 */
const SHARED_EVENTS = 4_000_000;

export interface Columns {
  engine: Engine;
  /** Answers this thread's part of another thread's plan; see `joinQuestion`. */
  help(plan: Plan, workers: WorkerGroup, isUnchanged: boolean): void;
  /** Wants the actor index of the project with the most columns, before any question. */
  prepare(): void;
  /** Stores the columns of persons and the largest actor index for the next process, in steps as `upkeep`. */
  storeDerived(): Generator<void, void>;
  /**
   * Does the work that questions left, in steps of 0.5 to 2 ms between which questions may be answered; after building
   * an actor index, rehearses the last question in one step.
   */
  upkeep(): Generator<void, void>;
}

/** Creates the engine over one database, in the thread that calls it. @param runners one for each kind of plan */
export function columnsEngine(db: Db, runners: readonly AnyRunner[], options: ColumnsOptions = {}): Engine {
  return openColumns(db, runners, options).engine;
}

/** Creates the engine for a thread that may be one of several. */
export function openColumns(db: Db, runners: readonly AnyRunner[], options: ColumnsOptions = {}): Columns {
  const { groupCaller, checkpoint, sharedEvents = SHARED_EVENTS } = options;
  const stores = {
    store: createStore(db, options),
    peopleStore: createPeople(db),
    checkpoint: checkpoint ?? (() => {}),
  };
  const { store, peopleStore } = stores;
  const knownActors = createKnownActors(db, store.cache);
  const agreed: AgreedState = { version: undefined };
  const find = createLookup(runners);
  const { answer, answerPart } = createAnswering(db, stores);
  const askKept = createKeptAsking(db, stores, answer);
  const inTransaction = createReading(db);
  const askAlone = createAskingAlone(inTransaction, answer);
  /** Null = the threads cannot answer together, or not now. @param isRehearsal the answer is not wanted */
  const askTogether = (own: AnyRunner, plan: Plan, isRehearsal = false): { answer: unknown } | null => {
    if (groupCaller === undefined || !isShared(own, plan, { db, store, sharedEvents, caller: groupCaller }))
      return null;
    return shareQuestion(db, { caller: groupCaller, agreed }, plan, (workers) =>
      joinParts(own, answerPart(own, plan, { workers, isRehearsal })),
    );
  };
  /** The last question that waits for an actor index. */
  let unrehearsed: (() => unknown) | undefined;
  const ask = (own: AnyRunner, plan: Plan, keepAs?: string): unknown => {
    const answered = askKept(own, plan, keepAs) ?? askTogether(own, plan);
    if (answered !== null) return answered.answer;
    if (own.sharing?.by === "actors") unrehearsed = () => askTogether(own, plan, true);
    return askAlone(own, plan);
  };
  const engine: Engine = {
    // A runner is synchronous, so a signal has nothing to stop.
    ask: async <P extends Plan>(plan: P, { keepAs }: AskOptions = {}) => {
      const own = find(plan);
      if (!own.isList) return ask(own, plan, keepAs) as AnswerOf<P>;
      const { page, ...list } = plan as unknown as ActorsPlan;
      const actors = knownActors.get(list, () => ask(own, list));
      return cutPage(actors, page) as AnswerOf<P>;
    },
  };
  const help = (plan: Plan, workers: WorkerGroup, isUnchanged: boolean) =>
    joinQuestion(db, { workers, agreed, isUnchanged }, () => answerPart(find(plan), plan, { workers }));
  const prepare = () => {
    const largest = findLargest(db);
    if (largest !== undefined) store.actorIndexes.want(largest.projectId, largest.rows);
  };
  const storeDerived = function* () {
    inTransaction(() => peopleStore.current());
    yield;
    yield* storeSteps(peopleStore);
    const largest = findLargest(db);
    if (largest !== undefined) yield* storeIndexSteps({ db, store, peopleStore }, largest.projectId);
  };
  const upkeep = function* () {
    yield* storeSteps(peopleStore);
    yield* indexSteps({ db, store, peopleStore });
    const rehearse = unrehearsed;
    unrehearsed = undefined;
    // Opens the actor index in all threads and compiles the code, before the first question needs both.
    rehearse?.();
  };
  return { engine, help, prepare, storeDerived, upkeep };
}

/** Reads in the caller's transaction, or in one of its own. */
function createReading(db: Db): (read: () => unknown) => unknown {
  // Made once, since it takes a tenth of a short question.
  const inTransaction = db.sqlite.transaction((read: () => unknown) => read());
  return (read) => (db.sqlite.inTransaction ? read() : inTransaction.deferred(read));
}

/** Answers in this thread. */
function createAskingAlone(
  inTransaction: ReturnType<typeof createReading>,
  answer: ReturnType<typeof createAnswering>["answer"],
) {
  return (own: AnyRunner, plan: Plan): unknown => {
    const ask = () => inTransaction(() => answer(own, plan, { by: "segments", workers: SINGLE_WORKER }));
    try {
      return ask();
    } catch (error) {
      // The file of an actor index is gone or damaged: the second asking does without.
      if (!(error instanceof PeerLost)) throw error;
      return ask();
    }
  };
}

/** Can all threads answer a question, and does that take more off this thread than calling them costs? */
function isShared(
  { about, sharing }: AnyRunner,
  plan: Plan,
  given: { db: Db; store: SegmentStore; sharedEvents: number; caller: GroupCaller },
): boolean {
  const { db, store, sharedEvents, caller } = given;
  if (sharing === undefined || caller.others === 0 || db.sqlite.inTransaction || !sharing.can(plan)) return false;
  if (sharing.by === "segments") return newestSeq(db) * (sharing.workOfRow?.(plan) ?? 1) >= sharedEvents;
  // The others read actors from the actor index, so they need few columns.
  const { projectId } = about(plan);
  const find = () => store.actorIndexes.openFor({ projectId, segments: store.segments(projectId) });
  return store.actorIndexes.has(projectId) || db.sqlite.transaction(find).deferred() !== null;
}

/** Answers from the rows since the last asking of this name; null = impossible. */
function createKeptAsking(
  db: Db,
  stores: Pick<ExecutionInput, "store" | "peopleStore">,
  answer: ReturnType<typeof createAnswering>["answer"],
) {
  const open = createKeptCounts(db, stores);
  return (own: AnyRunner, plan: Plan, name: string | undefined): { answer: unknown } | null => {
    if (name === undefined || own.keeps?.(plan) !== true || db.sqlite.inTransaction) return null;
    const ask = db.sqlite.transaction(() => {
      const kept = open(name, { projectId: own.about(plan).projectId, text: JSON.stringify(plan) });
      const answered = answer(own, plan, { by: "segments", workers: SINGLE_WORKER }, kept);
      kept.finish();
      return { answer: answered };
    });
    try {
      return ask.deferred();
    } catch (error) {
      if (error instanceof CountsLost) return null;
      throw error;
    }
  };
}

function createLookup(runners: readonly AnyRunner[]): (plan: Plan) => AnyRunner {
  const byKind = new Map(runners.map((each) => [each.kind, each]));
  return ({ kind }) => {
    const found = byKind.get(kind);
    if (found === undefined) throw internal(new Error(`Columns have no runner for the plan "${kind}".`));
    return found;
  };
}

/** Answers parts of questions, in memory that the next question uses again. */
function createAnswering(db: Db, stores: Pick<ExecutionInput, "store" | "peopleStore" | "checkpoint">) {
  const { store } = stores;
  const kept = { ...stores, personValues: createPersonValues(db), evaluator: keepEvaluator() };
  const answer = ({ about, run }: AnyRunner, plan: Plan, part: Part, counts?: KeptAsking): unknown => {
    const { projectId, sessionRange, hasWholeSessions } = about(plan);
    store.expect(namedKeys(plan));
    try {
      const input = { ...kept, projectId, sessionRange, hasWholeSessions, cohorts: plan.cohorts, part, kept: counts };
      const execution = openExecution(db, input);
      if (execution.actorWorkers.size > 1) shareTailColumns(execution, propertyKeysOf(plan));
      return run(execution, plan);
    } finally {
      store.arena.clear();
    }
  };
  /** Sends this thread's part to the first thread, where the kind joins parts. */
  const answerPart = (own: AnyRunner, plan: Plan, { workers, ...how }: Omit<Part, "by">): unknown[] => {
    const { sharing } = own;
    const part = answer(own, plan, { by: sharing?.by ?? "segments", workers, ...how });
    return sharing?.merge === undefined ? [part] : workers.collect(part);
  };
  return { answer, answerPart };
}

/** The project with the most rows in columns. */
function findLargest(db: Db): { projectId: number; rows: number } | undefined {
  return db
    .sql<{ projectId: number; rows: number }>(
      `SELECT project_id AS projectId, sum(rows) AS rows FROM segments GROUP BY project_id ORDER BY sum(rows) DESC LIMIT 1`,
    )
    .get();
}

function* storeSteps(peopleStore: PeopleStore): Generator<void, void> {
  peopleStore.store();
  yield;
  yield* peopleStore.storeCreated();
}

/** The first thread's part, or all parts joined. */
function joinParts({ sharing }: AnyRunner, parts: unknown[]): unknown {
  return sharing?.merge === undefined ? parts[0] : sharing.merge(parts);
}
