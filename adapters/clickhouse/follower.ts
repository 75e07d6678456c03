import { nextTurn } from "../../lib/base/platform.ts";
import type { Feed, FeedEntry, Logger, Mark } from "../../lib/engine.ts";
import type { Connection } from "./connection.ts";
import { encode } from "./encode.ts";
import { copiedTables, onCluster } from "./migrations.ts";
import type { Settings } from "./options.ts";
import { engineTrouble } from "./trouble.ts";

/** The name under which it follows: one for each file, since a file has one copy. */
export const NAME = "clickhouse";

/** Entries of one read of the feed: about 10 ms of the event loop. */
const READ_ENTRIES = 1000;

/** Bytes of a shipment's texts. More takes memory here and there; it must stay one block of an insert (256 MB). */
const SHIPMENT_BYTES = 16 * 1024 * 1024;

/** Follows the feed into the tables. One call at a time. */
export interface Follower {
  /** All entries up to here are stored; undefined = not begun. */
  mark(): Mark | undefined;
  /** Entries that were stored since the follower was opened. */
  stored(): number;
  /** Finds its place in the copy; the tables must be there. */
  begin(): Promise<void>;
  /** Stores the next entries. @returns true = every acknowledged write is stored */
  ship(): Promise<boolean>;
  /** Empties the tables and begins with the whole state. */
  restart(): Promise<void>;
}

/**
 * Entries being stored. ClickHouse gets this note before the rows: after a crash in between, the next process sends the
 * same entries with the same token, so that no row is stored twice.
 */
interface Shipment {
  /** Counts the shipments of a generation. */
  number: number;
  from: Mark;
  until: Mark;
}

interface FollowerParts {
  feed: Feed;
  connection: Connection;
  settings: Settings;
  log: Logger;
  /** A generation's name, so that tokens of an earlier copy do not count. */
  newGeneration(): string;
}

export function createFollower({ feed, connection, settings, log, newGeneration }: FollowerParts): Follower {
  let mark: Mark | undefined;
  /** The mark that the feed knows. No entry lies between it and `mark`. */
  let confirmed: Mark | undefined;
  let generation = "";
  let number = 0;
  let stored = 0;
  /** Noted, and perhaps stored. */
  let open: Shipment | undefined;

  const note = ({ number: own, from, until }: Shipment) =>
    connection.insert("shipments", {
      columns: ["place", "number", "generation", "mark_from", "mark_until"],
      rows: [[0, own, generation, JSON.stringify(from), JSON.stringify(until)]],
      token: `${generation}-${own}`,
    });

  const finish = async (shipment: Shipment, entries: readonly FeedEntry[]) => {
    await store({ connection, settings }, entries, `${generation}-${shipment.number}`);
    await feed.confirm(NAME, shipment.until);
    mark = confirmed = shipment.until;
    number = shipment.number;
    stored += entries.length;
    open = undefined;
  };

  // Noted again, since the first note may have failed: then the next process would give this number, and its token, to
  // more entries, which ClickHouse would drop as known.
  const again = async (shipment: Shipment) => {
    await note(shipment);
    await finish(shipment, await readUntil(feed, shipment));
  };

  const empty = async () => {
    for (const table of copiedTables(settings)) {
      await connection.run(`TRUNCATE TABLE ${connection.table(table)} ${onCluster(settings)}`);
    }
    generation = newGeneration();
    number = 0;
    open = undefined;
  };

  /** Begins a copy. The mark has the copy's name, by which it and its file know each other. */
  const start = async (first: Mark) => {
    await empty();
    const named = { ...first, note: generation };
    await feed.confirm(NAME, named);
    mark = confirmed = named;
  };

  const restart = async () => {
    mark = undefined;
    await feed.unfollow(NAME);
    await start(await feed.follow(NAME));
  };

  return {
    mark: () => mark,
    stored: () => stored,
    restart,
    async begin() {
      const known = await feed.follow(NAME);
      const last = await readLast(connection);
      if (last === null && isBeginning(known)) await start(known);
      else if (last === null) {
        log.warn("ClickHouse has lost its copy of the events, which is made again.", { database: settings.database });
        await restart();
      } else {
        const isStored = isSame(known, last.until);
        if (known.note !== last.generation || !(isStored || isSame(known, last.from))) throw foreign();
        ({ generation } = last);
        number = isStored ? last.number : last.number - 1;
        open = isStored ? undefined : last;
        mark = confirmed = known;
      }
    },
    async ship() {
      if (open !== undefined) await again(open);
      if (mark === undefined || confirmed === undefined) throw new Error("The follower has no place yet.");
      const { entries, until, isCurrent } = await readNext(feed, mark, settings.batchEntries);
      if (entries.length === 0) {
        mark = until;
        return isCurrent;
      }
      // From the confirmed mark on, which the next process finds if this one ends.
      const shipment = { number: number + 1, from: confirmed, until };
      open = shipment;
      await note(shipment);
      await finish(shipment, entries);
      return isCurrent;
    },
  };
}

