import { setImmediate as nextTurn } from "node:timers/promises";
import * as v from "valibot";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { isAscii, sound } from "../../storage/index.ts";
import { FiltersOrTextField, parseFilters } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { compilePersonFilter } from "./person-filter.ts";
import { readRecords } from "./record.ts";
import type { PersonRecord } from "./record.ts";

type Db = Context["db"];

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
   * Only persons up to this id. The first page's links have it, so that persons created between pages shift no page.
   */
  max_id: pageEntries.offset,
});
export type PersonListQuery = v.InferOutput<typeof PersonListQuery>;
/** The input of `persons.list`. */
export type PersonListInput = v.InferInput<typeof PersonListQuery>;

/** A page of persons; `max_id` is the highest id at the time of the first page. */
export type PersonPage = Page<PersonRecord> & { max_id: number };

/**
 * Persons of a project, newest first (at equal times, the last created first). `count` and the rows are of the same
 * moment.
 * @throws invalid naming the filter that cannot be read; its `attr` is null when `properties` is not JSON at all
 */
export async function listPersons(
  ctx: Pick<Context, "db" | "properties">,
  project: Project,
  query: PersonListQuery,
): Promise<PersonPage> {
  const { db } = ctx;
  const filter = parseFilters(fromText(query.properties), "properties", "person");
  const maxId = query.max_id || lastId(db);
  const source = toSource(project.id, query, maxId);
  const found =
    filter.values.length === 0 ? pageOf(db, source, query) : await filtered(ctx, project.id, source, filter, query);
  return { count: found.count, results: readRecords(db, project, found.ids), max_id: maxId };
}

/**
 * The ids of all matching persons, in the order of the list; `limit` and `offset` are ignored. Read in pieces, with
 * turns of the event loop in between; persons created meanwhile are left out.
 * @throws as `listPersons`
 */
export async function listPersonIds(
  ctx: Pick<Context, "db" | "properties">,
  project: Project,
  query: PersonListQuery,
): Promise<number[]> {
  const { db } = ctx;
  const filter = parseFilters(fromText(query.properties), "properties", "person");
  const source = toSource(project.id, query, query.max_id || lastId(db));
  const { test } = await compilePersonFilter(ctx, project.id, filter);
  const ids: number[] = [];
  for (const chunk of chunks(db, source)) {
    for (const id of chunk) if (test(id)) ids.push(id);
    await nextTurn();
  }
  return ids;
}

/** Parses JSON text of a query string; other values stay as they are. */
function fromText(properties: unknown): unknown {
  if (typeof properties !== "string") return properties;
  if (properties === "") return undefined;
  try {
    return parseJsonText(properties);
  } catch {
    throw invalid(null, "Properties are unparsable!");
  }
}

function lastId(db: Db): number {
  return Number(db.sql("SELECT coalesce(max(id), 0) FROM persons").pluck().get());
}

/** `FROM … WHERE …` of the wanted persons, without property filters. */
interface Source {
  sql: string;
  values: (string | number)[];
  /** The conditions alone. */
  where: string;
  projectId: number;
  maxId: number;
  /** Only the project (and `max_id`) is a condition. */
  isWhole: boolean;
}

const OF_DISTINCT_ID = `(SELECT ${sound("distinct_ids", "d", "person_id")} FROM distinct_ids d WHERE project_id = ? AND distinct_id = ?)`;
const EMAIL = "properties ->> '$.email'";

// LIKE ignores letter case only for ASCII. A search text beyond ASCII can only be in emails beyond ASCII, so only these
// few are converted to lower case.
const EMAIL_LIKE = `${EMAIL} LIKE ? ESCAPE '\\'`;
const ANY_EMAIL_LIKE = `(${EMAIL} GLOB '*[^\u0001-\u007f]*' AND hoglet_lower(${EMAIL}) LIKE ? ESCAPE '\\')`;

