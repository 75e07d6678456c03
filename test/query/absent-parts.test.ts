import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { findKind } from "../../lib/query/registry.ts";
import { UNRUNNABLE, WRAPPERS } from "../../lib/query/wrappers.ts";

/** All kinds of PostHog, from `NodeKind` of its schema of 2026 (frontend/src/queries/schema/schema-general.ts). */
const KINDS = `
  EventsNode GroupNode ActionsNode DataWarehouseNode FunnelsDataWarehouseNode LifecycleDataWarehouseNode EventsQuery SessionsQuery
  PersonsNode HogQuery HogQLQuery HogQLMetadata HogQLAutocomplete ActorsQuery GroupsQuery FunnelsActorsQuery
  FunnelCorrelationActorsQuery SessionsTimelineQuery RecordingsQuery SessionAttributionExplorerQuery RevenueExampleEventsQuery
  RevenueExampleDataWarehouseTablesQuery ErrorTrackingQuery ErrorTrackingSimilarIssuesQuery ErrorTrackingBreakdownsQuery
  ErrorTrackingIssueCorrelationQuery LogsQuery LogAttributesQuery LogValuesQuery TraceSpansQuery TraceSpansAggregationQuery
  TraceSpansTreeQuery TraceSpansAttributeBreakdownQuery TraceSpansSymbolStatsQuery SessionBatchEventsQuery DataTableNode
  DataVisualizationNode SavedInsightNode InsightVizNode TrendsQuery CalendarHeatmapQuery FunnelsQuery RetentionQuery PathsQuery
  StickinessQuery StickinessActorsQuery LifecycleQuery InsightActorsQuery InsightActorsQueryOptions FunnelCorrelationQuery
  WebOverviewQuery WebStatsTableQuery WebExternalClicksTableQuery WebGoalsQuery WebVitalsQuery WebVitalsPathBreakdownQuery
  WebPageURLSearchQuery WebAnalyticsExternalSummaryQuery WebNotableChangesQuery RevenueAnalyticsGrossRevenueQuery
  RevenueAnalyticsMetricsQuery RevenueAnalyticsMRRQuery RevenueAnalyticsOverviewQuery RevenueAnalyticsTopCustomersQuery
  MarketingAnalyticsTableQuery MarketingAnalyticsAggregatedQuery NonIntegratedConversionsTableQuery ExperimentMetric
  ExperimentQuery ExperimentExposureQuery ExperimentEventExposureConfig ExperimentActorsQuery ExperimentTrendsQuery
  ExperimentFunnelsQuery ExperimentDataWarehouseNode DatabaseSchemaQuery SuggestedQuestionsQuery TeamTaxonomyQuery
  EventTaxonomyQuery ActorsPropertyTaxonomyQuery TracesQuery TraceQuery TraceNeighborsQuery VectorSearchQuery
  DocumentSimilarityQuery UsageMetricsQuery AccountsQuery EndpointsUsageOverviewQuery EndpointsUsageTableQuery
  EndpointsUsageTrendsQuery MCPHarnessBreakdownQuery MCPToolTopUsersQuery MCPToolFailuresQuery MCPToolStatsQuery
  MCPToolDailyStatsQuery MCPToolDescriptionsQuery MCPToolSampleIntentsQuery MCPToolNeighborsQuery PropertyValuesQuery`
  .trim()
  .split(/\s+/);

const absent = suite("kinds of queries that hoglet does not answer");

absent(
  "are refused by a sentence that names their part of PostHog; all others are answered, or stand for another",
  async () => {
    await using hoglet = await createHoglet();
    let refused = 0;
    for (const kind of KINDS) {
      if (findKind(kind) !== undefined || UNRUNNABLE.has(kind) || WRAPPERS.includes(kind)) continue;
      refused++;
      const error: unknown = await hoglet.ask({ kind } as never).catch((reason: unknown) => reason);
      const { status, detail } = error as { status: number; detail: string };
      assert.is(status, 400, kind);
      assert.match(
        detail,
        new RegExp(`^Unsupported query kind: ${kind}. It belongs to a part of PostHog .*: [\\w ]+\\.$`),
        kind,
      );
    }
    assert.ok(refused > 40);
  },
);

absent("are no kinds that PostHog lacks, too", async () => {
  await using hoglet = await createHoglet();
  const error: unknown = await hoglet.ask({ kind: "TrendQuery" } as never).catch((reason: unknown) => reason);
  assert.match((error as { detail: string }).detail, /^1 validation error for QueryRequest/);
});

absent.run();
