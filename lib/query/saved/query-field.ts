import * as v from "valibot";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid } from "../../base/errors.ts";
import { findKind, queryKinds } from "../registry.ts";
import type { RequestFields } from "../../questions/index.ts";
import { kindOf, UNRUNNABLE, WRAPPERS } from "../wrappers.ts";

/** A query node as it was sent. Its parts are read when it is asked, since the actions and cohorts in it may change. */
export const StoredQuery = v.pipe(
  v.record(v.string(), v.unknown(), "Expected a query: an object with a kind."),
  v.check((query) => !isTooDeep(query), `Expected values nested at most ${MAX_DEPTH} deep.`),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? kindFault(dataset.value) : null;
    if (fault !== null) addIssue({ message: fault });
  }),
);

/** Null = the query can be stored. */
function kindFault(query: RequestFields): string | null {
  const { kind, source } = query;
  if (typeof kind !== "string") return "Expected a query: an object with a kind.";
  if (WRAPPERS.includes(kind)) {
    return typeof source === "object" && source !== null ? kindFault(source as RequestFields) : "Expected a source.";
  }
  if (findKind(kind) !== undefined || UNRUNNABLE.has(kind)) return null;
  return `Unknown query kind: ${kind}; expected one of ${[...queryKinds().map((each) => each.kind), ...WRAPPERS].join(", ")}.`;
}

/** A bare insight or statement gets its wrapper. */
export function wrapQuery(query: RequestFields): RequestFields {
  const wrapper = findKind(kindOf(query))?.savedIn;
  return wrapper === undefined ? query : { kind: wrapper, source: query };
}

/** @throws HogletError 400 for a query that clients of PostHog's MCP server cannot show */
export function requireChart(query: RequestFields): void {
  const kind = kindOf(wrapQuery(query));
  if (kind === "InsightVizNode" || kind === "DataVisualizationNode") return;
  throw invalid(
    "query",
    `This query can't be saved: ${kind} has no chart. Use InsightVizNode or DataVisualizationNode.`,
  );
}
