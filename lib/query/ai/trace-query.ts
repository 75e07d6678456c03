import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { overrideRange } from "../override-range.ts";
import { filled } from "../tables/table-fields.ts";
import { Trace, traceFields } from "./trace-fields.ts";
import { readTraces } from "./trace-rows.ts";
import { toTrace } from "./to-trace.ts";
import { toTraceRange } from "./trace-range.ts";

/** A trace with all its events: a node of kind TraceQuery. Source: reference/ai.md 4. */
const TraceNode = v.strictObject({
  kind: v.literal("TraceQuery"),
  /** The `$ai_trace_id`. */
  traceId: v.pipe(v.string(), v.nonEmpty()),
  // Evaluations of moods are events of PostHog's own service, which hoglet does not have.
  includeSentiment: v.nullish(v.boolean()),
  ...traceFields,
});
type TraceNode = v.InferOutput<typeof TraceNode>;

export interface TraceQueryTypes {
  kind: "TraceQuery";
  node: v.InferInput<typeof TraceNode>;
  answer: { results: Trace[] };
}

export const traceQuery = defineQuery<TraceQueryTypes, QueryAsks>()({
  kind: "TraceQuery",
  summary: "Gets a trace of a language model with all its events.",
  node: TraceNode,
  example: { kind: "TraceQuery", traceId: "0af7651916cd43dd8448eb211c80319c" },
  answer: v.object({ results: v.array(Trace) }),
  override: overrideRange,
  run: runTrace,
});

async function runTrace(
  ctx: QueryAsks,
  project: Project,
  { traceId, dateRange, properties }: TraceNode,
  how: AskedHow,
): Promise<Run<TraceQueryTypes>> {
  const range = toTraceRange(ctx, project, dateRange, "all");
  const asked = { ids: [traceId], range, isWhole: true, filters: { properties: filled(properties) } };
  const events = (await readTraces(ctx, project, asked, how)).get(traceId);
  return { results: events === undefined ? [] : [toTrace(traceId, events)] };
}
