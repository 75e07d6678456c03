import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import type { Asks } from "../shared/answer.ts";
import { shiftIntervals } from "../shared/calendar.ts";
import { integerField } from "../shared/fields.ts";
import { olderFunnelActors } from "../funnel/older/people.ts";
import { readOlderFunnel } from "../funnel/older/question.ts";
import { toFunnelWindow } from "../funnel/funnel-window.ts";
import type { WindowInput } from "../funnel/funnel-window.ts";
import type { PathFunnel } from "./plan.ts";
import type { PathQuery } from "./question.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";

/** The funnel of a question for paths. */
export interface PlannedFunnel {
  funnel: PathFunnel;
  /** Sessions are as far apart as the funnel's window is long. */
  gapMs: number;
}

const StepField = v.object({
  funnel_step: integerField(-255, 255),
});

/**
 * Plans the funnel that a question for paths rests on: a filter of its own, with dates of its own.
 * @returns null = nobody is in it
 * @throws HogletError 400 naming the field. Source: reference/insights.md 12b.4
 */
export async function planPathFunnel(
  ctx: Asks,
  project: ProjectSettings,
  query: PathQuery,
): Promise<PlannedFunnel | null> {
  const { funnel_filter: filter, funnel_paths: part, funnel_step: ownStep } = query;
  if (filter === null || part === null)
    throw invalid("funnel_filter", "Paths of a funnel need its filter.", "required");
  const { query: asked } = readOlderFunnel(filter);
  if (asked.view !== "steps") throw invalid("funnel_filter__funnel_viz_type", "Expected steps.");
  if (asked.actors.by === "groups") {
    const detail = "Paths are those of persons: expected a funnel of persons.";
    throw invalid("funnel_filter__aggregation_group_type_index", detail, "unsupported");
  }
  const { funnel_step: step } = parse(StepField, filter, "funnel_filter");
  const steps = toSteps(step, part);
  const actors = await olderFunnelActors(ctx, project, filter);
  if (actors === null) return null;
  const addsWindow = part === "funnel_path_before_step" && step < 0 && ownStep !== null;
  return { funnel: { actors, ...steps, addsWindow }, gapMs: toGapMs(asked.window) };
}

/** The steps (from 0) between which events lie. For actors who dropped off, from their last step. */
function toSteps(step: number, part: NonNullable<PathQuery["funnel_paths"]>): Pick<PathFunnel, "fromStep" | "toStep"> {
  const attr = "funnel_filter__funnel_step";
  const reference = step > 0 ? step - 1 : -step - 2;
  if (reference < 0) throw invalid(attr, `Expected a step from 1, or from -2 downwards, but received ${step}.`);
  switch (part) {
    case "funnel_path_after_step":
      return { fromStep: reference, toStep: null };
    case "funnel_path_before_step":
      return { fromStep: null, toStep: reference };
    case "funnel_path_between_steps":
      if (step < 2) throw invalid(attr, `Expected a step from 2, with one before it, but received ${step}.`);
      return { fromStep: reference - 1, toStep: reference };
  }
}

/** A month is as long as the January that the original measures windows by. */
const JANUARY_MS = Date.UTC(2018, 0, 1);

function toGapMs(window: WindowInput): number {
  if (window.unit === "month") return shiftIntervals(JANUARY_MS, "month", window.count) - JANUARY_MS;
  const length = toFunnelWindow(window, { fromMs: 0, untilMs: 0 });
  return length.by === "length" ? length.ms : 0;
}
