import * as v from "valibot";
import { testOfText } from "../../../events/filters/index.ts";
import { toPointSteps } from "../../funnel/funnel-point.ts";
import type { DateRange } from "../../../port/range.ts";
import { envelopeEntries } from "../../shared/answer-response.ts";
import { answer, openQuestion } from "../../shared/answer.ts";
import type { Answer, Asked, Asks } from "../../shared/answer.ts";
import { toExactRange } from "../../shared/exact-range.ts";
import { nodeRange } from "../../shared/node-question.ts";
import { personLinks } from "../../shared/person-links.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { countCorrelation, itemEntries, toCorrelationPlan, toEvent } from "../answer.ts";
import type { CountedCorrelation } from "../answer.ts";
import type { CorrelationQuery } from "../node.ts";
import type { CorrelationItem } from "../plan.ts";
import { readOlderCorrelation } from "./question.ts";
import type { OlderCorrelation } from "./question.ts";

const Event = v.object({ ...itemEntries, success_people_url: v.string(), failure_people_url: v.string() });

export interface CorrelationEvent extends v.InferOutput<typeof Event> {}

const Outcome = v.object({
  events: v.array(Event),
  /** Success or failure is so frequent that little can be said. */
  skewed: v.boolean(),
});

const { timezone: _, ...ownEnvelopeEntries } = envelopeEntries;

/** The answer to a correlation. */
export const CorrelationResponse = v.pipe(
  v.object({
    result: Outcome,
    ...ownEnvelopeEntries,
  }),
  v.examples([
    {
      result: {
        events: [
          {
            event: { event: "watched video", properties: {}, elements: [] },
            success_count: 1,
            success_people_url: "/api/projects/1/persons/funnel/correlation/?funnel_correlation_person_converted=true",
            failure_count: 1,
            failure_people_url: "/api/projects/1/persons/funnel/correlation/?funnel_correlation_person_converted=false",
            odds_ratio: 0.5,
            correlation_type: "failure" as const,
          },
        ],
        skewed: false,
      },
      is_cached: false,
      last_refresh: "2024-05-02T10:00:00Z",
    },
  ]),
);

export type CorrelationResult = Omit<Answer<v.InferOutput<typeof Outcome>>, "timezone">;

/**
 * Up to ten items that go with success, then up to ten that go with failure.
 * @param input a funnel's fields; `funnel_correlation_type` events (the default), properties (with
 * `funnel_correlation_names`) or event_with_properties (with `funnel_correlation_event_names`); `funnel_step`, the step
 * that all of them reached at least (1)
 * @throws HogletError 400 naming the field
 * @example await correlation(ctx, project, { events: [{ id: "signed up" }, { id: "paid", order: 1 }] });
 */
export async function correlation(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
  origin = "",
): Promise<CorrelationResult> {
  const question = readOlderCorrelation(input);
  const { query, refresh } = question;
  const asked = openQuestion(ctx, project, origin);
  const range = await nodeRange(ctx, asked, query.funnel.dates);
  const plan = toCorrelationPlan(ctx, asked, query, range);
  const key = { insight: "CORRELATION", filter: plan, dates: range, refresh };
  const show = ({ items, skewed }: CountedCorrelation) => {
    const linkOf = correlationLinks(asked, question, range);
    const events = items.map((scored) =>
      Object.assign(toEvent(scored), {
        success_people_url: linkOf(scored.item, true),
        failure_people_url: linkOf(scored.item, false),
      }),
    );
    return { events, skewed };
  };
  const { timezone: __, ...rest } = await answer(ctx, asked, key, () => countCorrelation(ctx, plan), show);
  return rest;
}

function correlationLinks(
  asked: Asked,
  { query: { funnel, entered }, filter }: OlderCorrelation,
  range: DateRange,
): (item: CorrelationItem, isSuccess: boolean) => string {
  const steps = toPointSteps(entered, funnel.entities.length) ?? [];
  const exact = { funnel_custom_steps: steps, question_range: toExactRange(range) };
  const linkOf = personLinks(asked, "funnel/correlation", { ...filter, ...exact });
  return (item, isSuccess) =>
    linkOf({ ...toPointFields(item, funnel), funnel_correlation_person_converted: String(isSuccess) }).url;
}

function toPointFields(item: CorrelationItem, { actors }: CorrelationQuery["funnel"]): Record<string, unknown> {
  switch (item.by) {
    case "event":
      return toEntityField(item.event, []);
    case "event_property":
      return toEntityField(item.event, [toFilter(item.key, item.value)]);
    case "elements":
      return {
        ...toEntityField(item.event, [toFilter("$event_type", item.eventType)]),
        funnel_correlation_person_elements: JSON.stringify(item.elements),
      };
    case "property": {
      const type =
        actors.by === "groups" ? { type: "group", group_type_index: actors.groupTypeIndex } : { type: "person" };
      return { funnel_correlation_property_values: [{ ...toFilter(item.key, item.value), ...type }] };
    }
  }
}

function toEntityField(id: string, properties: unknown[]) {
  return { funnel_correlation_person_entity: { id, type: "events", properties } };
}

/** A list, which is compared as texts. */
function toFilter(key: string, value: string) {
  return { key, ...testOfText(value), type: "event" };
}
