import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { rangeOfPoint } from "../shared/node-point.ts";
import type { NodePoint } from "../shared/node-point.ts";
import { pointFields } from "../shared/point-fields.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { stickinessRanges, toStickinessPlan } from "./answer.ts";
import { readStickiness, StickinessQueryNode } from "./node.ts";
import type { StickinessQueryRead } from "./node.ts";
import type { StickinessActorList } from "./plan.ts";

/** The actors of a stickiness. Source: reference/query.md 4.5. */
export const StickinessActorsNode = v.strictObject({
  kind: v.literal("StickinessActorsQuery"),
  source: StickinessQueryNode,
  ...pointFields,
  /** Exactly that many intervals, that many or more, or that many or less. @default "exact" */
  operator: v.nullish(v.picklist(["exact", "gte", "lte"])),
});
export type StickinessActorsRead = v.InferOutput<typeof StickinessActorsNode>;

/** `day` is a number of intervals. */
interface StickinessNodePoint extends NodePoint {
  /** Exactly that many intervals, that many or more, or that many or less. @default "exact" */
  operator?: "exact" | "gte" | "lte" | null | undefined;
}

/**
 * The actors of a StickinessQuery active in `day` intervals; by `operator` in more or fewer too: a list for each
 * number, without actors in common. @throws HogletError 400 naming the field
 */
export async function stickinessNodeActors(
  ctx: Asks,
  project: Project,
  node: StickinessQueryRead,
  point: StickinessNodePoint,
): Promise<StickinessActorList[]> {
  const day = Number(point.day);
  if (!Number.isInteger(day) || day < 1) throw invalid("day", "Expected a number of intervals, from 1.");
  const query = readStickiness(node);
  const asked = openQuestion(ctx, project, "");
  const range = rangeOfPoint(await stickinessRanges(ctx, asked, query), point);
  const place = point.series ?? 0;
  const entity = query.entities[place];
  if (entity === undefined) throw invalid("series", `The query has no series ${place}.`);
  const [resolved] = resolveEntities(ctx, project.id, [entity]) ?? [];
  if (resolved === undefined) return [];
  const plan = toStickinessPlan(asked, query, resolved, range);
  return toNumbers(day, point.operator ?? "exact", plan.edgesMs.length).map((buckets) => ({
    kind: "stickiness-actors",
    plan,
    buckets,
  }));
}

function toNumbers(day: number, operator: "exact" | "gte" | "lte", most: number): number[] {
  const all = Array.from({ length: most }, (_, index) => index + 1);
  return all.filter((each) => each === day || (operator === "gte" && each > day) || (operator === "lte" && each < day));
}
