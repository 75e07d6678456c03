import { olderRetentionActors } from "./actors.ts";
import { pagesOf } from "../../shared/actor-pages.ts";
import type { ReadPage } from "../../shared/actor-pages.ts";
import type { Asks } from "../../shared/answer.ts";
import type { AppearancesPage } from "../../../port/actors.ts";
import type { AppearanceList } from "../plan.ts";
import type { Project } from "../../../admin/projects/index.ts";
import { countPeople, findAllPeople, findPeople } from "../../people/find-people.ts";
import { inChunks, pageLinks, peoplePages, readPage } from "../../people/people-behind.ts";
import type { PeoplePage } from "../../people/people-behind.ts";
import { parsePeopleQuery } from "../../people/people-query.ts";
import { lengthOf, pickActors, placesOf } from "../../people/pick-actors.ts";
import { readPeople, sortPeople } from "../../people/read-people.ts";
import type { Actor } from "../../people/read-people.ts";

/** An actor of a row, and when it came back. */
export interface RetentionPeopleRow {
  person: Actor;
  /** Place 0: the row's own period; place j: 1 = it came back j periods later, 0 = it did not. */
  appearances: number[];
}

/** The people of a cell, or the table of a row. */
export interface RetentionPeople<Row extends Actor | RetentionPeopleRow = Actor | RetentionPeopleRow> {
  result: Row[];
  /** URL of the next page; null = this is the last. Without an origin it begins with the path. */
  next: string | null;
  /** Actors of this page that were deleted before they could be read. */
  missing_persons: number;
  /** People of all pages that the search finds; absent unless `include_total` asks for it. */
  total_count?: number;
  /** The question in normal form. */
  filters: Record<string, unknown>;
}

const FIELDS = { limit: "limit", offset: "offset" };

/**
 * The people in a cell of a retention. With `display=ActionsTable`: the people in a row and the periods in which each
 * returned, sorted by the number of these periods, then by id, both descending.
 * @param input a retention's fields, `breakdown_values` (a list: the row's place or its values) and `selected_interval`
 * @param origin scheme and host that links begin with
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.6.
 * @example await readRetentionPeople(ctx, project, { period: "Week", breakdown_values: [2], selected_interval: 1 });
 */
export async function readRetentionPeople(
  ctx: Asks,
  project: Project,
  input: Record<string, unknown>,
  origin = "",
): Promise<RetentionPeople> {
  const query = parsePeopleQuery(input, FIELDS);
  const { filters, ...point } = olderRetentionActors(ctx, project, input);
  const linkOf = pageLinks({ origin, project, path: "retention", input, field: FIELDS.offset });
  const toAnswer = (
    result: RetentionPeople["result"],
    { next, missing, total }: Pick<PeoplePage, "next" | "missing" | "total">,
  ) => ({
    result,
    next: next === null ? null : linkOf(query.offset + query.limit, next),
    missing_persons: missing,
    ...(total !== undefined && { total_count: total }),
    filters: { ...filters },
  });
  if (point.show === "actors") {
    const page = await readPage(ctx, project, pagesOf(ctx, point.list), query);
    return toAnswer(sortPeople(page.people), page);
  }
  const { parts, next } = await findPeople(ctx, project.id, appearancesOf(ctx, point.list), query);
  const rows = parts.flatMap((part) => toTableRows(ctx, project, part, point.cells));
  const found = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  const total = query.withTotal
    ? { total: await countPeople(ctx, project.id, appearancesOf(ctx, point.list), query.search) }
    : {};
  return toAnswer(rows, { next, missing: found - rows.length, ...total });
}

/**
 * All pages of `readRetentionPeople`, in the same order; of a cell by id.
 * @throws as `readRetentionPeople`
 */
export async function readRetentionPages(
  ctx: Asks,
  project: Project,
  input: Record<string, unknown>,
): Promise<() => AsyncGenerator<(Actor | RetentionPeopleRow)[]>> {
  const point = olderRetentionActors(ctx, project, input);
  if (point.show === "actors") {
    return peoplePages(ctx, project, input, { path: "retention", toList: () => point.list });
  }
  const { search } = parsePeopleQuery(input, FIELDS);
  const parts = await findAllPeople(ctx, project.id, appearancesOf(ctx, point.list), search);
  return () => inChunks(parts, (part) => toTableRows(ctx, project, part, point.cells));
}

function appearancesOf(ctx: Asks, list: AppearanceList | null): ReadPage<AppearancesPage> {
  return pagesOf<AppearanceList, AppearancesPage>(ctx, list);
}

/** The rows of a page; actors deleted meanwhile are left out. @param cells shown of each */
function toTableRows({ db }: Asks, project: Project, page: AppearancesPage, cells: number): RetentionPeopleRow[] {
  return placesOf(page, 0, Infinity).flatMap((place) => {
    const { values: _, ...own } = pickActors(page, [place]);
    return readPeople(db, project, own).map((person) => ({ person, appearances: toAppearances(own, cells) }));
  });
}

/** 1 or 0 for each cell of an actor. */
function toAppearances({ words, bits }: Pick<AppearancesPage, "words" | "bits">, cells: number): number[] {
  return Array.from({ length: cells }, (_, cell) =>
    cell < words * 32 ? ((bits[cell >>> 5] ?? 0) >>> (cell & 31)) & 1 : 0,
  );
}
