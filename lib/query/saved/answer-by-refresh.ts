import * as v from "valibot";
import type { PersonalApiKey } from "../../admin/auth/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { Instant, openObject } from "../../base/answer-scalars.ts";
import { HogletError } from "../../base/errors.ts";
import type { FiltersOverride } from "../../questions/index.ts";
import type { Context } from "../context.ts";
import type { QueryAsks } from "../query-asks.ts";
import type { QueryStatus } from "../query-jobs.ts";
import type { RefreshWord, VariablesOverride } from "../query-request.ts";
import { requireReading } from "../read-scopes.ts";
import { askByRefresh } from "../run-request.ts";
import { answerSavedInsight, inQuestion, overrideSaved, toSaved } from "./answer.ts";
import type { SavedInsightAnswer } from "./answer.ts";
import { dashboardOf, DashboardSummary } from "./dashboard.ts";
import type { Dashboard, Tile } from "./dashboard.ts";
import { filtersOfTile } from "./dashboard-filters.ts";
import { isByQuery, SavedInsight } from "./insight.ts";

/** How an answer is wanted (reference/query.md 2.3). */
export interface RefreshHow {
  /** @default "force_cache": an earlier answer, or none */
  refresh?: RefreshWord | null | undefined;
  filters?: FiltersOverride | null | undefined;
  variables?: VariablesOverride;
  /** Scheme and host that links to persons begin with. */
  origin: string;
  /** The key that asks. */
  asker: Pick<PersonalApiKey, "id" | "scopes">;
  dashboardId?: number | undefined;
}

/** No answer, or not yet. */
export interface Unanswered {
  result: null;
  last_refresh: null;
  is_cached: false;
  /** The query that runs beside the request, or why there is no answer. Absent = nobody asked. */
  query_status?: QueryStatus | FailedStatus;
}

export interface FailedStatus {
  complete: true;
  error: true;
  error_message: string;
}

/** Fields of an insight whose question was not asked. */
export const NOT_ASKED: Unanswered = { result: null, last_refresh: null, is_cached: false };

/** The ways of a question in the older dialect, which is never answered beside its request. */
const OLDER: Record<RefreshWord, "if-stale" | "always" | "never"> = {
  blocking: "if-stale",
  async: "if-stale",
  lazy_async: "if-stale",
  async_except_on_cache_miss: "if-stale",
  force_blocking: "always",
  force_async: "always",
  force_cache: "never",
};

export type Asker = QueryAsks & Pick<Context, "queryJobs" | "ids">;

/**
 * Asks a saved question in the way that a request wants.
 * @throws HogletError 400 naming the field of the question that is wrong by now; 403 for a query that the key may not read
 */
export async function answerByRefresh(
  ctx: Asker,
  project: Project,
  insight: SavedInsight,
  { refresh, dashboardId, filters = null, asker, ...rest }: RefreshHow,
): Promise<SavedInsightAnswer | Unanswered> {
  requireReading(asker.scopes, insight.query);
  const how = { ...rest, keyId: asker.id };
  const word = refresh ?? "force_cache";
  if (!isByQuery(insight) || word === "force_cache") {
    const wanted = { ...how, filters, refresh: OLDER[word] };
    return (await answerSavedInsight(ctx, project, insight, wanted)) ?? NOT_ASKED;
  }
  const { variables, keyId } = how;
  const origin = { insightId: insight.id, dashboardId };
  const asked = { query: insight.query, filters, variables, keyId, refresh: word, origin };
  const reply = await inQuestion(insight, askByRefresh(ctx, project, asked));
  return reply.query_status === null ? toSaved(reply) : { ...NOT_ASKED, query_status: reply.query_status };
}

/** Insights with answers, one after the other; errors stand in their insights. */
export async function answerInsights(
  ctx: Asker,
  project: Project,
  insights: readonly SavedInsight[],
  how: RefreshHow,
): Promise<AnsweredInsight[]> {
  const answered: AnsweredInsight[] = [];
  for (const insight of insights) {
    const isAsked = (how.refresh ?? null) !== null;
    const answer = isAsked ? await answerOrFail(ctx, project, insight, how) : NOT_ASKED;
    answered.push({ ...insight, ...answer });
  }
  return answered;
}

/** An insight as HTTP has it; an answer adds the fields of the question's kind. */
export const WireInsight = v.pipe(
  openObject({
    ...SavedInsight.entries,
    result: v.unknown(),
    is_cached: v.exactOptional(v.boolean()),
    last_refresh: v.nullable(Instant),
  }),
  v.examples(v.getExamples(SavedInsight).map((insight) => Object.assign({}, insight, NOT_ASKED))),
);

export const WireDashboard = v.pipe(
  dashboardOf(WireInsight),
  v.examples(
    v.getExamples(DashboardSummary).map((dashboard) => {
      const [insight = null] = v.getExamples(WireInsight);
      const layouts = { sm: { x: 0, y: 0, w: 6, h: 5 } };
      const tile = { id: 1, insight, width: 6, filters_overrides: {}, order: 0, layouts, color: null, text: null };
      return Object.assign({}, dashboard, { tiles: [tile] });
    }),
  ),
);

export type AnsweredInsight = SavedInsight & (SavedInsightAnswer | Unanswered);

export interface AnsweredTile extends Omit<Tile, "insight"> {
  /** Null = a text. */
  insight: AnsweredInsight | null;
}

/**
 * A dashboard with answers, under its filters or the request's; a tile's own filters replace both. Errors stand in
 * their tiles.
 */
export async function answerDashboard(
  ctx: Asker,
  project: Project,
  dashboard: Dashboard,
  { filters, ...how }: Omit<RefreshHow, "dashboardId">,
): Promise<Omit<Dashboard, "tiles"> & { tiles: AnsweredTile[] }> {
  const tiles: AnsweredTile[] = [];
  for (const { insight, ...tile } of dashboard.tiles) {
    if (insight === null) {
      tiles.push({ ...tile, insight });
      continue;
    }
    const own = filtersOfTile(tile.filters_overrides, filters ?? dashboard.filters);
    const wanted = { ...how, filters: own, dashboardId: dashboard.id };
    const shown = overrideSaved(insight, wanted);
    tiles.push({ ...tile, insight: { ...shown, ...(await answerOrFail(ctx, project, insight, wanted)) } });
  }
  return { ...dashboard, tiles };
}

const THROTTLED = 429;

async function answerOrFail(
  ctx: Asker,
  project: Project,
  insight: SavedInsight,
  how: RefreshHow,
): Promise<SavedInsightAnswer | Unanswered> {
  try {
    return await answerByRefresh(ctx, project, insight, how);
  } catch (error) {
    if (!(error instanceof HogletError) || error.status >= 500) throw error;
    // The place beside requests is taken: wait for this tile.
    if (error.status === THROTTLED && how.refresh !== "blocking") {
      return answerOrFail(ctx, project, insight, { ...how, refresh: "blocking" });
    }
    return { ...NOT_ASKED, query_status: { complete: true, error: true, error_message: error.detail } };
  }
}
