import * as v from "valibot";
import { activityOf, changesOf, recorderOf } from "../../admin/activity/index.ts";
import type { Change } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { StoredFlag, StoredText, Tags, toJson, write } from "../../storage/index.ts";
import { requireReading } from "../read-scopes.ts";
import { Description } from "./edit.ts";
import type { SavedEdit } from "./edit.ts";
import { getInsight } from "./get-insight.ts";
import { isByQuery, NEW_INSIGHT, toNode } from "./insight.ts";
import type { SavedInsight } from "./insight.ts";
import { StoredQuery, wrapQuery } from "./query-field.ts";
import { StoredQuestion } from "./question.ts";
import { putOnDashboards } from "./tiles.ts";
import { changeRow, columnKeys, insertInto, toColumns } from "../../storage/queries/index.ts";
import { savedInsights } from "../../storage/tables/index.ts";

type Writes = Pick<Context, "db" | "clock" | "ids" | "log">;

const record = recorderOf("Insight");

const Dashboards = v.array(v.pipe(v.number(), v.integer()), "Expected a list of ids of dashboards.");

/** Empty = null. */
const DerivedName = v.nullable(
  v.pipe(
    StoredText,
    v.trim(),
    v.maxLength(400),
    v.transform((name) => name || null),
  ),
);

export const InsightInput = v.object({
  /** Empty = none. */
  name: v.optional(v.pipe(StoredText, v.trim(), v.maxLength(400)), ""),
  /** A client's name for an insight without a name. */
  derived_name: v.optional(DerivedName, null),
  description: v.optional(Description, ""),
  /** The question in the older dialect. @default a trend without series */
  filters: v.exactOptional(StoredQuestion),
  /** The question as a query node: counts before `filters`. */
  query: v.nullish(StoredQuery),
  favorited: v.optional(StoredFlag, false),
  tags: v.optional(Tags, () => []),
  /** Ids of dashboards to put it on, as the last tile. */
  dashboards: v.optional(Dashboards, () => []),
});
export type InsightInput = v.InferInput<typeof InsightInput>;

/** Absent fields stay. `dashboards` replaces the whole list. */
export const InsightUpdate = v.object({
  name: v.exactOptional(v.pipe(StoredText, v.trim(), v.maxLength(400))),
  derived_name: v.exactOptional(DerivedName),
  description: v.exactOptional(Description),
  filters: v.exactOptional(StoredQuestion),
  query: v.nullish(StoredQuery),
  favorited: v.exactOptional(StoredFlag),
  tags: v.exactOptional(Tags),
  dashboards: v.exactOptional(Dashboards),
  /** False brings it back. */
  deleted: v.exactOptional(StoredFlag),
});
export type InsightUpdate = v.InferInput<typeof InsightUpdate>;

/** Characters of a short id: PostHog's clients take a text of another length for no short id. */
const SHORT_ID_CHARS = 8;
/** Enough that two insights of a project never share an id by chance. */
const SHORT_ID_BYTES = 6;

const insertInsight = insertInto(savedInsights, [
  "projectId",
  "shortId",
  ...columnKeys(NEW_INSIGHT),
  "filters",
  "query",
  "createdAt",
  "createdBy",
  "lastModifiedAt",
]);

const changeInsight = changeRow(savedInsights, [...columnKeys(NEW_INSIGHT), "filters", "query", "lastModifiedAt"]);

/** @throws invalid naming the field, or a dashboard that does not exist; 403 for a query that the key may not read */
export async function createInsight(
  ctx: Writes,
  edit: SavedEdit,
  { dashboards, filters, query: node, ...wanted }: v.InferOutput<typeof InsightInput>,
): Promise<SavedInsight> {
  const { project } = edit;
  return write(ctx.db, () => {
    const nowMs = ctx.clock.now();
    const { lastInsertRowid } = insertInsight.run(ctx.db, {
      projectId: project.id,
      shortId: toShortId(ctx),
      ...toColumns({ ...NEW_INSIGHT, ...wanted }, NEW_INSIGHT),
      ...questionColumns(toQuestion({ filters, query: node }) ?? { filters: { insight: "TRENDS" } }),
      createdAt: nowMs,
      createdBy: edit.by.kind === "key" ? edit.by.label : null,
      lastModifiedAt: nowMs,
    });
    const id = Number(lastInsertRowid);
    putOnDashboards(ctx, edit, id, dashboards);
    const insight = getInsight(ctx, project.id, id);
    requireReading(edit.key.scopes, insight.query);
    record(ctx, edit, insight, "created");
    return insight;
  });
}

