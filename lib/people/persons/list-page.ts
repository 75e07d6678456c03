import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { ListCursor, Point } from "./list-cursor.ts";
import type { Source } from "./list-source.ts";
import { compilePersonFilter } from "./person-filter.ts";

type Db = Context["db"];

/** The rows that a page is to have: by the cursor, or else from the offset on. */
export interface Window {
  limit: number;
  offset: number;
  cursor?: ListCursor | null;
}

/** `count` = all matches, `place` = matches above the page. */
export interface Found {
  count: number;
  place: number;
  ids: number[];
}

const NEWEST_FIRST = "ORDER BY created_at DESC, id DESC";
const IS_ABOVE = "(created_at, id) > (?, ?)";

/** Above, and below, all rows. */
const TOP: Point = { createdAt: 8.64e15, id: 0 };
export const END: Point = { createdAt: -8.64e15, id: 0 };

/** @param above the number of matches above the cursor */
function toRows({ limit, offset, cursor }: Window, above: number): { place: number; limit: number } {
  if (!cursor) return { place: offset, limit };
  if (cursor.side === "after") return { place: above, limit };
  const place = Math.max(0, above - limit);
  return { place, limit: above - place };
}

export function findPage(db: Db, source: Source, window: Window): Found {
  if (!source.isWhole) {
    // One pass over the index instead of two, unless many rows match.
    const few = db.sql(`SELECT id ${source.sql} LIMIT ?`).pluck();
    const found = few.all(...source.values, MANY) as number[];
    if (found.length < MANY) return sorted(db, found, window);
  }
  const count = countOf(db, source);
  const { place, limit } = toRows(window, window.cursor ? countOf(db, source, window.cursor) : 0);
  const ids = source.isWhole ? [] : pageOfNewest(db, source, { place, limit });
  if (ids.length === limit) return { count, place, ids };
  const page = db.sql(`SELECT id ${source.sql} ${NEWEST_FIRST} LIMIT ? OFFSET ?`).pluck();
  return { count, place, ids: page.all(...source.values, limit, place) as number[] };
}

/** Matches from which the newest persons probably hold a page. */
const MANY = 2000;

/** Newest persons tried before sorting all matches: 20 ms. */
const NEWEST = 20_000;

/** Fewer ids if the newest persons do not hold the page. */
function pageOfNewest(db: Db, source: Source, { place, limit }: ReturnType<typeof toRows>): number[] {
  const newest = `SELECT id, project_id, properties, created_at FROM persons INDEXED BY persons_by_created_at
    WHERE project_id = ? AND id <= ? ${NEWEST_FIRST} LIMIT ${NEWEST}`;
  return db
    .sql<number>(`SELECT id FROM (${newest}) WHERE ${source.where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`)
    .pluck()
    .all(source.projectId, source.maxId, ...source.values, limit, place);
}

/** All rows of a source, or those above a point. */
function countOf(db: Db, { sql, values }: Source, point?: Point): number {
  const above = point === undefined ? "" : ` AND ${IS_ABOVE}`;
  return Number(
    db
      .sql(`SELECT count(*) ${sql}${above}`)
      .pluck()
      .get(...values, ...(point === undefined ? [] : [point.createdAt, point.id])),
  );
}

/** The page of the persons of a source that pass property filters. @throws as `compilePersonFilter` */
export async function findFiltered(
  ctx: Pick<Context, "db" | "properties" | "clock" | "expressions">,
  projectId: number,
  { source, filter, window }: { source: Source; filter: FilterGroup; window: Window },
): Promise<Found> {
  const { db } = ctx;
  const { test, ids } = await compilePersonFilter(ctx, projectId, filter);
  if (ids === null) return inTurns(gather(db, { source, test, window }));
  if (!source.isWhole) return atOnce(gather(db, { source, test, window }));
  const passing = ids().filter((id) => id <= source.maxId);
  if (passing.length <= FEW) return sorted(db, passing, window);
  return atOnce(gather(db, { source, test, window, count: passing.length }));
}

/** Matches up to which sorting (20 ms) beats walking all persons in order. */
const FEW = 20_000;

function sorted(db: Db, passing: number[], window: Window): Found {
  const among = "FROM persons WHERE id IN (SELECT value FROM json_each(?))";
  const json = JSON.stringify(passing);
  const { cursor } = window;
  const above = cursor
    ? db.sql(`SELECT count(*) ${among} AND ${IS_ABOVE}`).pluck().get(json, cursor.createdAt, cursor.id)
    : 0;
  const { place, limit } = toRows(window, Number(above));
  const page = db.sql(`SELECT id ${among} ${NEWEST_FIRST} LIMIT ? OFFSET ?`).pluck();
  return { count: passing.length, place, ids: page.all(json, limit, place) as number[] };
}

interface Gathering {
  source: Source;
  test: (id: number) => boolean;
  window: Window;
  /** The number of matches, if it is known: the walk then ends with the page. */
  count?: number;
}

/** Tests a source's persons in the list's order; the caller decides what happens between chunks. */
export function* gather(db: Db, { source, test, window, count }: Gathering): Generator<void, Found> {
  const { cursor } = window;
  const passing: number[] = [];
  if (cursor) {
    for (const chunk of chunks(db, source, { from: TOP, to: cursor })) {
      passing.push(...chunk.filter(test));
      yield;
    }
  }
  const { place, limit } = toRows(window, passing.length);
  const from = cursor ? { ...cursor, id: cursor.id + 1 } : TOP;
  for (const chunk of chunks(db, source, { from, to: END })) {
    passing.push(...chunk.filter(test));
    if (count !== undefined && passing.length >= place + limit) break;
    yield;
  }
  return { count: count ?? passing.length, place, ids: passing.slice(place, place + limit) };
}

function atOnce(gathering: ReturnType<typeof gather>): Found {
  for (;;) {
    const { done, value } = gathering.next();
    if (done) return value;
  }
}

/** Gives way to other work after each chunk. */
export async function inTurns(gathering: ReturnType<typeof gather>): Promise<Found> {
  for (;;) {
    const { done, value } = gathering.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Persons tested between two turns of the event loop: 10 ms when each must be read. */
const CHUNK = 2000;

/** The ids of a source in the order of the list, below `from` and above `to`. */
function* chunks(db: Db, source: Source, { from, to }: { from: Point; to: Point }): Generator<number[]> {
  const between = `${source.sql} AND (created_at, id) < (?, ?) AND ${IS_ABOVE} ${NEWEST_FIRST}`;
  if (!source.isWhole) {
    // Sorted once, without the index of the order.
    const all = db
      .sql<number>(`SELECT id ${between}`)
      .pluck()
      .all(...source.values, from.createdAt, from.id, to.createdAt, to.id);
    for (let start = 0; start < all.length; start += CHUNK) yield all.slice(start, start + CHUNK);
    return;
  }
  const next = db.sql(`SELECT id ${between} LIMIT ?`).pluck();
  const createdAt = db.sql("SELECT created_at FROM persons WHERE id = ?").pluck();
  let last = [from.createdAt, from.id];
  for (;;) {
    const ids = next.all(...source.values, ...last, to.createdAt, to.id, CHUNK) as number[];
    const end = ids.at(-1);
    // Read now: the person may be gone later.
    if (end !== undefined) last = [createdAt.get(end) as number, end];
    yield ids;
    if (ids.length < CHUNK) return;
  }
}
