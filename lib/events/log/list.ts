import { setImmediate as nextTurn } from "node:timers/promises";
import * as v from "valibot";
import type { Context } from "../context.ts";
import { FiltersOrTextField } from "../filters/index.ts";
import { parseInstant } from "../../base/instant.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { ProjectRef } from "../../base/project-ref.ts";
import { countDeletions, damagedHead, findEventName, newestSeq } from "../../storage/index.ts";
import { eventIndex } from "./event-index.ts";
import { findOrdinals } from "./ordinals.ts";
import { parsePropertyQuery } from "./property-query.ts";
import { createPropertyTest } from "./property-test.ts";
import type { SeqTest } from "./property-test.ts";
import { readRow, toRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

type Db = Context["db"];

// Before all stored instants.
const EARLIEST_MS = -8.64e15;
const LATEST_MS = 8.64e15;

/** ISO text → epoch milliseconds; without an offset it is UTC, without a time midnight; empty = absent. */
const Instant = v.pipe(
  v.string(),
  v.rawTransform<string, number | undefined>(({ dataset: { value }, addIssue, NEVER }) => {
    if (value === "") return undefined;
    const ms = parseInstant(value);
    if (ms !== null) return ms;
    addIssue({ message: `Expected an ISO date or date-time such as 2024-03-01T08:15:30Z but received "${value}".` });
    return NEVER;
  }),
);

/** Filters of the event list. All given filters must match; an empty text counts as absent. */
export const EventListQuery = v.object({
  ...pageEntries,
  /** Name, exact. */
  event: v.exactOptional(v.string()),
  distinct_id: v.exactOptional(v.string()),
  /** Integer id or UUID: events of all distinct ids that the person has now. */
  person_id: v.exactOptional(v.union([v.number(), v.string()])),
  /**
   * Events that happened later than this: an ISO date or date-time, UTC unless it has an offset; 400 for anything else.
   */
  after: v.exactOptional(Instant),
  /** Events that happened earlier than this, in the same form. */
  before: v.exactOptional(Instant),
  /**
   * Property filters in any of their shapes, or JSON text of them; filters without a type test the event. 400 with the
   * path of an invalid filter.
   */
  properties: v.exactOptional(FiltersOrTextField),
});
export type EventListQuery = v.InferOutput<typeof EventListQuery>;
/** The input of `events.list`. */
export type EventListInput = v.InferInput<typeof EventListQuery>;

/**
 * Events of a project, newest first (at equal times, the last to arrive first), of any age. `count` is exact.
 *
 * Cost: unfiltered and time-filtered pages come from the log's own index, pages by name, distinct id or person from
 * `event_index`, which is brought up to date first; property filters read every event that passes the other filters.
 * Both that and counting work in pieces, with turns of the event loop in between. Events that arrive meanwhile are in
 * neither the page nor the count.
 * @throws invalid naming the filter that cannot be read
 */
export async function listEvents(
  ctx: Pick<Context, "db">,
  project: ProjectRef,
  query: EventListQuery,
): Promise<Page<EventRecord>> {
  const filter = parsePropertyQuery(query.properties);
  const ordinals = await findOrdinals(ctx, project, query);
  const nameId = query.event ? findEventName(ctx.db, project.id, query.event) : null;
  if (nameId === undefined || ordinals?.length === 0) return { count: 0, results: [] };
  const table = nameId === null && ordinals === null ? "events" : await eventIndex(ctx);

  const lastSeq = newestSeq(ctx.db);
  const deletions = countDeletions(ctx.db);
  const from = toSource({ table, projectId: project.id, ordinals, nameId, lastSeq }, query);
  const found =
    filter.values.length === 0
      ? await pageOf(ctx.db, from, query)
      : await scan(ctx.db, from, query, createPropertyTest(ctx, project.id, filter));
  const rows = found.seqs.flatMap((seq) => {
    const row = readRow(ctx.db, project.id, seq);
    if (row !== undefined) return [row];
    // An event that was deleted meanwhile is left out.
    if (countDeletions(ctx.db) === deletions) throw damagedHead(ctx.db, seq);
    return [];
  });
  return { count: found.count, results: rows.map((row) => toRecord(ctx.db, project.id, row)) };
}

/** `FROM … WHERE …` of the wanted events, with the columns `seq` and `timestamp`. */
interface Source {
  sql: string;
  /** Values of all parameters but the last two. */
  values: (string | number)[];
  /** Timestamp and seq before which all events come: the last two parameters. */
  end: [timestamp: number, seq: number];
  /** Is an index in the order of the list? */
  isSorted: boolean;
}

interface Wanted {
  /** The log, or the table that finds its events by name and distinct id. */
  table: string;
  projectId: number;
  /** Null = of all actors. */
  ordinals: number[] | null;
  /** Null = of any name. */
  nameId: number | null;
  /**
   * The last seq that counts: later events, which arrive while the event loop turns, are left out, so that count and
   * page agree.
   */
  lastSeq: number;
}

// Names and ordinals belong to one project, and so do the rows of `event_index` that they find.
function toSource({ table, projectId, ordinals, nameId, lastSeq }: Wanted, query: EventListQuery): Source {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (ordinals !== null) {
    // Index event_index_by_distinct_id.
    conditions.push("distinct_id_id IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(ordinals));
  }
  if (nameId !== null) {
    // Index event_index_by_name. The + disables this index where the ordinals have a more selective index.
    conditions.push(ordinals === null ? "event_name_id = ?" : "+event_name_id = ?");
    values.push(nameId);
  }
  if (conditions.length === 0) {
    // Index events_by_timestamp.
    conditions.push("project_id = ?");
    values.push(projectId);
  }
  // A single upper bound, in the form that continues a scan: with a second bound SQLite would use that for the index
  // and skip from the start in each chunk. No event has seq 0, so the pair (before, 0) means `before` alone. The +
  // prevents a walk over the table by seq.
  conditions.push("+seq <= ?", "timestamp > ?", "(timestamp, seq) < (?, ?)");
  values.push(lastSeq, query.after ?? EARLIEST_MS);
  return {
    sql: `FROM ${table} WHERE ${conditions.join(" AND ")}`,
    values,
    end: [query.before ?? LATEST_MS, 0],
    isSorted: ordinals === null,
  };
}

interface Found {
  count: number;
  seqs: number[];
}

type Window = Pick<EventListQuery, "limit" | "offset">;

const NEWEST_FIRST = "ORDER BY timestamp DESC, seq DESC";

async function pageOf(db: Db, from: Source, { limit, offset }: Window): Promise<Found> {
  const seqs = db
    .sql<number>(`SELECT seq ${from.sql} ${NEWEST_FIRST} LIMIT ? OFFSET ?`)
    .pluck()
    .all(...from.values, ...from.end, limit, offset);
  return { count: await countOf(db, from), seqs };
}

/**
 * Entries of an index counted between two turns of the event loop: 2 ms (30 ms for each million in total). More entries
 * block the event loop for longer.
 */
const COUNTED = 50_000;

async function countOf(db: Db, { sql, values, end, isSorted }: Source): Promise<number> {
  const count = db.sql(`SELECT count(*) ${sql}`).pluck();
  if (!isSorted) return count.get(...values, ...end) as number;
  // Each step continues after the last, and finds its own end without returning the rows between.
  const last = db.sql(`SELECT timestamp, seq ${sql} ${NEWEST_FIRST} LIMIT 1 OFFSET ${COUNTED - 1}`).raw();
  let [found, upTo]: [number, Source["end"]] = [0, end];
  for (;;) {
    const next = last.get(...values, ...upTo) as Source["end"] | undefined;
    if (next === undefined) return found + (count.get(...values, ...upTo) as number);
    found += COUNTED;
    upTo = next;
    await nextTurn();
  }
}

/** Events tested between two turns of the event loop: 10 to 20 ms. More events block the event loop for longer. */
const CHUNK = 1000;

async function scan(db: Db, from: Source, { limit, offset }: Window, passes: SeqTest): Promise<Found> {
  // Each chunk starts at the last chunk's end time; rows of equal time that were read already are skipped, at 50 ns a
  // row.
  const next = db.sql(`SELECT seq, timestamp ${from.sql} ${NEWEST_FIRST} LIMIT ?`);
  const found: Found = { count: 0, seqs: [] };
  let [timestamp, seq] = from.end;
  for (;;) {
    const rows = next.all(...from.values, timestamp, seq, CHUNK) as { seq: number; timestamp: number }[];
    for (const row of rows) {
      if (!passes(row.seq)) continue;
      if (found.count >= offset && found.seqs.length < limit) found.seqs.push(row.seq);
      found.count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return found;
    ({ timestamp, seq } = last);
    await nextTurn();
  }
}
