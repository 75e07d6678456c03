import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { funnelActors } from "../funnel/actors.ts";
import { toFunnelPoint } from "../funnel/funnel-point.ts";
import { toFunnelWindow } from "../funnel/funnel-window.ts";
import type { WindowInput } from "../funnel/funnel-window.ts";
import type { FunnelQuery } from "../funnel/node.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { shiftIntervals } from "../shared/calendar.ts";
import { integerField } from "../shared/fields.ts";
import { nodeRange } from "../shared/node-question.ts";
import type { PathFunnel } from "./plan.ts";

export const FUNNEL_PATHS = ["funnel_path_after_step", "funnel_path_before_step", "funnel_path_between_steps"] as const;
type Part = (typeof FUNNEL_PATHS)[number];

/** The funnel of paths, with its own dates. */
export interface PathFunnelQuery extends Pick<PathFunnel, "fromStep" | "toStep" | "addsWindow"> {
  query: FunnelQuery;
  /** From 1, or from −2 downwards for those who dropped off before it. */
  step: number;
}

interface PlannedFunnel {
  funnel: PathFunnel;
  /** Sessions are as far apart as the funnel's window is long. */
  gapMs: number;
}

const StepField = v.object({ funnel_step: integerField(-255, 255) });

/**
 * Joins the funnel of a question for paths and the steps of it that they lie between.
 * @param asked `addsWindow`: paths before a drop-off reach on for as long as the funnel's window
 * @throws HogletError 400 naming the field. Source: reference/insights.md 12b.4
 */
export function toPathFunnelQuery(
  query: FunnelQuery,
  asked: { part: Part | null | undefined; step: unknown; addsWindow: boolean },
): PathFunnelQuery {
  const { part } = asked;
  if (!part) {
    throw invalid("funnel_paths", `funnel_filter needs funnel_paths: one of ${FUNNEL_PATHS.join(", ")}.`, "required");
  }
  if (query.view !== "steps") throw invalid("funnel_filter__funnel_viz_type", "Expected steps.");
  if (query.actors.by !== "persons") {
    const field = query.actors.by === "groups" ? "aggregation_group_type_index" : "funnel_aggregate_by_hogql";
    const detail = "Paths are those of persons: expected a funnel of persons.";
    throw invalid(`funnel_filter__${field}`, detail, "unsupported");
  }
  const [optional] = query.optional;
  if (optional !== undefined) {
    const attr = `funnelPathsFilter__funnelSource__series__${optional}__optionalInFunnel`;
    throw invalid(attr, "Expected false: paths are those of funnels with required steps.", "unsupported");
  }
  const { funnel_step: step } = parse(StepField, { funnel_step: asked.step ?? undefined }, "funnel_filter");
  const addsWindow = asked.addsWindow && part === "funnel_path_before_step" && step < 0;
  return { query, step, ...toSteps(step, part), addsWindow };
}

/** Null = nobody is in the funnel. */
export async function planPathFunnel(
  ctx: Asks,
  asked: Asked,
  { query, step, ...steps }: PathFunnelQuery,
): Promise<PlannedFunnel | null> {
  const range = await nodeRange(ctx, asked, query.dates);
  const point = toFunnelPoint({ step }, query, asked);
  const actors = funnelActors(ctx, asked, query, { point, line: null, range });
  return actors && { funnel: { actors, ...steps }, gapMs: toGapMs(query.window) };
}

/** The steps (from 0) between which events lie; for actors who dropped off, from their last step. */
function toSteps(step: number, part: Part): Pick<PathFunnel, "fromStep" | "toStep"> {
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

/** The original measures windows by a January: the length of a month. */
const JANUARY_MS = Date.UTC(2018, 0, 1);

function toGapMs(window: WindowInput): number {
  if (window.unit === "month") return shiftIntervals(JANUARY_MS, "month", window.count) - JANUARY_MS;
  const length = toFunnelWindow(window, { fromMs: 0, untilMs: 0 });
  return length.by === "length" ? length.ms : 0;
}
