import type { FunnelActorsPlan, FunnelDid } from "../funnel/funnel-plan.ts";
import type { DateRange } from "../../port/range.ts";
import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parseFilters } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { EntityInput, toEntity } from "../shared/entity.ts";
import { toPointSteps } from "../funnel/funnel-point.ts";
import { toFunnelRange } from "../funnel/funnel-range.ts";
import { toFunnelPlan } from "../funnel/to-funnel-plan.ts";
import { normaliseInput } from "../shared/input.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toSelection } from "../shared/selection.ts";
import { toCorrelationRange } from "./correlation.ts";
import { parseCorrelationQuery } from "./correlation-query.ts";
import type { CorrelationQuery } from "./correlation-query.ts";

/** True or false in any letter case, as the original has it. */
const ConvertedField = v.pipe(
  v.union([v.boolean(), v.string()], "Expected true or false."),
  v.transform((value) => String(value).toLowerCase()),
  v.picklist(["true", "false"], "Expected true or false."),
  v.transform((word) => word === "true"),
);

const PointFields = v.object({
  funnel_correlation_person_entity: v.optional(EntityInput),
  funnel_correlation_property_values: v.optional(v.unknown()),
  funnel_correlation_person_converted: v.optional(ConvertedField),
  /** Ours: JSON text of the elements of an autocapture event. */
  funnel_correlation_person_elements: v.optional(v.string()),
});
type PointFields = v.InferOutput<typeof PointFields>;

/**
 * Who is behind a number of a correlation.
 * @param input the correlation's fields and those that name the point: `funnel_correlation_person_entity`, for properties
 * `funnel_correlation_property_values`; `funnel_correlation_person_converted`, absent = those who finished and the others
 * @returns null = nobody
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.3.
 */
export async function correlationActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<FunnelActorsPlan | null> {
  const query = parseCorrelationQuery(input);
  const point = parse(PointFields, normaliseInput(input));
  requirePoint(point, query);
  const asked = openQuestion(ctx, project, "");
  const range = await toFunnelRange(ctx, asked, query.funnel, input);
  const planned = toFunnelPlan(ctx, asked, withValues(query, point).funnel, range);
  if (planned === null) return null;
  const count = planned.plan.steps.length;
  const entered = toPointSteps({ funnel_step: 1, ...input }, count) ?? [];
  const converted = point.funnel_correlation_person_converted;
  const steps = entered.filter((step) => converted === undefined || (step === count) === converted);
  const did = toDid(ctx, asked, point, range);
  if (did === undefined) return null;
  return { kind: "funnel-actors", funnel: planned.plan, point: { by: "furthest", steps }, line: null, did };
}

function requirePoint(point: PointFields, { fields }: CorrelationQuery): void {
  if (fields.funnel_correlation_type === "properties") {
    if (point.funnel_correlation_property_values !== undefined) return;
    const detail = "Property Correlation expects atleast one Property to get persons for";
    throw invalid("funnel_correlation_property_values", detail, "required");
  }
  if (point.funnel_correlation_person_entity !== undefined) return;
  throw invalid("funnel_correlation_person_entity", "No entity for persons specified", "required");
}

/** The properties that actors have join the funnel's own filters. */
function withValues(
  query: CorrelationQuery,
  { funnel_correlation_property_values: values }: PointFields,
): CorrelationQuery {
  if (query.fields.funnel_correlation_type !== "properties") return query;
  const wanted = parseFilters(values, "funnel_correlation_property_values", "person");
  const { properties } = query.funnel;
  return { ...query, funnel: { ...query.funnel, properties: { type: "AND", values: [properties, wanted] } } };
}

/** Null = nothing need be done; undefined = an action that does not exist is wanted, which nobody did. */
function toDid(ctx: Asks, { project }: Asked, point: PointFields, range: DateRange): FunnelDid | null | undefined {
  const wire = point.funnel_correlation_person_entity;
  if (wire === undefined) return null;
  const resolved = resolveEntities(ctx, project.id, [toEntity(wire, "funnel_correlation_person_entity")]);
  const [one] = resolved ?? [];
  if (one === undefined) return undefined;
  const elementsText = point.funnel_correlation_person_elements ?? null;
  return { select: toSelection(one, []), elementsText, range: toCorrelationRange(range) };
}
