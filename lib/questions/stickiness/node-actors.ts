import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { toNodeFields } from "../shared/node-question.ts";
import { rangeOfPoint } from "../shared/node-point.ts";
import type { NodePoint } from "../shared/node-point.ts";
import { pointFields } from "../shared/point-fields.ts";
import { stickinessActors } from "./people.ts";
import type { StickinessActorList } from "./plan.ts";
import { stickinessToFilters, toCounted, toRanges, withCounted } from "./query.ts";
import { StickinessQueryNode } from "./query-node.ts";
import type { StickinessQueryRead } from "./query-node.ts";
import { parseStickinessQuery } from "./question.ts";

/** The actors of a stickiness. Source: reference/query.md 4.5. */
export const StickinessActorsNode = v.strictObject({
  kind: v.literal("StickinessActorsQuery"),
  source: StickinessQueryNode,
  ...pointFields,
  /** Exactly that many intervals, that many or more, or that many or less. @default "exact" */
  operator: v.nullish(v.picklist(["exact", "gte", "lte"])),
});
export type StickinessActorsRead = v.InferOutput<typeof StickinessActorsNode>;

/** A number of a stickiness; `day` is a number of intervals. */
interface StickinessNodePoint extends NodePoint {
  /** Exactly that many intervals, that many or more, or that many or less. @default "exact" */
  operator?: "exact" | "gte" | "lte" | null | undefined;
}

/**
 * The actors of a StickinessQuery who were active in `day` intervals; by `operator` in so many or more, or less: a list for each
 * number, of which no two have an actor in common. @throws HogletError 400 naming the field
 */
export async function stickinessNodeActors(
  ctx: Asks,
  project: Project,
  node: StickinessQueryRead,
  point: StickinessNodePoint,
): Promise<StickinessActorList[]> {
  const day = Number(point.day);
  if (!Number.isInteger(day) || day < 1) throw invalid("day", "Expected a number of intervals, from 1.");
  const { fields, dates } = toNodeFields(stickinessToFilters(node));
  const query = parseStickinessQuery(fields);
  const asked = openQuestion(ctx, project, "");
  const range = rangeOfPoint(await toRanges(ctx, asked, query, dates), point);
  const list = await stickinessActors(ctx, project, {
    ...fields,
    stickiness_days: day,
    entity_order: point.series ?? 0,
    question_range: [range.fromMs, range.untilMs],
  });
  if (list === null) return [];
  const plan = withCounted(list.plan, toCounted(node));
  const { kind } = list;
  return toNumbers(day, point.operator ?? "exact", plan.edgesMs.length).map((buckets) => ({ kind, plan, buckets }));
}

function toNumbers(day: number, operator: "exact" | "gte" | "lte", most: number): number[] {
  const all = Array.from({ length: most }, (_, index) => index + 1);
  return all.filter((each) => each === day || (operator === "gte" && each > day) || (operator === "lte" && each < day));
}