// The index that finds the rows: distinct_ids_by_text and the primary key; persons_by_email, searched by an exact email
// and read from end to end by a search (it holds all columns that the search and the order need);
// persons_by_created_at. Named, because without statistics SQLite may prefer the index of the order and test every
// person.
function toSource(projectId: number, query: PersonListQuery, maxId: number): Source {
  const conditions = ["project_id = ?", "id <= ?"];
  const values: Source["values"] = [projectId, maxId];
  if (query.distinct_id) {
    conditions.push(`id = ${OF_DISTINCT_ID}`);
    values.push(projectId, query.distinct_id);
  }
  if (query.email) {
    conditions.push(`${EMAIL} = ?`);
    values.push(query.email);
  }
  if (query.search) {
    const part = query.search.toLowerCase();
    conditions.push(
      `(${isAscii(part) ? EMAIL_LIKE : ANY_EMAIL_LIKE}
        OR id IN (${OF_DISTINCT_ID}, (SELECT id FROM persons WHERE project_id = ? AND uuid = ?)))`,
    );
    values.push(
      `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      projectId,
      query.search,
      projectId,
      query.search.toLowerCase(),
    );
  }
  const byEmail = query.email || query.search ? " INDEXED BY persons_by_email" : " INDEXED BY persons_by_created_at";
  const hint = query.distinct_id ? " NOT INDEXED" : byEmail;
  const where = conditions.join(" AND ");
  return {
    sql: `FROM persons${hint} WHERE ${where}`,
    where,
    values,
    projectId,
    maxId,
    isWhole: !query.distinct_id && !query.email && !query.search,
  };
}

interface Found {
  count: number;
  ids: number[];
}

type Window = Pick<PersonListQuery, "limit" | "offset">;

const NEWEST_FIRST = "ORDER BY created_at DESC, id DESC";

function pageOf(db: Db, source: Source, window: Window): Found {
  if (!source.isWhole) {
    // One pass over the index instead of two, unless many rows match.
    const few = db.sql(`SELECT id ${source.sql} LIMIT ?`).pluck();
    const found = few.all(...source.values, MANY) as number[];
    if (found.length < MANY) return sorted(db, found, window);
  }
  const count = countOf(db, source);
  const ids = source.isWhole ? [] : pageOfNewest(db, source, window);
  if (ids.length === window.limit) return { count, ids };
  const page = db.sql(`SELECT id ${source.sql} ${NEWEST_FIRST} LIMIT ? OFFSET ?`).pluck();
  return { count, ids: page.all(...source.values, window.limit, window.offset) as number[] };
}

/** Matches from which on the newest persons probably hold a page of them. */
const MANY = 2000;

/** Newest persons tried before all matches are sorted: 20 ms. More persons cost time when they hold no page. */
const NEWEST = 20_000;

/** The page, if the newest persons of the project hold it; else fewer ids. */
function pageOfNewest(db: Db, source: Source, { limit, offset }: Window): number[] {
  const newest = `SELECT id, project_id, properties, created_at FROM persons INDEXED BY persons_by_created_at
    WHERE project_id = ? AND id <= ? ${NEWEST_FIRST} LIMIT ${NEWEST}`;
  return db
    .sql<number>(`SELECT id FROM (${newest}) WHERE ${source.where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`)
    .pluck()
    .all(source.projectId, source.maxId, ...source.values, limit, offset);
}

function countOf(db: Db, { sql, values }: Source): number {
  return Number(
    db
      .sql(`SELECT count(*) ${sql}`)
      .pluck()
      .get(...values),
  );
}

async function filtered(
  ctx: Pick<Context, "db" | "properties">,
  projectId: number,
  source: Source,
  filter: FilterGroup,
  window: Window,
): Promise<Found> {
  const { db } = ctx;
  const { test, ids } = await compilePersonFilter(ctx, projectId, filter);
  if (ids === null) return scan(db, source, test, window);
  if (!source.isWhole) return pick(chunks(db, source), test, window);
  const passing = ids().filter((id) => id <= source.maxId);
  if (passing.length <= FEW) return sorted(db, passing, window);
  return { count: passing.length, ids: walk(db, source, test, window) };
}

/**
 * Persons up to which matches are sorted (20 ms); for more matches, walking all persons in their order finds a page
 * sooner.
 */
const FEW = 20_000;

function sorted(db: Db, passing: number[], { limit, offset }: Window): Found {
  const page = db
    .sql(`SELECT id FROM persons WHERE id IN (SELECT value FROM json_each(?)) ${NEWEST_FIRST} LIMIT ? OFFSET ?`)
    .pluck();
  return { count: passing.length, ids: page.all(JSON.stringify(passing), limit, offset) as number[] };
}

/**
 * Persons tested between two turns of the event loop: 10 ms when each must be read. More persons block it for longer.
 */
const CHUNK = 2000;

type Test = (id: number) => boolean;

function walk(db: Db, source: Source, test: Test, { limit, offset }: Window): number[] {
  const ids: number[] = [];
  let skipped = 0;
  for (const chunk of chunks(db, source)) {
    for (const id of chunk) {
      if (!test(id)) continue;
      if (skipped++ >= offset) ids.push(id);
      if (ids.length === limit) return ids;
    }
  }
  return ids;
}

/** Counts all matches and takes the page. */
function pick(all: Iterable<number[]>, test: Test, window: Window, found: Found = { count: 0, ids: [] }): Found {
  for (const chunk of all) {
    for (const id of chunk) {
      if (!test(id)) continue;
      if (found.count >= window.offset && found.ids.length < window.limit) found.ids.push(id);
      found.count += 1;
    }
  }
  return found;
}

async function scan(db: Db, source: Source, test: Test, window: Window): Promise<Found> {
  const found: Found = { count: 0, ids: [] };
  for (const chunk of chunks(db, source)) {
    pick([chunk], test, window, found);
    await nextTurn();
  }
  return found;
}

/** The ids of a source in the order of the list. */
function* chunks(db: Db, source: Source): Generator<number[]> {
  if (!source.isWhole) {
    // Sorted once, without the index of the order.
    const all = db
      .sql<number>(`SELECT id ${source.sql} ${NEWEST_FIRST}`)
      .pluck()
      .all(...source.values);
    for (let start = 0; start < all.length; start += CHUNK) yield all.slice(start, start + CHUNK);
    return;
  }
  const next = db.sql(`SELECT id ${source.sql} AND (created_at, id) < (?, ?) ${NEWEST_FIRST} LIMIT ?`).pluck();
  const createdAt = db.sql("SELECT created_at FROM persons WHERE id = ?").pluck();
  // Beyond all stored instants.
  let last = [8.64e15, 0];
  for (;;) {
    const ids = next.all(...source.values, ...last, CHUNK) as number[];
    const end = ids.at(-1);
    // Read before the ids are returned: the person may be gone when the caller continues.
    if (end !== undefined) last = [createdAt.get(end) as number, end];
    yield ids;
    if (ids.length < CHUNK) return;
  }
}
