import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { Count, Properties } from "../../base/answer-scalars.ts";
import { invalid } from "../../base/errors.ts";
import { elementsChainText } from "../../events/elements/index.ts";
import type { Element } from "../../events/elements/index.ts";
import type { DateRange } from "../../port/range.ts";
import { toPointSteps } from "../funnel/funnel-point.ts";
import { eventNames, toActorsPlan, toFunnelPlan } from "../funnel/to-funnel-plan.ts";
import { answerNode } from "../shared/answer-node.ts";
import { answeredAs } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { nodeRange } from "../shared/node-question.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { isSkewed, scoreItems } from "./correlation-score.ts";
import type { Scored } from "./correlation-score.ts";
import { CorrelationQueryNode, readCorrelation } from "./node.ts";
import type { CorrelationQuery, CorrelationQueryRead } from "./node.ts";
import type { CorrelationItem, CorrelationPlan, CorrelationWhat } from "./plan.ts";

/** An item that actors who finished a funnel, or who did not, have in common: its fields in both dialects. */
export const itemEntries = {
  event: v.object({
    /** Name of the event, `event::property::value`, or `property::value`. */
    event: v.string(),
    /** For `$autocapture`: its `$event_type`. */
    properties: answeredAs<Record<string, string>>(Properties),
    /** For `$autocapture`: its elements, innermost first. */
    elements: answeredAs<Element[]>(v.array(Properties)),
  }),
  success_count: Count,
  failure_count: Count,
  odds_ratio: v.number(),
  correlation_type: v.picklist(["success", "failure"]),
};
const Item = v.object(itemEntries);

const CorrelationQueryAnswer = v.object({
  results: v.object({
    events: v.array(Item),
    /** Success or failure is so frequent that little can be said. */
    skewed: v.boolean(),
  }),
});
export interface CorrelationQueryAnswer extends v.InferOutput<typeof CorrelationQueryAnswer> {}

export interface CorrelationQueryTypes {
  kind: "FunnelCorrelationQuery";
  node: CorrelationQueryNode;
  answer: CorrelationQueryAnswer;
}

export const correlationQuery = defineQuery<CorrelationQueryTypes>()({
  kind: "FunnelCorrelationQuery",
  summary: "Lists the events or properties that distinguish those who finished a funnel.",
  isKept: true,
  node: CorrelationQueryNode,
  example: {
    kind: "FunnelCorrelationQuery",
    source: { kind: "FunnelsActorsQuery", source: { kind: "FunnelsQuery", series: [{ event: "a" }, { event: "b" }] } },
    funnelCorrelationType: "events",
  },
  answer: CorrelationQueryAnswer,
  override: (node, filters) => {
    const actors = (node["source"] ?? {}) as RequestFields;
    const source = overrideInsight((actors["source"] ?? {}) as RequestFields, filters);
    return { ...node, source: { ...actors, source } };
  },
  run: runCorrelation,
});

async function runCorrelation(
  ctx: Asks,
  project: Project,
  node: CorrelationQueryRead,
  how: AskedHow,
): Promise<Run<CorrelationQueryTypes>> {
  const query = readCorrelation(node);
  const asked = openQuestion(ctx, project, "");
  const range = await nodeRange(ctx, asked, query.funnel.dates);
  const plan = toCorrelationPlan(ctx, asked, query, range);
  const wanted = { kind: "FunnelCorrelationQuery", filter: plan, ranges: [range] };
  return answerNode(ctx, asked, wanted, how, async () => {
    const { items, skewed } = await countCorrelation(ctx, plan);
    return { results: { events: items.map(toEvent), skewed } };
  });
}

export interface CountedCorrelation {
  items: Scored[];
  skewed: boolean;
}

/** Up to ten items that go with success, then up to ten that go with failure. */
export async function countCorrelation(ctx: Asks, plan: CorrelationPlan | null): Promise<CountedCorrelation> {
  if (plan === null) return { items: [], skewed: false };
  const found = await ask(ctx, plan);
  return { items: scoreItems(found), skewed: isSkewed(found) };
}

/** Items shown of either type. */
const SHOWN = 10;

/** A correlation's range ends before the last second of its funnel's (reference/insights.md 12). */
export function toCorrelationRange({ fromMs, untilMs }: DateRange): DateRange {
  return { fromMs, untilMs: untilMs - 1000 };
}

/** Null = the funnel has no steps, or an action of it does not exist. */
export function toCorrelationPlan(
  ctx: Asks,
  asked: Asked,
  query: CorrelationQuery,
  range: DateRange,
): CorrelationPlan | null {
  const planned = toFunnelPlan(ctx, asked, query.funnel, range);
  const names = (planned?.steps ?? []).flatMap(eventNames).filter((name) => name !== null);
  const what = toWhat(query, names);
  if (planned === null) return null;
  const entered = toPointSteps(query.entered, query.funnel.entities.length) ?? [];
  const funnel = toActorsPlan(planned.plan);
  return { kind: "correlation", funnel, entered, range: toCorrelationRange(range), what, limit: SHOWN };
}

/** Only items of more actors than this are counted: fewer say nothing. */
const MIN_ACTORS = 2;

/**
 * The items to find.
 * @param stepNames the events that the funnel's steps are about
 * @throws HogletError 400 when the names that the type needs are missing
 */
function toWhat(query: CorrelationQuery, stepNames: readonly string[]): CorrelationWhat {
  switch (query.type) {
    case "events":
      return { by: "events", exceptNames: [...stepNames, ...query.exceptEventNames] };
    case "event_with_properties": {
      const names = [...query.eventNames];
      if (names.length === 0) throw missing("funnel_correlation_event_names", "Event properties need names of events.");
      return { by: "event_properties", names, exceptProperties: query.exceptEventProperties, minActors: MIN_ACTORS };
    }
    case "properties": {
      const names = [...query.names];
      if (names.length === 0) throw missing("funnel_correlation_names", "Expected names of properties, or $all.");
      return { by: "properties", keys: names.includes("$all") ? null : names, exceptKeys: [...query.exceptNames] };
    }
  }
}

function missing(attr: string, detail: string): Error {
  return invalid(attr, detail, "required");
}

export function toEvent({ item, success, failure, oddsRatio, type }: Scored): v.InferOutput<typeof Item> {
  return {
    event: toName(item),
    success_count: success,
    failure_count: failure,
    odds_ratio: oddsRatio,
    correlation_type: type,
  };
}

function toName(item: CorrelationItem): v.InferOutput<typeof Item>["event"] {
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
