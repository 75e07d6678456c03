import type { DateRange } from "../../port/range.ts";
import { groupLookup, plannedCohorts } from "../../events/filters/index.ts";
import type { Cohort, CohortLookup, Properties } from "../../events/filters/index.ts";
import { eventNames } from "../../log/index.ts";
import { openEvaluator } from "../../hogql/index.ts";
import type { Evaluator, Spent } from "../../hogql/index.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { SINGLE_WORKER, PeerLost } from "./group/worker-group.ts";
import type { WorkerGroup } from "./group/worker-group.ts";
import type { People, PeopleStore } from "./entities/people.ts";
import { createPersonValues } from "./entities/person-values.ts";
import type { PersonColumn, PersonValues } from "./entities/person-values.ts";
import { keepNothing } from "./kept-counts.ts";
import type { Keep, KeptAsking } from "./kept-counts.ts";
import type { Arena } from "./log/arena.ts";
import type { ActorIndexes } from "./actor-index/actor-indexes.ts";
import { readSessionSeconds } from "./entities/session-seconds.ts";
import { SessionTable } from "./entities/session-table.ts";
import type { SegmentStore } from "./log/store.ts";
import type { Segment } from "./log/segment.ts";
import { createOwners, ActorShare } from "./entities/actor-share.ts";
import type { EntityIds } from "./entities/entity-ids.ts";

/** A person in a question; null and empty = an actor without a person. */
export interface PersonView {
  personId: number | null;
  personProperties: Properties;
}

/** The resources of one execution of a plan: a project at one moment. */
export interface Execution {
  db: Db;
  projectId: number;
  /** The segments of this thread, in a worker group that shares segments. */
  segments: Segment[];
  /** The number of segments with full blocks, which come first. */
  fullCount: number;
  /** The rows grouped by distinct id. */
  actorIndexes: ActorIndexes;
  people: People;
  /** The other threads of the question, with segments of their own. */
  workers: WorkerGroup;
  /** The other threads of the question, with actors of their own. */
  actorWorkers: WorkerGroup;
  /** The actors that count; null = all. */
  actorShare: ActorShare | null;
  cohorts: CohortLookup;
  /** The id of an event name; undefined = no event has it. */
  nameId(name: string): number | undefined;
  nameOf(nameId: number): string;
  /** Asks to see every person once, by actor number, which is the person's id. Actors without a person are number 0. */
  eachPerson(see: (actor: number, person: PersonView) => void): void;
  /** Shows the persons to all of these callers: call it after compiling the plan, before reading rows. */
  showPersons(): void;
  personColumn(key: string): PersonColumn;
  /** Sessions by number, equal in all parts of the question. */
  sessions: EntityIds;
  arena: Arena;
  /** Whole seconds of each session, by number; NaN, or beyond the end = unknown. */
  sessionSeconds(): Float64Array;
  /** The sessions with an event in the plan's range of sessions, whole. */
  sessionTable(): SessionTable;
  distinctId(ordinal: number): string;
  /** When persons were created, by actor number, in epoch ms; see `People`. */
  createdMs(): Float64Array;
  /** Throws when nobody wants the answer any more; for loops that read no column. */
  checkpoint(): void;
  evaluator(): Evaluator;
  /** Gives a counter, which may have counted earlier rows (`kept-counts.ts`). For plans of `Runner.keeps`. */
  keep: Keep;
  /** Says that the answer needs more than the counters of `keep`. */
  giveUp(): void;
  /** The time of the question that they took. */
  spent: Spent;
  /** Properties of a group; empty without a group. */
  groupProperties(groupTypeIndex: number, groupKey: string): Properties;
}

export interface ExecutionInput {
  store: SegmentStore;
  peopleStore: PeopleStore;
  /** @default read for this question alone */
  personValues?: PersonValues;
  /** @default for this question alone */
  evaluator?: () => Evaluator;
  projectId: number;
  /** Cohorts that the plan names. @default none */
  cohorts?: readonly Cohort[] | undefined;
  /** The events that form sessions. @default no event has a session */
  sessionRange?: DateRange | undefined;
  /** Do sessions last over all their events? @default false: over events of the range */
  hasWholeSessions?: boolean | undefined;
  /** This thread's part of the question. @default all of it */
  part?: Part;
  /** The counts of the last asking, and the rows since. @default all rows, no counts */
  kept?: Pick<KeptAsking, "people" | "segments" | "keep" | "giveUp"> | undefined;
  /** Called while the question is answered; ends it by throwing. @default nothing */
  checkpoint?: (() => void) | undefined;
}

/** The part of a question for a thread of a worker group: segments or actors of its own. */
export interface Part {
  by: "segments" | "actors";
  workers: WorkerGroup;
  /** Is the answer unwanted? Then only some actors count. @default false */
  isRehearsal?: boolean;
}

