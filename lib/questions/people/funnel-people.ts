import { funnelActors } from "../funnel/funnel-actors.ts";
import { correlationActors } from "../correlation/correlation-actors.ts";
import type { Asks } from "../shared/answer.ts";
import type { Project } from "../../admin/projects/index.ts";
import { peopleBehind } from "./people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "./people-behind.ts";

type Input = Record<string, unknown>;

export const FUNNEL_PEOPLE: PeopleQuestion = {
  path: "funnel",
  // A funnel's question that names an item of a correlation means the correlation's (reference/insights.md 13.3).
  toPlan: (ctx, project, input) => (isOfCorrelation(input) ? correlationActors : funnelActors)(ctx, project, input),
};

export const CORRELATION_PEOPLE: PeopleQuestion = {
  path: "funnel/correlation",
  toPlan: correlationActors,
  pageFields: { limit: "funnel_correlation_person_limit", offset: "funnel_correlation_person_offset" },
};

function isOfCorrelation(input: Input): boolean {
  const named = [input["funnel_correlation_person_entity"], input["funnel_correlation_property_values"]];
  return named.some((value) => value !== undefined && value !== null && value !== "");
}

/**
 * The persons (or groups) behind a number of a funnel.
 * @param input a funnel's fields, and `funnel_step` or `funnel_custom_steps`; of trends `entrance_period_start` and
 * `drop_off`; of a breakdown `funnel_step_breakdown`
 * @throws HogletError 400 naming the field
 * @example
 * await funnelPeople(ctx, project, { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_step: -2 });
 */
export function funnelPeople(ctx: Asks, project: Project, input: Input, origin = ""): Promise<PeopleAnswer> {
  return peopleBehind(ctx, project, input, FUNNEL_PEOPLE, origin);
}

/**
 * The persons (or groups) behind a number of a correlation.
 * @param input a correlation's fields, and `funnel_correlation_person_entity` or, for properties,
 * `funnel_correlation_property_values`; `funnel_correlation_person_converted`, absent = both
 * @throws HogletError 400 naming the field
 * @example
 * await correlationPeople(ctx, project, {
 *   events: [{ id: "signed up" }, { id: "paid", order: 1 }],
 *   funnel_correlation_person_entity: { id: "watched video" },
 *   funnel_correlation_person_converted: true,
 * });
 */
export function correlationPeople(ctx: Asks, project: Project, input: Input, origin = ""): Promise<PeopleAnswer> {
  return peopleBehind(ctx, project, input, CORRELATION_PEOPLE, origin);
}
