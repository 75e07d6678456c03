import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { parseFilters } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { DateRange } from "../../port/range.ts";
import { toPointSteps } from "../funnel/funnel-point.ts";
import type { FunnelActorList, FunnelDid } from "../funnel/plan.ts";
import { toActorsPlan, toFunnelPlan } from "../funnel/to-funnel-plan.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import type { Entity } from "../shared/entity.ts";
import { nodeRange } from "../shared/node-question.ts";
import { readEntity } from "../shared/read-node.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toSelection } from "../shared/selection.ts";
import { toCorrelationRange } from "./answer.ts";
import { readCorrelation } from "./node.ts";
import type { CorrelationActorsRead, CorrelationQuery } from "./node.ts";

/** The actors of a FunnelCorrelationActorsQuery. @throws HogletError 400 naming the field */
export async function correlationNodeActors(
  ctx: Asks,
  project: Project,
  node: CorrelationActorsRead,
): Promise<FunnelActorList | null> {
  const { funnelCorrelationPersonEntity: entity, funnelCorrelationPersonConverted: converted } = node;
  const query = readCorrelation(node.source);
  const asked = openQuestion(ctx, project, "");
  const range = await nodeRange(ctx, asked, query.funnel.dates);
  const attr = "funnel_correlation_person_entity";
  return correlationActors(ctx, asked, query, {
    entity: entity ? readEntity(entity, { order: 0, attr, hasNames: false }) : null,
    elementsText: null,
    values: readValues(node.funnelCorrelationPropertyValues),
    converted: converted ?? null,
    range,
  });
}

/** Reads the properties that actors have; null = none are named. @throws HogletError 400 naming the field */
export function readValues(values: unknown): FilterGroup | null {
  if (values === undefined || values === null) return null;
  return parseFilters(values, "funnel_correlation_property_values", "person");
}

interface CorrelationNumber {
  /** The event that they did; required, except for `properties`. */
  entity: Entity | null;
  /** The text of the elements of an autocapture event; null = any. */
  elementsText: string | null;
  /** The properties that they have; required for `properties`. */
  values: FilterGroup | null;
  /** Only actors who finished, or only actors who did not; null = both. */
  converted: boolean | null;
  range: DateRange;
}

/** The actors behind a number; null = no actors. @throws HogletError 400 when the item is not named */
export function correlationActors(
  ctx: Asks,
  asked: Asked,
  query: CorrelationQuery,
  { range, converted, ...item }: CorrelationNumber,
): FunnelActorList | null {
  const planned = toFunnelPlan(ctx, asked, withValues(query, item), range);
  if (planned === null) return null;
  const count = planned.plan.steps.length;
  const entered = toPointSteps(query.entered, count) ?? [];
  const steps = entered.filter((step) => converted === null || (step === count) === converted);
  const did = toDid(ctx, asked, item, range);
  if (did === undefined) return null;
  return {
    kind: "funnel-actors",
    funnel: toActorsPlan(planned.plan),
    point: { by: "furthest", steps },
    line: null,
    did,
  };
}

/** The properties that actors have join the funnel's own filters. */
function withValues(
  { type, funnel }: CorrelationQuery,
  { entity, values }: Pick<CorrelationNumber, "entity" | "values">,
): CorrelationQuery["funnel"] {
  if (type !== "properties") {
    if (entity !== null) return funnel;
    throw invalid("funnel_correlation_person_entity", "No entity for persons specified", "required");
  }
  if (values !== null) return { ...funnel, properties: { type: "AND", values: [funnel.properties, values] } };
  const detail = "Property Correlation expects atleast one Property to get persons for";
  throw invalid("funnel_correlation_property_values", detail, "required");
}

/** Null = no condition; undefined = the action does not exist, so nobody did it. */
function toDid(
  ctx: Asks,
  { project }: Asked,
  { entity, elementsText }: Pick<CorrelationNumber, "entity" | "elementsText">,
  range: DateRange,
): FunnelDid | null | undefined {
  if (entity === null) return null;
  const [one] = resolveEntities(ctx, project.id, [entity]) ?? [];
  return one && { select: toSelection(one, []), elementsText, range: toCorrelationRange(range) };
}
