import type { Project } from "../../admin/projects/index.ts";
import { HogletError, ofField } from "../../base/errors.ts";
import { insightKinds, isNotComputed, kindAt } from "../../questions/index.ts";
import type { AnyInsightKind, AnyInsightResult, FiltersOverride, RequestFields } from "../../questions/index.ts";
import { askQuery } from "../ask-query.ts";
import type { QueryAnswer } from "../ask-query.ts";
import type { QueryAsks } from "../query-asks.ts";
import { overrideVariables } from "../override-variables.ts";
import type { VariablesOverride } from "../query-request.ts";
import { findKind } from "../registry.ts";
import { kindOf, mapSource } from "../wrappers.ts";
import { isByQuery, toNode } from "./insight.ts";
import type { SavedInsight } from "./insight.ts";
import type { StoredQuestion } from "./question.ts";

/** The answer of a question saved by `query` (reference/query.md 6.2). */
export interface SavedQueryAnswer extends Pick<
  QueryAnswer,
  | "hogql"
  | "timezone"
  | "is_cached"
  | "last_refresh"
  | "cache_target_age"
  | "next_allowed_client_refresh"
  | "query_status"
  | "resolved_date_range"
> {
  result: unknown;
  filters_hash: string;
  /** Tables alone have columns. */
  columns?: unknown;
  types?: unknown;
  hasMore?: unknown;
}

/** The answer of a saved question: by `filters` that of its kind of insight. */
export type SavedInsightAnswer = AnyInsightResult | SavedQueryAnswer;

export interface SavedHow {
  /** @default "always" */
  refresh?: "if-stale" | "always" | "never";
  filters?: FiltersOverride | null;
  variables?: VariablesOverride;
  /** Scheme and host that links to persons begin with. @default none */
  origin?: string;
  keyId?: string;
}

/**
 * Asks a saved question.
 * @returns null = it may only be taken from earlier, and was not computed since the last write
 * @throws HogletError 400 naming the field of the question that is wrong by now
 */
export async function answerSavedInsight(
  ctx: QueryAsks,
  project: Project,
  insight: Pick<SavedInsight, "filters" | "query">,
  { refresh = "always", filters = null, variables, origin = "", keyId }: SavedHow = {},
): Promise<SavedInsightAnswer | null> {
  if (!isByQuery(insight)) {
    if (refresh === "never") return null;
    const question = overFilters(insight.filters as StoredQuestion, filters);
    return inQuestion(insight, askFilters(ctx, project, question, { refresh, origin }));
  }
  try {
    const how = { refresh, filters, variables, keyId };
    return toSaved(await inQuestion(insight, askQuery(ctx, project, insight.query, how)));
  } catch (error) {
    if (isNotComputed(error)) return null;
    throw error;
  }
}

/** Errors name the field as a part of the insight: `query__dateRange__date_from`. */
export async function inQuestion<Answer>(
  insight: Pick<SavedInsight, "filters">,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof HogletError) || error.attr === null) throw error;
    throw ofField(`${isByQuery(insight) ? "query" : "filters"}__${error.attr}`, error);
  }
}

/** An answer in the fields of a saved insight. */
export function toSaved(answer: QueryAnswer): SavedQueryAnswer {
  const { cache_key, ...rest } = answer;
  // Each kind has fields of its own.
  const { results, columns, types, hasMore } = answer as unknown as Readonly<Record<string, unknown>>;
  const { hogql, timezone, is_cached, last_refresh, cache_target_age, next_allowed_client_refresh } = rest;
  const { query_status, resolved_date_range } = rest;
  return {
    // Descriptions have no rows.
    result: results ?? null,
    filters_hash: cache_key,
    ...(columns !== undefined && { columns, types }),
    ...(hasMore !== undefined && { hasMore }),
    hogql,
    timezone,
    is_cached,
    last_refresh,
    cache_target_age,
    next_allowed_client_refresh,
    query_status,
    resolved_date_range,
  };
}

/** A saved insight with filters and variables over it, so that clients see the question that is answered. */
export function overrideSaved(
  insight: SavedInsight,
  { filters = null, variables }: Pick<SavedHow, "filters" | "variables">,
): SavedInsight {
  if (filters === null && !variables) return insight;
  if (!isByQuery(insight)) {
    const over = overFilters(insight.filters as StoredQuestion, filters);
    return { ...insight, filters: over, query: toNode(over) };
  }
  const change = (source: RequestFields) => {
    const over = (filters && findKind(kindOf(source))?.override(source, filters)) ?? source;
    return overrideVariables(over, variables ?? {});
  };
  return { ...insight, query: insight.query && mapSource(insight.query, change) };
}

/** An older question under a dashboard's filters: either date replaces both of its own. */
function overFilters(question: StoredQuestion, over: FiltersOverride | null): StoredQuestion {
  if (over === null) return question;
  const { date_from, date_to, properties } = over;
  const isDated = Boolean(date_from) || Boolean(date_to);
  const own = question["properties"];
  return {
    ...question,
    ...(isDated && { date_from: date_from ?? null, date_to: date_to ?? null }),
    ...(isFilled(properties) && { properties: isFilled(own) ? all([toGroup(own), toGroup(properties)]) : properties }),
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function toGroup(filters: unknown): unknown {
  return Array.isArray(filters) ? all(filters) : filters;
}

function all(values: unknown[]) {
  return { type: "AND", values };
}

function askFilters(
  ctx: QueryAsks,
  project: Project,
  question: StoredQuestion,
  { refresh, origin }: { refresh: "if-stale" | "always"; origin: string },
): Promise<AnyInsightResult> {
  const { insight, ...fields } = question;
  const { path } = namedKind(question);
  const kind = kindAt(path, question);
  // Where kinds share a path, the field `insight` tells them apart.
  const named = kind.shownAs === undefined ? fields : { ...fields, insight };
  return kind.ask(ctx, project, { ...named, refresh: refresh === "always" }, origin);
}

function namedKind({ insight, funnel_correlation_type: correlationType }: StoredQuestion): AnyInsightKind {
  // PostHog's clients save the correlation of a funnel as a funnel.
  const name = insight === "FUNNELS" && correlationType !== undefined ? "CORRELATION" : insight;
  const kind = insightKinds.find((each) => each.insight === name);
  if (kind === undefined) throw new Error(`No kind of question is called ${name}.`);
  return kind;
}
