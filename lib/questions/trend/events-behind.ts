import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import type { EventsBehind } from "../shared/node-kind.ts";
import type { NodePoint } from "../shared/node-point.ts";
import { both, isMember, toOthersFilter, toValuesFilter } from "../shared/values-filter.ts";
import { trendsNodeActors } from "./actors.ts";
import type { TrendsQueryRead } from "./node.ts";
import type { TrendActorList, TrendPlan } from "./plan.ts";

/** The events of a number of a TrendsQuery. @throws HogletError 400 naming the field */
export async function trendsNodeEvents(
  ctx: Asks,
  project: Project,
  node: TrendsQueryRead,
  point: NodePoint,
): Promise<EventsBehind[]> {
  const list = await trendsNodeActors(ctx, project, node, point);
  if (list === null) return [];
  const { range, select } = list;
  if (select.firstOf !== undefined) {
    throw invalid(
      "source",
      "The events of a first time are not listed; list its actors by ActorsQuery.",
      "unsupported",
    );
  }
  const filter = both(select.filter, await lineFilter(ctx, list));
  return [{ range, select: { ...select, filter }, isOfActors: false }];
}

async function lineFilter(ctx: Asks, list: TrendActorList): Promise<FilterGroup> {
  const { line, breakdown } = list;
  if (breakdown?.by === "values") {
    if (line.type === "values") return toValuesFilter(breakdown.sources, line.values);
    if (line.type === "rest") return toOthersFilter(breakdown.sources, await shownValues(ctx, list));
  }
  if (line.type === "cohort") return { type: "AND", values: line.id === null ? [] : [isMember(line.id)] };
  if (line.type === "bin") {
    throw invalid("breakdown", "The events of a bin are not listed; list its actors by ActorsQuery.", "unsupported");
  }
  return { type: "AND", values: [] };
}

/** The values with their own lines. */
async function shownValues(ctx: Asks, list: TrendActorList): Promise<(string | number)[][]> {
  const { projectId, valueRange, sessionRange, select, breakdown } = list;
  if (breakdown?.by !== "values") return [];
  const plan: TrendPlan = {
    kind: "trend",
    projectId,
    range: valueRange,
    edgesMs: [valueRange.fromMs],
    sessionRange,
    series: [{ select, counting: breakdown.rankBy, breakdown, valueRange }],
  };
  const { series } = await ask(ctx, plan);
  return series.flat().flatMap(({ key }) => (key.type === "values" ? [key.values] : []));
}
