import type { ActorList, EntityKind } from "../../port/actors.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import type { DateRange } from "../../port/range.ts";
import { mergeLists } from "./entities/merge-lists.ts";
import type { WholeList } from "./entities/actor-list.ts";
import type { Part, Execution } from "./execution.ts";

/** A plan's project, and the events that form sessions. */
export interface About {
  projectId: number;
  /** Absent = the plan needs no sessions. */
  sessionRange?: DateRange;
  /** Do sessions last over all their events? @default false: over events of the range */
  hasWholeSessions?: boolean;
}

/**
 * How several threads answer a plan together. Plans that number groups, sessions or values during reading are not
 * shared: each thread would number them differently.
 */
export interface Sharing<P, Answer> {
  /**
   * Each thread's own part. `segments`: rows that count by themselves, so each thread needs only its segments' columns.
   * `actors`: each actor's rows in sequence, from one actor index that all threads see.
   */
  by: Part["by"];
  /** Can this plan be shared? */
  can(plan: P): boolean;
  /** The work for a row; 1 = a kind that reads some columns. Plans by segments only. @default 1 */
  workOfRow?(plan: P): number;
  /** Joins the parts. Absent = the first thread's part is the answer. */
  merge?(parts: Answer[]): Answer;
}

/**
 * How a plan is answered in slices: over the rows of some actors after the other, when all rows are too many to keep at
 * once.
 */
export interface Slicing<P, Answer> {
  /** The kind of actor whose rows belong together; null = the plan needs rows of several actors at once. */
  actors(plan: P): EntityKind | null;
  /**
   * Joins the answers about different actors. Absent = the runner collects the parts of `actorWorkers`, as with other
   * threads.
   */
  merge?(parts: Answer[]): Answer;
}

export interface Runner<P extends { kind: string }, Answer> {
  kind: P["kind"];
  about(plan: P): About;
  /** Answers the plan, or a thread's part of it. An arrow, so that a process loads the code of the kinds that it asks for. */
  run(execution: Execution, plan: P): Answer;
  /** Absent = one thread answers. */
  sharing?: Sharing<P, Answer>;
  /** Absent = no plan of the kind is answered in slices. */
  slicing?: Slicing<P, Answer>;
  /**
   * Is the plan answered by counters alone (`execution.keep`), to which each row adds by itself, whatever its place in
   * the log? Then the next asking counts only later rows. Absent = no.
   */
  keeps?(plan: P): boolean;
}

/** A runner in an engine's table, by the plan's kind. */
export interface AnyRunner extends Runner<Plan, unknown> {
  /** Is the result a whole list of actors, cached while its pages are read? */
  isList: boolean;
}

/** Forgets the type of the plan, so that runners fit one table. */
export function runner<P extends Plan>(own: Runner<P, AnswerOf<P>>): AnyRunner {
  return { ...(own as unknown as Runner<Plan, unknown>), isList: false };
}

/** The runner of a list, whose parts are joined in the order of the list. */
interface ListRunner<List extends ActorList> extends Omit<Runner<List, WholeList>, "slicing"> {
  slicing?: Pick<Slicing<List, WholeList>, "actors">;
}

/** The runner makes the whole list, and the engine cuts pages out of it. */
export function listRunner<List extends ActorList>({ slicing, ...own }: ListRunner<List>): AnyRunner {
  const sliced: Runner<List, WholeList> = {
    ...own,
    ...(slicing !== undefined && { slicing: { ...slicing, merge: mergeLists } }),
  };
  return { ...(sliced as unknown as Runner<Plan, unknown>), isList: true };
}

/** Is the plan about persons, without sessions or first events? */
export function isOfPersons(plan: { actors: EntityKind }): boolean {
  return plan.actors.by === "persons" && !asksAllSegments(plan);
}

/** Things that may change after an event was counted. */
const OF_OTHERS = new Set(["person", "group", "session", "hogql", "cohort", "static-cohort", "precalculated-cohort"]);

/** Does a row count in the same way while its actor stays the same? */
export function countsForEver(plan: unknown): boolean {
  return !asksAllSegments(plan) && !asksOthers(plan);
}

function asksOthers(plan: unknown): boolean {
  if (typeof plan !== "object" || plan === null) return false;
  if (Array.isArray(plan)) return plan.some(asksOthers);
  const { type, by } = plan as { type?: unknown; by?: unknown };
  return OF_OTHERS.has(String(type)) || by === "cohorts" || Object.values(plan).some(asksOthers);
}

/** Does a plan ask for sessions or first events, which all segments together tell? */
export function asksAllSegments(plan: unknown): boolean {
  if (typeof plan !== "object" || plan === null) return false;
  if (Array.isArray(plan)) return plan.some(asksAllSegments);
  const { type, needsSession, firstOf } = plan as { type?: unknown; needsSession?: unknown; firstOf?: unknown };
  const isAsked = type === "session" || needsSession === true || firstOf !== undefined;
  return isAsked || Object.values(plan).some(asksAllSegments);
}
