import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { INSIGHT_COLUMNS, toSavedInsight } from "./insight.ts";
import type { SavedInsight } from "./insight.ts";
import { QuestionKind } from "./question.ts";
import { StoredFlag } from "../../storage/index.ts";
import { and, count, desc, eq, query, sql, whereGiven } from "../../storage/queries/index.ts";
import { savedInsights } from "../../storage/tables/index.ts";

type Reads = Pick<Context, "db">;

/** The saved insights to list: all given conditions must hold. */
export const InsightListQuery = v.object({
  ...pageEntries,
  /** Part of the name, the derived name or the description, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
  /** Which insight the question is for, such as FUNNELS. */
  insight: v.exactOptional(QuestionKind),
  favorited: v.exactOptional(StoredFlag),
  /** Only the insight with this id in addresses; empty = absent. */
  short_id: v.optional(v.string(), ""),
});
export type InsightListQuery = v.InferOutput<typeof InsightListQuery>;
export type InsightListInput = v.InferInput<typeof InsightListQuery>;

interface Wanted {
  projectId: number;
  /** Text to search for in names and descriptions, in lower case; empty = any insight. */
  search: string;
  /** Null = any kind, any `favorited` and any short id. */
  insight: string | null;
  favorited: number | null;
  shortId: string | null;
}

const isWanted = ({ projectId, search, insight, favorited, shortId }: Wanted) =>
  and(
    eq(savedInsights.projectId, projectId),
    eq(savedInsights.deleted, 0),
    sql`(${search} = '' OR instr(hoglet_lower(${savedInsights.name}), ${search}) > 0
      OR instr(hoglet_lower(${savedInsights.description}), ${search}) > 0
      OR instr(hoglet_lower(coalesce(${savedInsights.derivedName}, '')), ${search}) > 0)`,
    sql`(${insight} IS NULL OR coalesce(${savedInsights.filters} ->> '$.insight',
      ${toInsightSql(savedInsights.query)}) = ${insight})`,
    whereGiven(savedInsights.favorited, favorited),
    whereGiven(savedInsights.shortId, shortId),
  );

/** The insight of a query node: TRENDS for a TrendsQuery, bare or wrapped; null for kinds that are not insights. */
function toInsightSql(column: typeof savedInsights.query) {
  return sql`upper(replace(coalesce(${column} ->> '$.source.kind', ${column} ->> '$.kind'), 'Query', ''))`;
}

const countWanted = query((db, wanted: Wanted) =>
  db.select({ count: count() }).from(savedInsights).where(isWanted(wanted)),
);

const pageOfWanted = query((db, given: Wanted & { limit: number; offset: number }) =>
  db
    .select(INSIGHT_COLUMNS)
    .from(savedInsights)
    .where(isWanted(given))
    .orderBy(desc(savedInsights.id))
    .limit(given.limit)
    .offset(given.offset),
);

const insightById = query((db, given: { projectId: number; id: number }) =>
  db
    .select(INSIGHT_COLUMNS)
    .from(savedInsights)
    .where(and(eq(savedInsights.projectId, given.projectId), eq(savedInsights.id, given.id))),
);

const insightByShortId = query((db, given: { projectId: number; shortId: string }) =>
  db
    .select(INSIGHT_COLUMNS)
    .from(savedInsights)
    .where(and(eq(savedInsights.projectId, given.projectId), eq(savedInsights.shortId, given.shortId))),
);

/** Insights that are not deleted, newest first. (Index saved_insights_by_short_id, for the project.) */
export function listInsights(
  { db }: Reads,
  projectId: number,
  { search, insight, favorited, short_id: shortId, limit, offset }: InsightListQuery,
): Page<SavedInsight> {
  const wanted = {
    projectId,
    search: search.toLowerCase(),
    insight: insight ?? null,
    favorited: favorited === undefined ? null : Number(favorited),
    shortId: shortId || null,
  };
  const rows = pageOfWanted.all(db, { ...wanted, limit, offset });
  return { count: countWanted.get(db, wanted)?.count ?? 0, results: rows.map(toSavedInsight) };
}

/** A saved insight by its integer id or short id, a deleted one too. @throws notFound */
export function getInsight({ db }: Reads, projectId: number, id: number | string): SavedInsight {
  const isId = typeof id === "number" || /^\d{1,15}$/.test(id);
  const row = isId
    ? insightById.get(db, { projectId, id: Number(id) })
    : insightByShortId.get(db, { projectId, shortId: id });
  if (row === undefined) throw notFound();
  return toSavedInsight(row);
}
