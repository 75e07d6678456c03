import { testOfText } from "../../events/filters/index.ts";
import { ask } from "../shared/ask.ts";
import type { DateRange } from "../../port/range.ts";
import type { Element } from "../../events/elements/index.ts";
import { elementsChainText } from "../../events/elements/index.ts";
import { toExactRange } from "../shared/exact-range.ts";
import { answer, openQuestion } from "../shared/answer.ts";
import type { Answer, Asked, Asks } from "../shared/answer.ts";
import { toPointSteps } from "../funnel/funnel-point.ts";
import { readSteps } from "../funnel/older/point-steps.ts";
import { eventNames, toActorsPlan, toFunnelPlan } from "../funnel/to-funnel-plan.ts";
import { nodeRange } from "../shared/node-question.ts";
import { personLinks } from "../shared/person-links.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import type { CorrelationItem, CorrelationPlan } from "./plan.ts";
import { parseCorrelationQuery, toWhat } from "./question.ts";
import type { CorrelationQuery, OlderCorrelation } from "./question.ts";
import { isSkewed, scoreItems } from "./correlation-score.ts";
import type { Scored } from "./correlation-score.ts";

/** An item that actors who finished a funnel, or who did not, have in common. */
export interface CorrelationEvent {
  event: {
    /** Name of the event, `event::property::value`, or `property::value`. */
    event: string;
    /** For `$autocapture`: its `$event_type`. */
    properties: Record<string, string>;
    /** For `$autocapture`: its elements, innermost first. */
    elements: Element[];
  };
  success_count: number;
  success_people_url: string;
  failure_count: number;
  failure_people_url: string;
  odds_ratio: number;
  correlation_type: "success" | "failure";
}

export interface CorrelationOutcome {
  events: CorrelationEvent[];
  /** Success or failure is so frequent that little can be said. */
  skewed: boolean;
}

export type CorrelationResult = Omit<Answer<CorrelationOutcome>, "timezone">;

/**
 * The events or properties that distinguish actors who finished a funnel from actors who did not: up to ten items that go with
 * success, then up to ten that go with failure.
 * @param input a funnel's fields; `funnel_correlation_type` events (the default), properties (with
 * `funnel_correlation_names`) or event_with_properties (with `funnel_correlation_event_names`); `funnel_step`, the step
 * that all of them reached at least (1)
 * @throws HogletError 400 naming the field
 * @example
 * await correlation(ctx, project, { events: [{ id: "signed up" }, { id: "paid", order: 1 }] });
 */
export async function correlation(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
  origin = "",
): Promise<CorrelationResult> {
  const query = parseCorrelationQuery(input);
  const entered = toPointSteps(readSteps({ funnel_step: 1, ...input }), query.funnel.entities.length) ?? [];
  const asked = openQuestion(ctx, project, origin);
  const range = await nodeRange(ctx, asked, query.funnel.dates);
  const plan = toCorrelationPlan(ctx, asked, query, { entered, range });
  const question = {
    insight: "CORRELATION",
    filter: [plan, query.filter],
    dates: range,
    refresh: query.refresh,
  };
  const { timezone: _, ...rest } = await answer(ctx, asked, question, async () => {
    if (plan === null) return { events: [], skewed: false };
    const found = await ask(ctx, plan);
    const linkOf = correlationLinks(asked, query, { entered, range });
    return { events: scoreItems(found).map((item) => toEvent(item, linkOf)), skewed: isSkewed(found) };
  });
  return rest;
}

/** Items shown of either type. */
const SHOWN = 10;

/** The end of a funnel's range as correlation sees it: before the range's last second (reference/insights.md 12). */
export function toCorrelationRange({ fromMs, untilMs }: DateRange): DateRange {
  return { fromMs, untilMs: untilMs - 1000 };
}

/** Makes the plan of a correlation; null = its funnel has no steps, or an action of it does not exist. */
export function toCorrelationPlan(
  ctx: Asks,
  asked: Asked,
  query: CorrelationQuery,
  { entered, range }: { entered: number[]; range: DateRange },
): CorrelationPlan | null {
  const planned = toFunnelPlan(ctx, asked, query.funnel, range);
  const names = (planned?.steps ?? []).flatMap(eventNames).filter((name) => name !== null);
  const what = toWhat(query, names);
  if (planned === null) return null;
  const funnel = toActorsPlan(planned.plan);
  return { kind: "correlation", funnel, entered, range: toCorrelationRange(range), what, limit: SHOWN };
}

type Links = (item: CorrelationItem, isSuccess: boolean) => string;

function correlationLinks(
  asked: Asked,
  { funnel, filter, fields }: OlderCorrelation,
  { entered, range }: { entered: number[]; range: DateRange },
): Links {
  const exact = { funnel_custom_steps: entered, question_range: toExactRange(range) };
  const shared = { ...filter, ...fields, ...exact };
  const linkOf = personLinks(asked, "funnel/correlation", shared);
  return (item, isSuccess) =>
    linkOf({ ...toPointFields(item, funnel), funnel_correlation_person_converted: String(isSuccess) }).url;
}

/** The fields that name an item. */
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

/** Values are lists, since those are compared as texts. */
function toFilter(key: string, value: string) {
  return { key, ...testOfText(value), type: "event" };
}

function toEvent({ item, success, failure, oddsRatio, type }: Scored, linkOf: Links): CorrelationEvent {
  return {
    event: toName(item),
    success_count: success,
    success_people_url: linkOf(item, true),
    failure_count: failure,
    failure_people_url: linkOf(item, false),
    odds_ratio: oddsRatio,
    correlation_type: type,
  };
}

/** An item as answers name it. */
export function toName(item: CorrelationItem): CorrelationEvent["event"] {
  switch (item.by) {
    case "event":
      return { event: item.event, properties: {}, elements: [] };
    case "event_property":
      return { event: `${item.event}::${item.key}::${item.value}`, properties: {}, elements: [] };
    case "elements": {
      const { event, eventType, elements } = item;
      const text = `${event}::elements_chain::${eventType}__~~__${elementsChainText(elements)}`;
      return { event: text, properties: { $event_type: eventType }, elements };
    }
    case "property":
      return { event: `${item.key}::${item.value}`, properties: {}, elements: [] };
  }
}
