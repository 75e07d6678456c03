import { structuredClone } from "../../base/platform.ts";
import type { FeedBatch, FeedEntry, FeedOptions, Mark, StartMark, StateEntry } from "../../port/feed.ts";
import { newestSeq, readEvents } from "../../log/index.ts";
import type { Db, RowOf } from "../../storage/index.ts";
import type { changes } from "../../storage/tables/index.ts";
import { kindAfter, START_KIND, STATE_TABLES } from "./state-rows.ts";

/** Default entries of a batch: about 10 ms of the event loop. */
const LIMIT = 1000;

/** Default bytes of texts of a batch. A larger limit takes memory, and blocks the event loop for longer. */
const LIMIT_BYTES = 4 * 1024 * 1024;

/** The place of a new follower. */
export const START: StartMark = { kind: START_KIND, after: [0, 0] };

/** The mark of everything committed. */
export function newestMark(db: Db): Mark {
  // SQLite's own counters: deleting the newest row does not lower them.
  const counter = db.sql<number>("SELECT seq FROM sqlite_sequence WHERE name = ?").pluck();
  return { events: newestSeq(db), changes: counter.get("changes") ?? 0 };
}

/** Reads a batch of the feed, in one transaction. */
export function readFeed(db: Db, after: Mark, options: FeedOptions): FeedBatch {
  const read = () => {
    const batch = openBatch(after, options);
    const newest = newestMark(db);
    const isBounded = options.until !== undefined;
    readStart(db, batch, options.until);
    readOn(db, batch, isBounded ? earlier(newest, options.until as Mark) : newest);
    const { entries, mark } = batch;
    const isCurrent = mark.start === undefined && mark.events >= newest.events && mark.changes >= newest.changes;
    return { entries, mark, isCurrent };
  };
  return db.sqlite.inTransaction ? read() : db.sqlite.transaction(read).deferred();
}

function earlier(a: Mark, b: Mark): Mark {
  return { events: Math.min(a.events, b.events), changes: Math.min(a.changes, b.changes) };
}

interface Batch {
  entries: FeedEntry[];
  mark: Mark;
  /** Entries that still fit. */
  room(): number;
  add(entry: FeedEntry): void;
}

function openBatch(after: Mark, { limit = LIMIT, limitBytes = LIMIT_BYTES }: FeedOptions): Batch {
  const entries: FeedEntry[] = [];
  let bytes = 0;
  return {
    entries,
    mark: structuredClone(after),
    room: () => (bytes > limitBytes ? 0 : limit - entries.length),
    add(entry) {
      entries.push(entry);
      bytes += bytesOf(entry);
    },
  };
}

function bytesOf(entry: FeedEntry): number {
  if (entry.kind === "event") return entry.properties.length + (entry.elements?.length ?? 0);
  if (entry.kind === "person" || entry.kind === "group") return entry.now?.properties.length ?? 0;
  return 0;
}

/** Reads rows from before the following began. */
function readStart(db: Db, batch: Batch, until: Mark | undefined): void {
  for (let { start } = batch.mark; start !== undefined && batch.room() > 0; start = batch.mark.start) {
    const { kind } = start;
    const isLast = until?.start?.kind === kind;
    let wanted = STATE_TABLES[kind].keysAfter(db, start.after, batch.room());
    if (isLast) wanted = wanted.filter(({ key }) => !isAfter(key, (until.start as StartMark).after));
    const isEnd = wanted.length < batch.room();
    for (const keyed of wanted) {
      if (batch.room() <= 0) return;
      batch.add(STATE_TABLES[kind].read(db, keyed));
      batch.mark.start = { kind, after: keyed.key };
    }
    if (isLast && isEnd) return;
    if (!isEnd) continue;
    const next = kindAfter(kind);
    if (next === undefined) delete batch.mark.start;
    else batch.mark.start = { kind: next, after: [0, 0] };
  }
}

function isAfter(a: StartMark["after"], b: StartMark["after"]): boolean {
  return a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);
}

type ChangeRow = RowOf<typeof changes, "seq" | "kind" | "project" | "id" | "other_id" | "event_seq">;

/** Reads events and changes, each change after the events that it followed. */
function readOn(db: Db, batch: Batch, newest: Mark): void {
  if (batch.mark.start !== undefined) return;
  const read = db.sql<ChangeRow>(
    "SELECT seq, kind, project, id, other_id, event_seq FROM changes WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
  );
  for (const change of read.all(batch.mark.changes, newest.changes, batch.room())) {
    if (!addEvents(db, batch, Math.min(change.event_seq, newest.events)) || batch.room() <= 0) return;
    batch.add(toEntry(db, change));
    batch.mark.changes = change.seq;
  }
  if (batch.room() <= 0 && batch.mark.changes < newest.changes) return;
  // A change of a later change lies behind, maybe beyond this batch.
  batch.mark.changes = Math.max(batch.mark.changes, newest.changes);
  addEvents(db, batch, newest.events);
}

function toEntry(db: Db, { seq, kind, project, id, other_id: otherId }: ChangeRow): FeedEntry {
  if (kind === "gone-event") return { kind, projectId: project, seq: id, at: seq };
  return STATE_TABLES[kind as StateEntry["kind"]].read(db, { projectId: project, at: seq, key: [id, otherId] });
}

/** Adds events up to a `seq`. @returns were these all? @throws corrupt naming a damaged event */
function addEvents(db: Db, batch: Batch, until: number): boolean {
  if (batch.mark.events >= until) return true;
  if (batch.room() <= 0) return false;
  while (batch.mark.events < until) {
    const count = Math.min(PART, batch.room());
    const { events, last } = readEvents(db, { after: batch.mark.events, count, until });
    for (const event of events) {
      if (batch.room() <= 0) return false;
      if (event.seq > until) break;
      batch.add({ kind: "event", ...event });
      batch.mark.events = event.seq;
    }
    batch.mark.events = last;
    if (batch.room() <= 0 && last < until) return false;
  }
  return true;
}

/** Events read at once. A larger number reads more texts that do not fit into a batch. */
const PART = 200;
