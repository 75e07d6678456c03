import { getProject } from "../../admin/projects/index.ts";
import { withOptions } from "../../port/with-signal.ts";
import { askQuery } from "../ask-query.ts";
import type { QueryHow } from "../ask-query.ts";
import type { Context } from "../context.ts";
import type { Outcome } from "./question.ts";
import { toSameText } from "./same-answer.ts";

/** The resources for watching. */
export type Watching = Pick<
  Context,
  "clock" | "db" | "engine" | "live" | "options" | "queries" | "results" | "watches"
>;

/** A question as it is asked each time. */
export interface AskedAgain extends Pick<QueryHow, "filters" | "variables"> {
  query: unknown;
}

/** Asks a question again and again. */
export interface Asker {
  ask(): Promise<Outcome>;
  /** Did the last asking cost the new events alone? */
  isKept(): boolean;
}

export function createAsker(ctx: Watching, projectId: number, { query, ...how }: AskedAgain): Asker {
  const name = `watched ${(ctx.watches.opened += 1)}`;
  let isKept = false;
  const ask = async (): Promise<Outcome> => {
    let asked = 0;
    let kept = 0;
    const engine = withOptions(ctx.engine, (plan) => {
      kept += ctx.engine.keeps?.(plan) === true ? 1 : 0;
      return { keepAs: `${name} ${(asked += 1)}` };
    });
    try {
      // The project's settings may have changed.
      const project = getProject(ctx, projectId);
      const answer = await askQuery({ ...ctx, engine }, project, query, { ...how, refresh: "if-stale" });
      // An answer from memory asks no plan.
      if (asked > 0) isKept = kept === asked;
      return { text: JSON.stringify(answer), sameAs: toSameText(answer) };
    } catch (error) {
      return { error, sameAs: String(error) };
    }
  };
  return { ask, isKept: () => isKept };
}
