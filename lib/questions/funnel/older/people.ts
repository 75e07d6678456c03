import * as v from "valibot";
import type { Asking } from "../../../base/call-options.ts";
import { parse } from "../../../base/parse.ts";
import { CorrelationPoint, olderCorrelationActors } from "../../correlation/older/people.ts";
import { CorrelationQuestion } from "../../correlation/older/question.ts";
import { peopleBehind, peoplePages } from "../../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../../people/people-behind.ts";
import type { PeopleFields } from "../../people/people-fields.ts";
import { peoplePageEntries } from "../../people/people-query.ts";
import { PeopleResponse } from "../../people/response.ts";
import { openQuestion } from "../../shared/answer.ts";
import type { Asks } from "../../shared/answer.ts";
import { parseExactRange } from "../../shared/exact-range.ts";
import { listOf, YesField } from "../../shared/fields.ts";
import { normaliseInput } from "../../shared/input.ts";
import type { PeopleKind } from "../../shared/insight-kind.ts";
import type { RequestFields } from "../../shared/request-fields.ts";
import { Line, rangeEntries } from "../../shared/point-entries.ts";
import { nodeRange } from "../../shared/node-question.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { funnelActors } from "../actors.ts";
import { toFunnelPointLine } from "../funnel-point-line.ts";
import { toFunnelPoint } from "../funnel-point.ts";
import type { FunnelActorList } from "../plan.ts";
import { readSteps } from "./point-steps.ts";
import { FunnelQuestion, readOlderFunnel } from "./question.ts";

const Flag = v.nullish(v.boolean());

/** A number of a funnel: 400 when no step is named, or of a funnel over time no period. Source: reference/insights.md 13.2. */
export const FunnelPoint = v.object({
  /** s > 0: those who took step s (from 1); s < 0: those who took the step before |s| and no more. 0 = nobody. */
  funnel_step: v.nullish(v.number()),
  /** Actors whose furthest step is one of these; counts before `funnel_step`. */
  funnel_custom_steps: v.nullish(listOf(v.number())),
  /** The line of the breakdown, as answers write it. @default any */
  funnel_step_breakdown: v.nullish(Line),
  /** Does the line "Other" mean the rest (rather than a value of this name)? @default true */
  funnel_step_other: Flag,
  /** Over time: the start of the period. */
  entrance_period_start: v.nullish(v.string()),
  /** Over time: those who did not get on, or those who did. */
  drop_off: Flag,
  ...rangeEntries,
});
export type FunnelPoint = v.InferInput<typeof FunnelPoint>;

export interface FunnelPeopleQuestion extends PeopleFields<FunnelQuestion & CorrelationQuestion, FunnelPoint> {}

export interface FunnelPeopleMethods {
  /**
   * People of a funnel: needs `funnel_step` or `funnel_custom_steps`, of its trends `entrance_period_start` and
   * `drop_off`; of a breakdown `funnel_step_breakdown`.
   * @example
   * await hoglet.persons.funnel({ events: [{ id: "signed up" }, { id: "paid" }], funnel_step: -2 }); // who did not pay
   */
  funnel(query: FunnelPeopleQuestion & Asking): Promise<PeopleAnswer>;
}

const ACTORS: PeopleQuestion = {
  path: "funnel",
  // Named an item of a correlation, it means the correlation's actors (reference/insights.md 13.3).
  toList: (ctx, project, input) =>
    (isOfCorrelation(input) ? olderCorrelationActors : olderFunnelActors)(ctx, project, input),
  needs: {
    ...CorrelationQuestion.entries,
    ...CorrelationPoint.entries,
    ...FunnelQuestion.entries,
    ...FunnelPoint.entries,
  },
};

export const funnelPeople: PeopleKind<FunnelPeopleMethods> = {
  path: ACTORS.path,
  verbs: ["GET", "POST"],
  summary:
    "Persons (or groups) behind a step of a funnel. Needs `events` or `actions`, and `funnel_step` (n: that far; -n: dropped off before it) or `funnel_custom_steps`; of a funnel's trends `entrance_period_start` and `drop_off`.",
  fields: v.object({
    ...CorrelationQuestion.entries,
    ...CorrelationPoint.entries,
    ...FunnelQuestion.entries,
    ...FunnelPoint.entries,
    ...peoplePageEntries,
  }),
  example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_step: -2 },
  response: PeopleResponse,
  ask: (ctx, project, input, origin) => peopleBehind(ctx, project, input, ACTORS, origin),
  pages: (ctx, project, input) => peoplePages(ctx, project, input, ACTORS),
};

function isOfCorrelation(input: RequestFields): boolean {
  const named = [input["funnel_correlation_person_entity"], input["funnel_correlation_property_values"]];
  return named.some((value) => value !== undefined && value !== null && value !== "");
}

/**
 * The actors behind a number of a funnel.
 * @param input the funnel's fields and those that name the point: `funnel_step` or `funnel_custom_steps`, of trends
 * `entrance_period_start` and `drop_off`; of a breakdown `funnel_step_breakdown` (absent: any line)
 * @returns null = no actors, since the funnel has no steps or names an action that does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.2.
 */
export async function olderFunnelActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<FunnelActorList | null> {
  const { query } = readOlderFunnel(input);
  const asked = openQuestion(ctx, project, "");
  const { entrance_period_start: periodStart, drop_off: isDropOff } = parse(PeriodFields, normaliseInput(input));
  const named = { ...readSteps(input), periodStart, isDropOff, period: parseExactRange(input, "point_range") };
  const point = toFunnelPoint(named, query, asked);
  const line = toFunnelPointLine(input, query);
  const range = parseExactRange(input, "question_range") ?? (await nodeRange(ctx, asked, query.dates));
  return funnelActors(ctx, asked, query, { point, line, range });
}

const PeriodFields = v.object({ entrance_period_start: v.optional(v.string()), drop_off: v.optional(YesField) });