/** Changes a saved insight, by its integer id or short id. @throws notFound; invalid naming the field */
export async function updateInsight(
  ctx: Writes,
  edit: SavedEdit,
  id: number | string,
  { dashboards, filters, query: node, ...wanted }: v.InferOutput<typeof InsightUpdate>,
): Promise<SavedInsight> {
  const { project } = edit;
  return write(ctx.db, () => {
    const before = getInsight(ctx, project.id, id);
    const given = toQuestion({ filters, query: node });
    const question = given ?? (isByQuery(before) ? { query: before.query } : before);
    const after = { ...before, ...wanted, ...toShown(question) };
    const isRestored = before.deleted && !after.deleted;
    // Holders of a dashboard's link may see the answer.
    if (given !== null || dashboards !== undefined || isRestored) requireReading(edit.key.scopes, after.query);
    const changes = toChanges(before, after);
    if (dashboards !== undefined) putOnDashboards(ctx, edit, before.id, dashboards);
    if (changes.length > 0) {
      changeInsight.run(ctx.db, {
        projectId: project.id,
        id: before.id,
        ...toColumns(after, NEW_INSIGHT),
        ...questionColumns(question),
        lastModifiedAt: ctx.clock.now(),
      });
      record(ctx, edit, after, activityOf(before, after), changes);
    }
    return getInsight(ctx, project.id, before.id);
  });
}

/** Hides an insight, and takes it off all dashboards; `deleted: false` brings it back. @throws notFound */
export async function deleteInsight(ctx: Writes, edit: SavedEdit, id: number | string): Promise<void> {
  await updateInsight(ctx, edit, id, { deleted: true });
}

/** Eight letters and digits, not all digits: that would be an integer id. */
function toShortId({ ids }: Pick<Context, "ids">): string {
  const text = ids.secret("", SHORT_ID_BYTES).slice(-SHORT_ID_CHARS).padStart(SHORT_ID_CHARS, "0");
  return /^\d*$/.test(text) ? `i${text.slice(1)}` : text;
}

type Question = { filters: SavedInsight["filters"] } | { query: SavedInsight["query"] };

interface GivenQuestion {
  filters?: StoredQuestion | undefined;
  query?: SavedInsight["query"] | undefined;
}

/**
 * The question to keep, as it was given; null = none was. An insight sent back as it was read has both dialects: its
 * `filters` then mean `query`.
 */
function toQuestion({ filters, query: node }: GivenQuestion): Question | null {
  const wrapped = node ? wrapQuery(node) : null;
  if (wrapped !== null && !(filters && JSON.stringify(toNode(filters)) === JSON.stringify(wrapped))) {
    return { query: wrapped };
  }
  return filters === undefined ? null : { filters };
}

function toShown(question: Question): Pick<SavedInsight, "filters" | "query"> {
  if ("query" in question && !("filters" in question)) return { filters: {}, query: question.query };
  const { filters } = question as { filters: SavedInsight["filters"] };
  return { filters, query: toNode(filters) };
}

function questionColumns(question: Question): { filters: string; query: string | null } {
  const { filters, query: node } = toShown(question);
  const isQuery = Object.keys(filters).length === 0;
  return { filters: toJson(filters), query: isQuery ? toJson(node) : null };
}

/** A question holds values of properties, which the log may not: it only tells that the question changed. */
function toChanges(before: SavedInsight, after: SavedInsight): Change[] {
  const fields = Object.keys(NEW_INSIGHT) as (keyof typeof NEW_INSIGHT)[];
  return changesOf(before, after, [...fields, "filters", "query"], ["filters", "query"]);
}
