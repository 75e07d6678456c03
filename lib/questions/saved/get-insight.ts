import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { Flag } from "./edit.ts";
import { INSIGHT_COLUMNS, toSavedInsight } from "./insight.ts";
import type { InsightRow, SavedInsight } from "./insight.ts";
import { QuestionKind } from "./question.ts";

type Reads = Pick<Context, "db">;

/** Which saved insights to list; those given are AND-ed. */
export const InsightListQuery = v.object({
  ...pageEntries,
  /** Part of the name or the description, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
  /** Which insight the question is for, such as FUNNELS. */
  insight: v.exactOptional(QuestionKind),
  favorited: v.exactOptional(Flag),
  /** The one that is called so in addresses; empty = absent. */
  short_id: v.optional(v.string(), ""),
});
export type InsightListQuery = v.InferOutput<typeof InsightListQuery>;
export type InsightListInput = v.InferInput<typeof InsightListQuery>;

/** A project's saved insights that are not deleted, newest first. (Index saved_insights_by_short_id, for the project.) */
export function listInsights(
  { db }: Reads,
  projectId: number,
  { search, insight, favorited, short_id: shortId, limit, offset }: InsightListQuery,
): Page<SavedInsight> {
  const from = `FROM saved_insights WHERE project_id = @projectId AND deleted = 0
    AND (@search = '' OR instr(hoglet_lower(name), @search) > 0 OR instr(hoglet_lower(description), @search) > 0)
    AND (@insight IS NULL OR filters ->> '$.insight' = @insight) AND (@favorited IS NULL OR favorited = @favorited)
    AND (@shortId = '' OR short_id = @shortId)`;
  const values = {
    projectId,
    search: search.toLowerCase(),
    insight: insight ?? null,
    favorited: favorited === undefined ? null : Number(favorited),
    shortId,
  };
  const count = db.sql(`SELECT count(*) ${from}`).pluck().get(values) as number;
  const rows = db
    .sql(`SELECT ${INSIGHT_COLUMNS} ${from} ORDER BY id DESC LIMIT @limit OFFSET @offset`)
    .all({ ...values, limit, offset }) as InsightRow[];
  return { count, results: rows.map(toSavedInsight) };
}

/** A saved insight by its integer id or short id, a deleted one too. @throws notFound */
export function getInsight({ db }: Reads, projectId: number, id: number | string): SavedInsight {
  const column = typeof id === "number" || /^\d{1,15}$/.test(id) ? "id" : "short_id";
  const row = db
    .sql(`SELECT ${INSIGHT_COLUMNS} FROM saved_insights WHERE project_id = ? AND ${column} = ?`)
    .get(projectId, column === "id" ? Number(id) : id);
  if (row === undefined) throw notFound();
  return toSavedInsight(row as InsightRow);
}
