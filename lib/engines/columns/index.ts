/**
 * Columns: the fast engine. It keeps the event log a second time, in columns, and answers from typed arrays.
 *
 * The log is cut into blocks of 65 536 `seq`; the events of one project in a block are a *segment*, ordered by event
 * name and time, with a column of times, of distinct-id ordinals, and one for each property, coded by a dictionary.
 * `projectBlock` stores the segments of full blocks, one transaction each, off the hot path; what is not stored yet,
 * and the newest events, are read from the log into the same form (`log/read-log`), so a question sees every committed
 * write (`log/store`). `units/people` maps distinct ids to their current actors: merges change this map and touch no
 * segment. A question (`trend/`, `lifecycle/`, …) selects pieces of segments with a mask of the matching rows
 * (`scan/`), which kernels count (`kernels/`). Questions about sequences of a person's events (funnels, paths) read
 * rows grouped by distinct id: from `order/row-order`, which is built once it pays, or grouped for the question
 * (`order/unit-rows`).
 *
 * Several threads may answer a question together (`sharing` lists the kinds, `crew/company` brings the threads
 * together, `crew/crew` exchanges results). Where each row counts by itself, each thread has segments of its own, so
 * that together they need the memory of one thread. Where an actor's rows count in sequence, each thread takes the next
 * free actors from the one order of rows that all see.
 *
 * Invariants: a question runs in one read transaction; all columns are derived from the log and may be dropped at any
 * time, with equal answers; a trigger deletes the segment of a deleted event, so that no copy of it remains. Only
 * traces of funnels are answered by another engine, which receives the places of the actor's events.
 */
import type { DateRange, Engine } from "../../questions/index.ts";
import type { Db } from "../../storage/index.ts";
import { findActorSeqs } from "./log/actor-seqs.ts";
import { runEventNames, runEventValues, runPropertyKeys } from "./log/catalogue.ts";
import { follow, lead } from "./crew/company.ts";
import type { Company } from "./crew/company.ts";
import { ALONE } from "./crew/crew.ts";
import type { Crew } from "./crew/crew.ts";
import { runDistinctNumbers } from "../../questions/trend/columns/distinct-numbers.ts";
import { runEarliestEvent } from "./log/earliest-event.ts";
import { createKnownActors } from "./units/known-actors.ts";
import { createPeople } from "./units/people.ts";
import { createPersonValues } from "./units/person-values.ts";
import { openQuestion } from "./question.ts";
import type { Part, Question } from "./question.ts";
import { runAppearances } from "../../questions/retention/columns/retention-actors.ts";
import { sharedQuestions } from "./sharing.ts";
import type { About, SharedQuestion, SharedQuestions } from "./sharing.ts";
import type { Damage } from "./log/keep-segment.ts";
import { createStore } from "./log/store.ts";

export type { Company } from "./crew/company.ts";
export { Deserted } from "./crew/crew.ts";
export type { Crew } from "./crew/crew.ts";
export { countStored, dropSegments, listBlocks, projectBlock, projectSteps } from "./log/project.ts";
export type { BlockShare, Stored } from "./log/project.ts";
export type { Step } from "./log/make-segment.ts";
export type { Damage } from "./log/keep-segment.ts";
export { checkBlock, findUnreadable } from "./log/check-block.ts";
export type { BlockState } from "./log/check-block.ts";
export { remakeSteps } from "./log/remake.ts";
export type { DamagedPlace } from "./log/remake.ts";
export type { BlockPlace } from "./log/segment-table.ts";
export { pauseAfter, startProjector } from "./log/projector.ts";

/** The options of the engine. */
export interface ColumnsOptions {
  /** Memory for columns in bytes. @default 256 MB */
  budgetBytes?: number | undefined;
  /** Called whenever a question reads a column: an error that it throws ends the question. @default nothing */
  checkpoint?: (() => void) | undefined;
  /** Other threads that may answer questions with this one. @default none */
  company?: Company | undefined;
  /** Called for damaged stored columns; questions are answered from the log meanwhile. @default nothing */
  onDamage?: ((damage: Damage) => void) | undefined;
}

/** The engine, and its counterpart in the threads that help it. */
export interface Columns {
  engine: Engine;
  /** Answers this thread's part of a question of a crew's first thread. */
  help(method: string, plan: unknown, crew: Crew): void;
}

/** The range of a question without sessions. */
const NO_RANGE: DateRange = { fromMs: 0, untilMs: 0 };

