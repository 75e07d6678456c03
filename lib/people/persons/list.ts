import * as v from "valibot";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { FiltersOrTextField, parseFilters } from "../../events/filters/index.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { CursorField, toCursorText } from "./list-cursor.ts";
import type { ListCursor, Point } from "./list-cursor.ts";
import { END, findFiltered, findPage, gather, inTurns } from "./list-page.ts";
import type { Found } from "./list-page.ts";
import { lastId, toSource } from "./list-source.ts";
import { compilePersonFilter } from "./person-filter.ts";
import { readRecords } from "./record.ts";
import type { PersonRecord } from "./record.ts";

const Text = v.pipe(v.string(), v.maxLength(1000));

/** Filters of the person list. All given filters must match; an empty text counts as absent. */
export const PersonListQuery = v.object({
  ...pageEntries,
  /** Exact; matches any of a person's ids. */
  distinct_id: v.exactOptional(Text),
  /** The `email` property, exact. */
  email: v.exactOptional(Text),
  /** Part of the `email` property in any letter case, or a whole distinct id, or the UUID. */
  search: v.exactOptional(Text),
  /**
   * Property filters in any of their shapes, or JSON text of them; filters without a type test the person. 400 with the
   * path of an invalid filter.
   */
  properties: v.exactOptional(FiltersOrTextField),
  /**
   * `next_cursor` or `previous_cursor` of an earlier answer: the page after or before it, also when persons were deleted or created
   * meanwhile. `offset` does not count then.
   */
  cursor: v.exactOptional(CursorField),
});
export type PersonListQuery = v.InferOutput<typeof PersonListQuery>;
/** The input of `persons.list`. */
export type PersonListInput = v.InferInput<typeof PersonListQuery>;

/** A page of persons, and the `cursor` of its neighbours; null = there is none. */
export type PersonPage = Page<PersonRecord> & { next_cursor: string | null; previous_cursor: string | null };

/**
 * Newest first (at equal times, the last created first). `count` and rows are of one moment.
 * @throws invalid naming the filter that cannot be read; its `attr` is null when `properties` is not JSON at all
 */
export async function listPersons(
  ctx: Pick<Context, "db" | "properties" | "clock" | "expressions">,
  project: Project,
  query: PersonListQuery,
): Promise<PersonPage> {
  const { db } = ctx;
  const filter = parseFilters(fromText(query.properties), "properties", "person");
  const source = toSource(project.id, query, query.cursor?.maxId ?? lastId(db));
  const found =
    filter.values.length === 0
      ? findPage(db, source, query)
      : await findFiltered(ctx, project.id, { source, filter, window: query });
  const results = readRecords(db, project, found.ids);
  return { count: found.count, results, ...toCursors(results, found, { cursor: query.cursor, maxId: source.maxId }) };
}

/** An empty page is the point where its rows would be. */
function toCursors(
  results: readonly PersonRecord[],
  { count, place, ids }: Found,
  { cursor, maxId }: { cursor: ListCursor | null | undefined; maxId: number },
): Pick<PersonPage, "next_cursor" | "previous_cursor"> {
  const toPoint = (row: PersonRecord | undefined, isBelow: boolean): Point =>
    row === undefined
      ? { createdAt: cursor?.createdAt ?? END.createdAt, id: cursor?.id ?? END.id }
      : { createdAt: Date.parse(row.created_at), id: isBelow ? row.id - 1 : row.id };
  const next = { side: "after", maxId, ...toPoint(results.at(-1), true) } as const;
  const previous = { side: "before", maxId, ...toPoint(results[0], false) } as const;
  return {
    next_cursor: place + ids.length < count ? toCursorText(next) : null,
    previous_cursor: place > 0 ? toCursorText(previous) : null,
  };
}

/**
 * All matching ids in the list's order, ignoring `limit` and `offset`, with turns of the event loop in between; without
 * persons created meanwhile.
 * @throws as `listPersons`
 */
export async function listPersonIds(
  ctx: Pick<Context, "db" | "properties" | "clock" | "expressions">,
  project: Project,
  query: PersonListQuery,
): Promise<number[]> {
  const { db } = ctx;
  const filter = parseFilters(fromText(query.properties), "properties", "person");
  const source = toSource(project.id, query, lastId(db));
  const { test } = await compilePersonFilter(ctx, project.id, filter);
  return (await inTurns(gather(db, { source, test, window: { limit: Infinity, offset: 0 } }))).ids;
}

/** Values other than text stay. */
function fromText(properties: unknown): unknown {
  if (typeof properties !== "string") return properties;
  if (properties === "") return undefined;
  try {
    return parseJsonText(properties);
  } catch {
    throw invalid(null, "Properties are unparsable!");
  }
}
