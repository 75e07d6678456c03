import { inTurns } from "../../base/turns.ts";
import type { Turns } from "../../base/turns.ts";
import type { Context } from "../context.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { countByTime, EARLIEST_MS, eventsByTime, LATEST_MS, newestByTime } from "../events-by-time.ts";
import { eventNames } from "../event-names.ts";
import { newestSeq } from "../newest-seq.ts";
import type { TimePlace } from "../events-by-time.ts";
import type { Db } from "../../storage/index.ts";
import { eventIndex } from "./event-index.ts";
import { findOrdinals } from "./ordinals.ts";
import type { Who } from "./ordinals.ts";

/** Index entries that one statement counts: 2 ms of the event loop. */
const COUNTED = 50_000;

/** Events of a part, which blocks the event loop. */
const PART = 5000;

const NEWEST_FIRST = "ORDER BY timestamp DESC, seq DESC";

/** Filters of a list, without those on properties. */
interface EventsWanted extends Who {
  /** Name, exact; empty = any. */
  event?: string;
  /** Epoch ms, exclusive; so is `before`. */
  after?: number | undefined;
  before?: number | undefined;
}

/** The wanted events, newest first, without events that arrive meanwhile, so that count and page agree. */
export interface Source {
  count(turns: Turns): Promise<number>;
  page(window: PageWindow, turns: Turns): Promise<TimePlace[]>;
  /** Parts of at most 5,000 events, some empty. Other work may run between parts. */
  parts(): Generator<TimePlace[], void>;
}

/** The part of a list that is a page. */
export interface PageWindow {
  limit: number;
  offset: number;
}

/** The stored events that pass a query's filters, except those on properties; null = none can. @throws invalid */
export async function findSource(
  ctx: Pick<Context, "db">,
  project: ProjectRef,
  query: EventsWanted,
): Promise<Source | null> {
  const ordinals = await findOrdinals(ctx, project, query);
  const nameId = query.event ? eventNames(ctx.db, project.id).idOf(query.event) : null;
  if (nameId === undefined || ordinals?.length === 0) return null;
  if (nameId === null && ordinals === null) return sourceOfAll(ctx.db, project, query);
  const table = await eventIndex(ctx);
  return sourceInIndex(ctx.db, { table, ordinals, nameId, untilSeq: newestSeq(ctx.db) }, query);
}

/** All events of the project: by the hours of chunks, and the index events_by_timestamp. */
function sourceOfAll(db: Db, { id: projectId }: ProjectRef, { after, before }: EventsWanted): Source {
  const range = {
    projectId,
    ...(after !== undefined && { fromMs: after + 1 }),
    ...(before !== undefined && { untilMs: before }),
    untilSeq: newestSeq(db),
  };
  return {
    count: (turns) => inTurns(countByTime(db, range), turns),
    page: (window, turns) => inTurns(newestByTime(db, range, window), turns),
    parts: () => eventsByTime(db, range, "newest first"),
  };
}

interface Wanted {
  /** Finds events by name and distinct id. */
  table: string;
  /** Null = of all actors. */
  ordinals: number[] | null;
  /** Null = of any name. */
  nameId: number | null;
  untilSeq: number;
}

/** Names and ordinals belong to one project, and so do the rows that they find. */
function sourceInIndex(db: Db, { table, ordinals, nameId, untilSeq }: Wanted, query: EventsWanted): Source {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (ordinals !== null) {
    // Index event_index_by_distinct_id.
    conditions.push("distinct_id_id IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(ordinals));
  }
  if (nameId !== null) {
    // Index event_index_by_name; the + disables it where ordinals are more selective.
    conditions.push(ordinals === null ? "event_name_id = ?" : "+event_name_id = ?");
    values.push(nameId);
  }
  // One upper bound, in the form that continues a scan: SQLite would use a second bound for the index and skip from the
  // start in each part. No event has seq 0, so (before, 0) means `before` alone. The + prevents a walk over the table
  // by seq.
  conditions.push("+seq <= ?", "timestamp > ?", "(timestamp, seq) < (?, ?)");
  values.push(untilSeq, query.after ?? EARLIEST_MS);
  const from = `FROM ${table} WHERE ${conditions.join(" AND ")}`;
  const end: [number, number] = [query.before ?? LATEST_MS, 0];
  return {
    async count(turns) {
      const count = db.sql<number>(`SELECT count(*) ${from}`).pluck();
      let [found, upTo] = [0, end];
      // Each step continues after the last, and finds its end without returning rows. Only the index by name is sorted.
      const last = db
        .sql<[number, number]>(`SELECT timestamp, seq ${from} ${NEWEST_FIRST} LIMIT 1 OFFSET ${COUNTED - 1}`)
        .raw();
      const isSorted = ordinals === null;
      for (let next = isSorted ? last.get(...values, ...upTo) : undefined; next; next = last.get(...values, ...upTo)) {
        found += COUNTED;
        upTo = next;
        if (turns.isOver()) await turns.next();
      }
      return found + (count.get(...values, ...upTo) ?? 0);
    },
    page: async ({ limit, offset }) =>
      db
        .sql<TimePlace>(`SELECT seq, timestamp ${from} ${NEWEST_FIRST} LIMIT ? OFFSET ?`)
        .all(...values, ...end, limit, offset),
    *parts() {
      // Each part starts at the last part's end, so every part costs the same.
      const next = db.sql<TimePlace>(`SELECT seq, timestamp ${from} ${NEWEST_FIRST} LIMIT ?`);
      for (let [timestamp, seq] = end; ;) {
        const part = next.all(...values, timestamp, seq, PART);
        if (part.length > 0) yield part;
        const last = part.at(-1);
        if (last === undefined || part.length < PART) return;
        ({ timestamp, seq } = last);
      }
    },
  };
}
