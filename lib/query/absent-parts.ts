/** The parts of PostHog that hoglet lacks, by the beginning of the names of their kinds of queries (reference/query.md 4.13). */
const PARTS: readonly (readonly [names: RegExp, part: string])[] = [
  [/^ErrorTracking/, "error tracking"],
  [/^Log(?:s|Attributes|Values)Query/, "logs"],
  [/^TraceSpans/, "tracing"],
  [/^TraceNeighborsQuery/, "AI observability"],
  [/^MCP/, "MCP analytics"],
  [/^(?:Recordings|SessionBatchEvents)Query/, "session recordings"],
  [/^Experiment/, "experiments"],
  [/^Revenue/, "revenue analytics"],
  [/^(?:MarketingAnalytics|NonIntegratedConversions)/, "marketing analytics"],
  [/^(?:Web[A-Z]|SessionAttributionExplorer)/, "web analytics"],
  [/^EndpointsUsage/, "endpoints"],
  [/^(?:UsageMetrics|Accounts)Query/, "customer analytics"],
  [/^(?:VectorSearch|DocumentSimilarity|SuggestedQuestions)Query/, "PostHog AI"],
  [/DataWarehouseNode$/, "the data warehouse"],
  [/^Hog(?:Query|QLAutocomplete)$/, "the editor of Hog"],
  [/^CalendarHeatmapQuery$/, "calendar heat maps"],
];

/** The missing part of PostHog that a kind of query belongs to; undefined = PostHog has no such kind either. */
export function absentPart(kind: string): string | undefined {
  return PARTS.find(([names]) => names.test(kind))?.[1];
}
