import { toIso } from "../base/clock.ts";
import type { Project } from "../admin/projects/index.ts";
import { notComputed } from "../questions/index.ts";
import type { AskedHow, FiltersOverride, QueryEnvelope, QueryTypes } from "../questions/index.ts";
import { withNodeAttr } from "./node-attr.ts";
import { overrideVariables } from "./override-variables.ts";
import type { VariablesOverride } from "./query-request.ts";
import type { QueryAsks } from "./query-asks.ts";
import { readNode } from "./read-node.ts";

/** The answer of a kind, within the envelope. */
export type QueryAnswer<Types extends QueryTypes = QueryTypes> = Types["answer"] & QueryEnvelope;

export interface QueryHow extends AskedHow {
  /** Filters of a dashboard, or of the request, over the query. */
  filters?: FiltersOverride | null | undefined;
  /** Values of the request for the variables of the query. */
  variables?: VariablesOverride;
}

/**
 * Answers a node, bare or within its wrappers.
 * @throws HogletError 400 when it cannot be read or answered; 404 `not_computed` when only an earlier answer will do
 */
export async function askQuery(
  ctx: QueryAsks,
  project: Project,
  query: unknown,
  { filters, variables, ...how }: QueryHow,
): Promise<QueryAnswer> {
  const { kind, node } = readNode(query, (each, sent) =>
    overrideVariables(filters ? each.override(sent, filters) : sent, variables ?? {}),
  );
  if (how.refresh === "never" && kind.isKept !== true) throw notComputed();
  const answer = await kind.run(ctx, project, node, how).catch((error: unknown) => {
    throw withNodeAttr(error, kind.node, node);
  });
  const nowIso = toIso(ctx.clock.now()).replace(/\.\d+Z$/, "Z");
  const envelope: QueryEnvelope = {
    timings: [],
    hogql: null,
    error: null,
    modifiers: null,
    query_status: null,
    resolved_date_range: null,
    resolved_compare_date_range: null,
    warnings: null,
    is_cached: false,
    last_refresh: nowIso,
    next_allowed_client_refresh: nowIso,
    cache_target_age: null,
    cache_key: "",
    timezone: project.timezone,
    calculation_trigger: null,
    query_metadata: null,
  };
  return { ...envelope, ...answer };
}
