import * as v from "valibot";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { and, count, desc, eq, getTableColumns, query, sql } from "../../storage/queries/index.ts";
import { annotations, dashboards, savedInsights } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import { toAnnotation } from "./annotation.ts";
import type { AnnotationRecord } from "./annotation.ts";

/** Entries of a page, by default. */
const DEFAULT_LIMIT = 1000;

export const AnnotationListQuery = v.object({
  limit: v.optional(pageEntries.limit.wrapped, DEFAULT_LIMIT),
  offset: pageEntries.offset,
  /** Part of the text, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
});
export type AnnotationListQuery = v.InferOutput<typeof AnnotationListQuery>;
export type AnnotationListInput = v.InferInput<typeof AnnotationListQuery>;

const COLUMNS = {
  ...getTableColumns(annotations),
  insightShortId: sql<string | null>`(SELECT short_id FROM ${savedInsights} i
    WHERE i.id = ${annotations.insightId} AND i.project_id = ${annotations.projectId})`,
  insightName: sql<string | null>`(SELECT name FROM ${savedInsights} i
    WHERE i.id = ${annotations.insightId} AND i.project_id = ${annotations.projectId})`,
  dashboardName: sql<string | null>`(SELECT name FROM ${dashboards} d
    WHERE d.id = ${annotations.dashboardId} AND d.project_id = ${annotations.projectId})`,
};

interface Wanted {
  projectId: number;
  search: string;
}

const isListed = ({ projectId, search }: Wanted) =>
  and(
    sql`(${annotations.projectId} = ${projectId} OR ${annotations.scope} = 'organization')`,
    eq(annotations.deleted, 0),
    sql`(${search} = '' OR instr(hoglet_lower(coalesce(${annotations.content}, '')), ${search}) > 0)`,
  );

const countListed = query((db, given: Wanted) =>
  db.select({ count: count() }).from(annotations).where(isListed(given)),
);

const pageOfListed = query((db, given: Wanted & { limit: number; offset: number }) =>
  db
    .select(COLUMNS)
    .from(annotations)
    .where(isListed(given))
    .orderBy(desc(annotations.dateMarker), desc(annotations.id))
    .limit(given.limit)
    .offset(given.offset),
);

const annotationById = query((db, given: { projectId: number; id: number }) =>
  db
    .select(COLUMNS)
    .from(annotations)
    .where(and(eq(annotations.projectId, given.projectId), eq(annotations.id, given.id))),
);

/** Annotations of a project that are not deleted, and those of the organisation: the latest point of time first. */
export function listAnnotations(
  { db }: Pick<Context, "db">,
  projectId: number,
  { search, limit, offset }: AnnotationListQuery,
): Page<AnnotationRecord> {
  const wanted = { projectId, search: search.toLowerCase() };
  const rows = pageOfListed.all(db, { ...wanted, limit, offset });
  return { count: countListed.get(db, wanted)?.count ?? 0, results: rows.map(toAnnotation) };
}

/** An annotation of a project, a deleted one too. @throws notFound, also for a text that is no number */
export function getAnnotation({ db }: Pick<Context, "db">, projectId: number, id: number | string): AnnotationRecord {
  const row = /^\d{1,15}$/.test(String(id)) ? annotationById.get(db, { projectId, id: Number(id) }) : undefined;
  if (row === undefined) throw notFound();
  return toAnnotation(row);
}
