import type { ActorKind } from "../../port/actors.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import type { DateRange } from "../../port/range.ts";
import type { Part, Execution } from "./execution.ts";

/** The project of a plan, and the events that form its sessions. */
export interface About {
  projectId: number;
  /** Absent = the plan has nothing to do with sessions. */
  sessionRange?: DateRange;
}

/**
 * The way in which several threads answer a plan together. Plans that number groups, sessions or values during reading
 * are not shared, because each thread would number them in its own way.
 */
export interface Sharing<P extends Plan> {
  /**
   * The parts that each thread has of its own. `segments`: rows that count by themselves, so that each thread needs only
   * the columns of its segments. `actors`: the rows of each actor in sequence, from the one actor index that all threads see.
   */
  by: Part["by"];
  /** Can this plan be shared? */
  can(plan: P): boolean;
  /** Joins the parts to one answer. Absent = the first thread's part is the whole answer. */
  merge?(parts: AnswerOf<P>[]): AnswerOf<P>;
}

/** Answers one kind of plan from columns. */
export interface Runner<P extends Plan> {
  kind: P["kind"];
  about(plan: P): About;
  /** Answers the plan, or a thread's part of it. */
  run(execution: Execution, plan: P): AnswerOf<P>;
  /** Absent = one thread answers. */
  sharing?: Sharing<P>;
  /** Is the answer a list of actors, which is cached while its pages are read? @default false */
  isList?: boolean;
}

/** A runner in the table of an engine, which looks it up by the plan's kind. */
export type AnyRunner = Runner<Plan>;

/** Makes a runner for the table: the one place where the type of its plan is forgotten. */
export function runner<P extends Plan>(own: Runner<P>): AnyRunner {
  return own as unknown as AnyRunner;
}

/** Is the plan about persons, and about nothing of their sessions? */
export function isOfPersons(plan: { actors: ActorKind }): boolean {
  return plan.actors.by === "persons" && !asksSessions(plan);
}

/** Is anything in a plan about sessions, which are made of the events of all segments? */
export function asksSessions(plan: unknown): boolean {
  if (typeof plan !== "object" || plan === null) return false;
  if (Array.isArray(plan)) return plan.some(asksSessions);
  const { type, needsSession } = plan as { type?: unknown; needsSession?: unknown };
  return type === "session" || needsSession === true || Object.values(plan).some(asksSessions);
}
