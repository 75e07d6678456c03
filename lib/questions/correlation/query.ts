import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { Count, Properties } from "../../base/answer-scalars.ts";
import { invalid } from "../../base/errors.ts";
import { toPointSteps } from "../funnel/funnel-point.ts";
import { readFunnels } from "../funnel/node.ts";
import type { FunnelQuery } from "../funnel/node.ts";
import { funnelsToFilters } from "../funnel/older/filters.ts";
import { answerNode } from "../shared/answer-node.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { nodeRange } from "../shared/node-question.ts";
import { toSnakeCase } from "../shared/node-to-filters.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { toCorrelationPlan, toName } from "./answer.ts";
import type { CorrelationEvent } from "./answer.ts";
import { isSkewed, scoreItems } from "./correlation-score.ts";
import { CorrelationQueryNode } from "./query-node.ts";
import type { CorrelationQueryRead } from "./query-node.ts";
import { parseCorrelationFields } from "./question.ts";

/** The answer to a FunnelCorrelationQuery. */
export interface CorrelationQueryAnswer {
  results: {
    events: Omit<CorrelationEvent, `${string}_people_url`>[];
    /** Success or failure is so frequent that little can be said. */
    skewed: boolean;
  };
}

export interface CorrelationQueryTypes {
  kind: "FunnelCorrelationQuery";
  node: CorrelationQueryNode;
  answer: CorrelationQueryAnswer;
}

const Item = v.object({
  event: v.object({ event: v.string(), properties: Properties, elements: v.array(Properties) }),
  success_count: Count,
  failure_count: Count,
  odds_ratio: v.number(),
  correlation_type: v.picklist(["success", "failure"]),
});

/** The correlation of a funnel by a query node. */
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
  answer: v.object({ results: v.object({ events: v.array(Item), skewed: v.boolean() }) }),
  override: (node, filters) => {
    const actors = (node["source"] ?? {}) as RequestFields;
    const source = overrideInsight((actors["source"] ?? {}) as RequestFields, filters);
    return { ...node, source: { ...actors, source } };
  },
  run: runCorrelation,
});

/** The older `filters` of a FunnelCorrelationQuery. */
export function correlationToFilters({ source, ...node }: CorrelationQueryRead): RequestFields {
  const { funnelStep, funnelCustomSteps } = source;
  return { ...funnelsToFilters(source.source), ...toSnakeCase({ ...node, funnelStep, funnelCustomSteps }) };
}

/** The funnel of a FunnelCorrelationQuery. @throws HogletError 400 naming the field */
export function readFunnelOf({ source }: CorrelationQueryRead): FunnelQuery {
  const question = readFunnels({ ...source.source, breakdownFilter: null });
  const [optional] = question.optional;
  if (optional === undefined) return question;
  throw invalid(
    `series__${optional}__optionalInFunnel`,
    "Expected false: a correlation is with required steps.",
    "unsupported",
  );
}

async function runCorrelation(
  ctx: Asks,
  project: Project,
  node: CorrelationQueryRead,
  how: AskedHow,
): Promise<Run<CorrelationQueryTypes>> {
  const funnel = readFunnelOf(node);
  const fields = correlationToFilters(node);
  const query = { funnel, fields: parseCorrelationFields(fields) };
  const { source } = node;
  const entered =
    toPointSteps({ step: source.funnelStep ?? 1, custom: source.funnelCustomSteps }, funnel.entities.length) ?? [];
  const asked = openQuestion(ctx, project, "");
  const range = await nodeRange(ctx, asked, funnel.dates);
  const plan = toCorrelationPlan(ctx, asked, query, { entered, range });
  return answerNode(ctx, asked, { kind: "FunnelCorrelationQuery", filter: plan, ranges: [range] }, how, async () => {
    if (plan === null) return { results: { events: [], skewed: false } };
    const found = await ask(ctx, plan);
    const events = scoreItems(found).map(({ item, success, failure, oddsRatio, type }) => ({
      event: toName(item),
      success_count: success,
      failure_count: failure,
      odds_ratio: oddsRatio,
      correlation_type: type,
    }));
    return { results: { events, skewed: isSkewed(found) } };
  });
}
