import type Database from "better-sqlite3";
import { HogletError } from "../base/errors.ts";
import type { Db } from "./db.ts";
import { eventAt } from "./event-rows.ts";
import { chunkReader } from "./event-texts.ts";
import { fetchedTexts } from "./fetched-texts.ts";
import type { FetchedTexts } from "./fetched-texts.ts";
import { isMarked } from "./left-mark.ts";
import type { LeftMark } from "./left-mark.ts";

/** An event whose texts are wanted. */
export interface LeftPlace {
  seq: number;
  projectId: number;
  timestampMs: number;
}

/** Reads texts of events that have left, where they are now. Events that it lacks are missing in the answer. @throws HogletError 503 */
export type FetchTexts = (places: readonly LeftPlace[]) => Promise<ReadonlyMap<number, FetchedTexts>>;

const sources = new WeakMap<Database.Database, FetchTexts>();

/** Says from where a connection fetches texts that have left. */
export function fetchTextsBy(db: Pick<Db, "sqlite">, source: FetchTexts): void {
  sources.set(db.sqlite, source);
}

/** The last place of the log whose events have left; 0 = none. Events up to it that could not leave have their texts here. */
export function leftUntil(db: Pick<Db, "sql">): number {
  return db.sql<number>("SELECT last_seq FROM departures ORDER BY first_seq DESC LIMIT 1").pluck().get() ?? 0;
}

/** How many events have left. */
export function countLeft(db: Pick<Db, "sql">): number {
  return db.sql<number>("SELECT coalesce(sum(events), 0) FROM departures").pluck().get() ?? 0;
}

/** @param wanted work that needs the whole log in the file, as the subject of a sentence. @throws HogletError 409 when events have left */
export function requireWhole(db: Pick<Db, "sql">, wanted: string): void {
  const left = countLeft(db);
  if (left === 0) return;
  const detail = `${wanted} needs the whole log in the file, and the properties of ${left} events are in the engine's copy alone (keepLocalEventsFor).`;
  throw new HogletError({ status: 409, type: "invalid_request", code: "events_left", detail });
}

/**
 * Fetches the texts of those of these events that have left, so that SQL of this connection reads them as if they were here. Call it
 * before each read, and read in the same turn of the event loop. At most a few thousand events at once.
 * @throws HogletError 503 when they cannot be fetched now, or are not those that left
 */
export async function bringTexts(db: Pick<Db, "sql" | "sqlite">, seqs: readonly number[]): Promise<void> {
  const until = leftUntil(db);
  if (until === 0) return;
  const fetched = fetchedTexts(db.sqlite);
  const find = placeFinder(db);
  const wanted = seqs.filter((seq) => seq <= until && !fetched.touch(seq)).flatMap((seq) => find(seq) ?? []);
  if (wanted.length === 0) return;
  const fetch = sources.get(db.sqlite);
  if (fetch === undefined) return;
  const found = new Map<number, FetchedTexts>();
  for (const part of toParts(wanted)) {
    for (const [seq, texts] of await fetch(part.map(toPlace))) found.set(seq, texts);
  }
  fetched.trim(new Set(seqs));
  for (const { seq, mark } of wanted) {
    const texts = found.get(seq);
    // Deleted meanwhile.
    if (texts === undefined && find(seq) === undefined) continue;
    if (texts === undefined || !isMarked(mark, texts)) throw lost();
    fetched.add(seq, texts);
  }
}

function toPlace({ seq, projectId, timestampMs }: LeftPlace): LeftPlace {
  return { seq, projectId, timestampMs };
}

/** Bytes of texts that are fetched at once: the answer is one text. */
const PART_BYTES = 16 * 1024 * 1024;

function toParts<Place extends { mark: LeftMark }>(places: readonly Place[]): Place[][] {
  const parts: Place[][] = [];
  let bytes = 0;
  for (const place of places) {
    if (parts.length === 0 || bytes > PART_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(place);
    bytes += place.mark.bytes;
  }
  return parts;
}

/** Finds events whose texts have left; undefined = it is gone, or its texts are here. */
function placeFinder(db: Pick<Db, "sql">): (seq: number) => (LeftPlace & { mark: LeftMark }) | undefined {
  const chunkOf = chunkReader(db);
  const read = db.sql<Omit<LeftPlace, "seq">>(
    `SELECT project_id AS projectId, timestamp AS timestampMs FROM ${eventAt("@seq")} WHERE properties = ''`,
  );
  return (seq) => {
    const row = read.get({ seq });
    const mark = row && chunkOf(seq)?.left(seq);
    return row === undefined || mark === undefined ? undefined : { seq, ...row, mark };
  };
}

function lost(): HogletError {
  const detail =
    "The engine's copy lacks events that left the file (keepLocalEventsFor), or has others in their place. Restore the copy from its backup.";
  return new HogletError({ status: 503, type: "server_error", code: "engine_incomplete", detail });
}
