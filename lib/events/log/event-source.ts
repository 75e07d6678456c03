import type { Context } from "../context.ts";
import type { ProjectRef } from "../../base/project-ref.ts";
import { findEventName, newestSeq } from "../../storage/index.ts";
import { eventIndex } from "./event-index.ts";
import { findOrdinals } from "./ordinals.ts";
import type { Who } from "./ordinals.ts";

// Before all stored instants, and after them.
const EARLIEST_MS = -8.64e15;
const LATEST_MS = 8.64e15;

/** The order of lists of events. */
export const NEWEST_FIRST = "ORDER BY timestamp DESC, seq DESC";

/** Filters of a list of events but those on properties. */
interface EventsWanted extends Who {
  /** Name, exact; empty = any. */
  event?: string;
  /** Epoch milliseconds, exclusive; so is `before`. */
  after?: number | undefined;
  before?: number | undefined;
}

/** `FROM … WHERE …` of the wanted events, with the columns `seq` and `timestamp`. */
export interface Source {
  sql: string;
  /** Values of all parameters but the last two. */
  values: (string | number)[];
  /** Timestamp and seq before which all events come: the last two parameters. */
  end: [timestamp: number, seq: number];
  /** Is an index in the order of the list? */
  isSorted: boolean;
}

/** The stored events that pass a query's filters but those on properties; null = none can. @throws invalid */
export async function findSource(
  ctx: Pick<Context, "db">,
  project: ProjectRef,
  query: EventsWanted,
): Promise<Source | null> {
  const ordinals = await findOrdinals(ctx, project, query);
  const nameId = query.event ? findEventName(ctx.db, project.id, query.event) : null;
  if (nameId === undefined || ordinals?.length === 0) return null;
  const table = nameId === null && ordinals === null ? "events" : await eventIndex(ctx);
  return toSource({ table, projectId: project.id, ordinals, nameId, lastSeq: newestSeq(ctx.db) }, query);
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
function toSource({ table, projectId, ordinals, nameId, lastSeq }: Wanted, query: EventsWanted): Source {
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