async function store(
  { connection, settings }: Pick<FollowerParts, "connection" | "settings">,
  entries: readonly FeedEntry[],
  token: string,
): Promise<void> {
  const { tables, gone } = encode(entries);
  for (const { table, columns, rows } of tables) await connection.insert(table, { columns, rows, token });
  const events = connection.table(settings.cluster === null ? "events" : "events_local");
  for (const [projectId, seqs] of gone) {
    await connection.run(
      `DELETE FROM ${events} ${onCluster(settings)} WHERE project_id = ${projectId} AND seq IN (${seqs.join(",")})`,
    );
  }
}

interface LastShipment extends Shipment {
  generation: string;
}

async function readLast(connection: Connection): Promise<LastShipment | null> {
  const [row] = await connection.rows<[number, string, string, string]>(
    `SELECT number, generation, mark_from, mark_until FROM ${connection.table("shipments")} ORDER BY number DESC LIMIT 1`,
  );
  if (row === undefined) return null;
  const [number, generation, from, until] = row;
  return { number: Number(number), generation, from: JSON.parse(from) as Mark, until: JSON.parse(until) as Mark };
}

/** Reads a little at a time, so that captures do not wait. */
async function readNext(
  feed: Feed,
  from: Mark,
  limit: number,
): Promise<{ entries: FeedEntry[]; until: Mark; isCurrent: boolean }> {
  const entries: FeedEntry[] = [];
  let until = from;
  let bytes = 0;
  for (;;) {
    const batch = await feed.read(until, { limit: Math.min(READ_ENTRIES, limit - entries.length) });
    for (const entry of batch.entries) {
      entries.push(entry);
      bytes += entry.kind === "event" ? entry.properties.length : 0;
    }
    until = batch.mark;
    if (batch.isCurrent || entries.length >= limit || bytes > SHIPMENT_BYTES)
      return { entries, until, isCurrent: batch.isCurrent };
    await nextTurn();
  }
}

/** Reads a shipment's entries again. Changed rows are newer now; events are the same. */
async function readUntil(feed: Feed, { from, until }: Shipment): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (let at = from; ;) {
    const batch = await feed.read(at, { limit: READ_ENTRIES, until });
    entries.push(...batch.entries);
    if (isSame(batch.mark, at)) return entries;
    at = batch.mark;
    await nextTurn();
  }
}

/** Has its follower read nothing yet? */
function isBeginning({ start }: Mark): boolean {
  return start !== undefined && start.kind === "person" && start.after[0] === 0 && start.after[1] === 0;
}

function isSame(a: Mark, b: Mark): boolean {
  return placeOf(a) === placeOf(b);
}

function placeOf({ events, changes, start }: Mark): string {
  return JSON.stringify([events, changes, start?.kind, start?.after]);
}

function foreign(): Error {
  const detail =
    "The database in ClickHouse is the copy of another hoglet file, or of an earlier state of this one. " +
    "Name a database of its own, or make the copy again: await hoglet.rebuild().";
  return engineTrouble("engine_foreign", detail);
}