/** The range of sessions when none is given. */
const NO_RANGE: DateRange = { fromMs: 0, untilMs: 0 };

/** Opens the execution of a plan. Use it within one transaction, so that it sees one moment. */
export function openExecution(
  db: Db,
  {
    store,
    peopleStore,
    projectId,
    cohorts,
    sessionRange = NO_RANGE,
    hasWholeSessions = false,
    personValues = createPersonValues(db),
    evaluator = keepEvaluator(),
    part = WHOLE,
    checkpoint = goOn,
    kept,
  }: ExecutionInput,
): Execution {
  const { by, workers, isRehearsal = false } = part;
  const watchers: ((actor: number, person: PersonView) => void)[] = [];
  // All threads of a worker group use the first thread's numbers of personless actors.
  const people = kept?.people ?? workers.spread(() => peopleStore.current());
  let seconds: Float64Array | undefined;
  let table: SessionTable | undefined;
  const names = eventNames(db, projectId);
  const segments = kept?.segments ?? store.segments(projectId, by === "segments" ? workers : undefined);
  const readSeconds = () => readSessionSeconds(segments, execution.sessions, sessionRange);
  const openTable = () => {
    const { sessions: entityIds, nameId, distinctId } = execution;
    return new SessionTable({ segments, entityIds, range: sessionRange, nameId, distinctId });
  };
  const isShared = by === "actors" && workers.size > 1;
  const execution: Execution = {
    db,
    projectId,
    segments,
    fullCount: workers.size > 1 && by === "segments" ? 0 : store.fullCount(projectId),
    actorIndexes: store.actorIndexes,
    people,
    workers: by === "segments" ? workers : SINGLE_WORKER,
    actorWorkers: by === "actors" ? workers : SINGLE_WORKER,
    actorShare: isShared ? shareIndex(workers, store.actorIndexes, { projectId, segments, people, isRehearsal }) : null,
    cohorts: plannedCohorts(db, cohorts),
    nameId: names.idOf,
    nameOf: names.nameOf,
    eachPerson: (see) => void watchers.push(see),
    showPersons() {
      if (watchers.length === 0) return;
      showPersons(db, projectId, watchers.splice(0));
    },
    personColumn: (key) => personValues.column(projectId, key, people.stamp),
    sessions: store.sessions(projectId),
    arena: store.arena,
    sessionSeconds: () => (seconds ??= hasWholeSessions ? execution.sessionTable().seconds() : readSeconds()),
    sessionTable: () => (table ??= openTable()),
    distinctId: (ordinal) => distinctIdOf(db, ordinal),
    createdMs: () => peopleStore.createdMs(),
    checkpoint,
    groupProperties: groupLookup(db, projectId),
    evaluator,
    spent: { ms: 0 },
    keep: kept?.keep ?? keepNothing,
    giveUp: kept?.giveUp ?? goOn,
  };
  return execution;
}

/** An evaluator that is opened when the first expression asks for it: that takes 2 ms. */
export function keepEvaluator(): () => Evaluator {
  let kept: Evaluator | undefined;
  return () => (kept ??= openEvaluator());
}

const goOn = () => {};

const WHOLE: Part = { by: "segments", workers: SINGLE_WORKER };

/** Makes all threads use the same actor index, and lets them take actors of it. */
function shareIndex(
  workers: WorkerGroup,
  actorIndexes: ActorIndexes,
  {
    projectId,
    segments,
    people,
    isRehearsal,
  }: { projectId: number; segments: readonly Segment[]; people: People; isRehearsal: boolean },
): ActorShare {
  const { shown, owners } = workers.spread(() => ({
    shown: actorIndexes.show(projectId, { segments, people }),
    owners: createOwners(workers, people.actorLimit, isRehearsal),
  }));
  // The first thread has just dropped its actor index for a deletion.
  if (shown === null) throw new PeerLost();
  if (workers.rank > 0) actorIndexes.take(projectId, shown);
  return new ActorShare(owners, workers.rank);
}

function showPersons(db: Db, projectId: number, watchers: ((actor: number, person: PersonView) => void)[]): void {
  for (const see of watchers) see(0, { personId: null, personProperties: {} });
  // Index persons_by_created_at, for the project.
  const rows = db
    .sql(`SELECT id, ${sound("persons", "p", "properties")} FROM persons p WHERE project_id = ?`)
    .raw(true)
    .iterate(projectId);
  for (const [id, text] of rows as IterableIterator<[number, string]>) {
    const person = { personId: id, personProperties: parseStored<Properties>("person", id, text) };
    for (const see of watchers) see(id, person);
  }
}

/** @throws corrupt when the row is damaged */
function distinctIdOf(db: Db, ordinal: number): string {
  const text = db
    .sql<string>(`SELECT ${sound("distinct_ids", "d", "distinct_id")} FROM distinct_ids d WHERE id = ?`)
    .pluck()
    .get(ordinal);
  return text ?? "";
}