/** Creates the engine over one database. @param tracer follows one actor through a funnel, event by event */
export function columnsEngine(db: Db, tracer: Pick<Engine, "funnelTrace">, options: ColumnsOptions = {}): Engine {
  return openColumns(db, tracer, options).engine;
}

/** Creates the engine for a thread that may be one of several. */
export function openColumns(db: Db, tracer: Pick<Engine, "funnelTrace">, options: ColumnsOptions = {}): Columns {
  const { company } = options;
  const store = createStore(db, options);
  const peopleStore = createPeople(db);
  const personValues = createPersonValues(db);
  const knownActors = createKnownActors(db, store.cache);
  const openPart = ({ projectId, sessionRange }: About, part: Part) =>
    openQuestion(db, { store, peopleStore, personValues, projectId, sessionRange, part });
  /** Answers a part of a question, in memory that the next question uses again. */
  const answer = <T>(about: About, part: Part, run: (question: Question) => T): T => {
    try {
      return run(openPart(about, part));
    } finally {
      store.room.clear();
    }
  };
  const ask = <T>(about: About, run: (question: Question) => T): T => {
    const read = () => answer(about, { by: "segments", crew: ALONE }, run);
    return db.sqlite.inTransaction ? read() : db.sqlite.transaction(read).deferred();
  };
  const shared = sharedQuestions(peopleStore);
  const answerShare = <P, A>({ by, about, run }: SharedQuestion<P, A>, plan: P, crew: Crew): A =>
    answer(about(plan), { by, crew }, (question) => run(question, plan));
  /** Asks the other threads too, where possible. */
  const askAll = <P, A>(method: keyof SharedQuestions, kind: SharedQuestion<P, A>, plan: P): A => {
    const { by, about, run, merge, canShare } = kind;
    const isShared =
      company !== undefined &&
      company.others > 0 &&
      !db.sqlite.inTransaction &&
      // The others read actors only from the order of rows, so that they need few columns.
      (by === "segments" || store.orders.has(about(plan).projectId)) &&
      canShare(plan);
    const answerPart = (crew: Crew) => {
      const part = answerShare(kind, plan, crew);
      return merge === undefined ? part : merge(crew.collect(part));
    };
    const answered = isShared ? lead(db, company, { method, plan }, answerPart) : null;
    return answered === null ? ask(about(plan), (question) => run(question, plan)) : answered.answer;
  };
  const help = (method: string, plan: unknown, crew: Crew) => {
    // `askAll` of the same code passes its arguments.
    const kind = shared[method as keyof SharedQuestions] as SharedQuestion<unknown, unknown>;
    follow(db, crew, () => {
      const part = answerShare(kind, plan, crew);
      if (kind.merge !== undefined) crew.collect(part);
    });
  };
  const engine: Engine = {
    earliestEvent: async (projectId, afterMs) =>
      ask({ projectId, sessionRange: NO_RANGE }, (question) => runEarliestEvent(question, afterMs)),
    distinctNumbers: async (plan) => ask(plan, (question) => runDistinctNumbers(question, plan)),
    eventNames: async (projectId) => ask({ projectId, sessionRange: NO_RANGE }, runEventNames),
    propertyKeys: async (plan) =>
      ask({ ...plan, sessionRange: NO_RANGE }, (question) => runPropertyKeys(question, plan)),
    eventValues: async (plan) => ask({ ...plan, sessionRange: NO_RANGE }, (question) => runEventValues(question, plan)),
    trend: async (plan) => askAll("trend", shared.trend, plan),
    lifecycle: async (plan) => askAll("lifecycle", shared.lifecycle, plan),
    stickiness: async (plan) => askAll("stickiness", shared.stickiness, plan),
    retention: async (plan) => askAll("retention", shared.retention, plan),
    paths: async (plan) => askAll("paths", shared.paths, plan),
    actors: async (plan) => knownActors.get(plan, () => askAll("actors", shared.actors, plan)),
    appearances: async (plan) => ask(plan.plan, (question) => runAppearances(question, plan)),
    funnel: async (plan) => askAll("funnel", shared.funnel, plan),
    funnelTimes: async (plan) => askAll("funnelTimes", shared.funnelTimes, plan),
    funnelPeriods: async (plan) => askAll("funnelPeriods", shared.funnelPeriods, plan),
    // A transaction refuses to return a promise, although all is read by then.
    funnelTrace: async (plan, actor) =>
      ask(plan, (question) => ({
        trace: tracer.funnelTrace(plan, actor, findActorSeqs(question, plan.actors, actor)),
      })).trace,
    correlation: async (plan) => askAll("correlation", shared.correlation, plan),
  };
  return { engine, help };
}
