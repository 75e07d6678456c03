import type { ActorList, EntityKind } from "../../port/actors.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import type { DateRange } from "../../port/range.ts";
import { mergeLists } from "./entities/merge-lists.ts";
import type { WholeList } from "./entities/actor-list.ts";
import type { Part, Execution } from "./execution.ts";

/** The project of a plan, and the events that form its sessions. */
export interface About {
  projectId: number;
  /** Absent = the plan has nothing to do with sessions. */
  sessionRange?: DateRange;
  /** Is the duration of sessions that of all their events? @default false: of those in the range */
  hasWholeSessions?: boolean;
}

/**
 * The way in which several threads answer a plan together. Plans that number groups, sessions or values during reading
 * are not shared, because each thread would number them in its own way.
 */
export interface Sharing<P, Answer> {
  /**
   * The parts that each thread has of its own. `segments`: rows that count by themselves, so that each thread needs only
   * the columns of its segments. `actors`: the rows of each actor in sequence, from the one actor index that all threads see.
   */
  by: Part["by"];
  /** Can this plan be shared? */
  can(plan: P): boolean;
  /** The work for a row of the log, where 1 is that of a kind that reads some columns. Plans by segments only. @default 1 */
  workOfRow?(plan: P): number;
  /** Joins the parts to one answer. Absent = the first thread's part is the whole answer. */
  merge?(parts: Answer[]): Answer;
}

/**
 * The way in which a plan is answered in slices: first over the rows of some actors, then over those of others, when all of its rows are
 * too many to be kept at once.
 */
export interface Slicing<P, Answer> {
  /** The kind of actor whose rows belong together; null = this plan looks at rows of several actors at once. */
  actors(plan: P): EntityKind | null;
  /**
   * Joins the answers about different actors. Absent = the runner collects the parts of `actorWorkers` itself, as it does with those of
   * other threads.
   */
  merge?(parts: Answer[]): Answer;
}

/** Answers one kind of plan from columns. */
export interface Runner<P extends { kind: string }, Answer> {
  kind: P["kind"];
  about(plan: P): About;
  /** Answers the plan, or a thread's part of it. */
  run(execution: Execution, plan: P): Answer;
  /** Absent = one thread answers. */
  sharing?: Sharing<P, Answer>;
  /** Absent = no plan of the kind is answered in slices. */
  slicing?: Slicing<P, Answer>;
  /**
   * Is the plan answered by counters alone (`execution.keep`), to which each row adds by itself, whatever its place in the log? Then an
   * asking counts the rows that came since the last one. Absent = no plan of the kind is.
   */
  keeps?(plan: P): boolean;
}

/** A runner in the table of an engine, which looks it up by the plan's kind. */
export interface AnyRunner extends Runner<Plan, unknown> {
  /** Is the result a whole list of actors, which is cached while its pages are read? */
  isList: boolean;
}

/** Makes a runner for the table. It forgets the type of the plan, as `listRunner` does. */
export function runner<P extends Plan>(own: Runner<P, AnswerOf<P>>): AnyRunner {
  return { ...(own as unknown as Runner<Plan, unknown>), isList: false };
}

/** The runner of a list, whose parts are joined in the order of the list. */
interface ListRunner<List extends ActorList> extends Omit<Runner<List, WholeList>, "slicing"> {
  slicing?: Pick<Slicing<List, WholeList>, "actors">;
}

/** Makes the runner of a list of actors: it makes the whole list, and the engine cuts pages out of it. */
export function listRunner<List extends ActorList>({ slicing, ...own }: ListRunner<List>): AnyRunner {
  const sliced: Runner<List, WholeList> = {
    ...own,
    ...(slicing !== undefined && { slicing: { ...slicing, merge: mergeLists } }),
  };
  return { ...(sliced as unknown as Runner<Plan, unknown>), isList: true };
}

/** Is the plan about persons, and about nothing of their sessions or first events? */
export function isOfPersons(plan: { actors: EntityKind }): boolean {
  return plan.actors.by === "persons" && !asksAllSegments(plan);
}

/** Parts of plans that are about something else than the event: it may change after the event was counted. */
const OF_OTHERS = new Set(["person", "group", "session", "hogql", "cohort", "static-cohort", "precalculated-cohort"]);

/** Does a row count in the same way for ever, as long as its actor stays the same? */
export function countsForEver(plan: unknown): boolean {
  return !asksAllSegments(plan) && !asksOthers(plan);
}

function asksOthers(plan: unknown): boolean {
  if (typeof plan !== "object" || plan === null) return false;
  if (Array.isArray(plan)) return plan.some(asksOthers);
  const { type, by } = plan as { type?: unknown; by?: unknown };
  return OF_OTHERS.has(String(type)) || by === "cohorts" || Object.values(plan).some(asksOthers);
}

/** Is anything in a plan about sessions or first events, which are found among the events of all segments? */
export function asksAllSegments(plan: unknown): boolean {
  if (typeof plan !== "object" || plan === null) return false;
  if (Array.isArray(plan)) return plan.some(asksAllSegments);
  const { type, needsSession, firstOf } = plan as { type?: unknown; needsSession?: unknown; firstOf?: unknown };
  const isAsked = type === "session" || needsSession === true || firstOf !== undefined;
  return isAsked || Object.values(plan).some(asksAllSegments);
}
