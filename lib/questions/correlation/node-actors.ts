import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { FiltersField } from "../../events/filters/index.ts";
import type { FunnelActorList } from "../funnel/plan.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { field, idleEntries } from "../shared/node-fields.ts";
import { nodeRange, toNodeFields } from "../shared/node-question.ts";
import { SeriesNode } from "../shared/node-series.ts";
import { nodeToEntity } from "../shared/node-to-filters.ts";
import { correlationActors } from "./people.ts";
import { correlationToFilters, readFunnelOf } from "./query.ts";
import { CorrelationQueryNode } from "./query-node.ts";

/** The actors behind a number of a correlation. Source: reference/query.md 4.5. */
export const CorrelationActorsNode = v.strictObject({
  kind: v.literal("FunnelCorrelationActorsQuery"),
  source: CorrelationQueryNode,
  /** Those who finished, or those who did not. @default both */
  funnelCorrelationPersonConverted: field(v.boolean()),
  /** The event that they did. */
  funnelCorrelationPersonEntity: field(SeriesNode),
  /** The properties that they have. */
  funnelCorrelationPropertyValues: field(FiltersField),
  includeRecordings: field(v.boolean()),
  ...idleEntries,
});
export interface CorrelationActorsNode extends v.InferInput<typeof CorrelationActorsNode> {}
export interface CorrelationActorsRead extends v.InferOutput<typeof CorrelationActorsNode> {}

/** The actors of a FunnelCorrelationActorsQuery. @throws HogletError 400 naming the field */
export async function correlationNodeActors(
  ctx: Asks,
  project: Project,
  node: CorrelationActorsRead,
): Promise<FunnelActorList | null> {
  const { source, funnelCorrelationPersonEntity: entity } = node;
  const { dates } = readFunnelOf(source);
  const { breakdown: _, ...fields } = toNodeFields(correlationToFilters(source)).fields;
  const asked = openQuestion(ctx, project, "");
  const range = await nodeRange(ctx, asked, dates);
  return correlationActors(ctx, project, {
    ...fields,
    funnel_correlation_person_converted: node.funnelCorrelationPersonConverted ?? undefined,
    funnel_correlation_person_entity: entity ? nodeToEntity(entity) : undefined,
    funnel_correlation_property_values: node.funnelCorrelationPropertyValues ?? undefined,
    question_range: [range.fromMs, range.untilMs],
  });
}
