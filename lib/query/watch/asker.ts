import { getProject } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { withOptions } from "../../port/with-signal.ts";
import type { Context } from "../context.ts";
import type { NextOutcome } from "./question.ts";
import { toSameText } from "./same-answer.ts";

/** The resources for watching. */
export type Watching = Pick<
  Context,
  "clock" | "db" | "engine" | "live" | "options" | "queries" | "results" | "watches"
>;

/** A question that is asked each time in the same way. */
export interface AskedAgain {
  /** The question in JSON values: questions of a project with equal keys are one. */
  key: unknown;
  ask(ctx: Watching, project: Project): Promise<object>;
}

/** Asks a question again and again. */
export interface Asker {
  ask(): Promise<NextOutcome>;
  /** Did the last asking cost the new events alone? */
  isKept(): boolean;
}

export function createAsker(ctx: Watching, projectId: number, again: AskedAgain): Asker {
  const name = `watched ${(ctx.watches.opened += 1)}`;
  let isKept = false;
  const ask = async (): Promise<NextOutcome> => {
    let asked = 0;
    let kept = 0;
    const engine = withOptions(ctx.engine, (plan) => {
      kept += ctx.engine.keeps?.(plan) === true ? 1 : 0;
      return { keepAs: `${name} ${(asked += 1)}` };
    });
    try {
      // The project's settings may have changed.
      const answer = await again.ask({ ...ctx, engine }, getProject(ctx, projectId));
      // An answer from memory asks no plan.
      if (asked > 0) isKept = kept === asked;
      return { text: JSON.stringify(answer), sameAs: toSameText(answer) };
    } catch (error) {
      return { error, sameAs: String(error) };
    }
  };
  return { ask, isKept: () => isKept };
}
