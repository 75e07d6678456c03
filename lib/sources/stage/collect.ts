import type { Fields } from "../../base/fields.ts";
import { toUuidBytes } from "../../base/ids.ts";
import { isIllegalId } from "../../people/persons/index.ts";
import { toDigest, toSortedJson, uuidOfRecord } from "../values/event-id.ts";
import { requireStorable } from "./require-storable.ts";
import type { Link, MappedEvent, Sink } from "./mapped-event.ts";
import { toLine } from "./line.ts";
import type { Scratch } from "./scratch.ts";

export interface Collected {
  records: number;
  /** Events, without those that repeat. */
  events: number;
  /** Records whose event was in the input before. */
  repeated: number;
  /** Repeated records that say something else under the same uuid. */
  contradicting: number;
  persons: number;
  /** Records of which nothing comes, by reason. */
  skipped: Record<string, number>;
}

/** Writes what mappings make of records into the scratch tables. */
export interface Collector {
  readonly counts: Collected;
  /** The sink for one record; its uuid follows from `source` and `record`. */
  sinkFor(source: string, record: Fields): Sink;
}

/** The events that the user wants; absent = all. Instants in epoch ms. */
export interface Wanted {
  only?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  after?: number | undefined;
  before?: number | undefined;
}

/** The reason under which events that the user does not want are counted. */
const NOT_WANTED = "not wanted";

export function createCollector(scratch: Scratch, nowMs: number, wanted: Wanted = {}): Collector {
  const counts: Collected = { records: 0, events: 0, repeated: 0, contradicting: 0, persons: 0, skipped: {} };
  let place = 0;
  const skip = (reason: string) => {
    counts.skipped[reason] = (counts.skipped[reason] ?? 0) + 1;
  };

  const only = wanted.only === undefined ? null : new Set(wanted.only);
  const exclude = new Set(wanted.exclude);
  const { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = wanted;
  const isWanted = ({ event, timestampMs }: MappedEvent) =>
    only?.has(event) !== false && !exclude.has(event) && timestampMs >= after && timestampMs < before;

  const putEvent = (source: string, record: Fields, event: MappedEvent) => {
    if (!isWanted(event)) return skip(NOT_WANTED);
    requireStorable(event);
    const json = toSortedJson(record);
    const digest = toDigest(json);
    const uuid = event.uuid ?? uuidOfRecord(source, json, countRecord(scratch, source, digest));
    place += PLACE_STEP;
    if (event.isForm === true) scratch.run("INSERT INTO forms VALUES (?) ON CONFLICT DO NOTHING", event.distinctId);
    const own = keepEventLink(scratch, event, place, skip);
    const { changes } = scratch.run(
      INSERT_EVENT,
      toUuidBytes(uuid),
      event.timestampMs,
      place,
      event.rank ?? 0,
      digest,
      event.joinKey ?? null,
      own?.device ?? null,
      own?.user ?? null,
      toLine({ ...event, uuid }),
    );
    if (changes === 1) counts.events += 1;
    else settleRepeated(scratch, counts, { ...event, uuid }, digest);
  };

  return {
    counts,
    sinkFor(source, record) {
      return {
        event: (event) => putEvent(source, record, event),
        person(person) {
          place += PLACE_STEP;
          counts.persons += 1;
          putPerson(scratch, place, person.distinctIds, person);
        },
        link(link, timeMs) {
          place += PLACE_STEP;
          if (link.user === link.device) return;
          if (!keepLink(scratch, { ...link, timeMs: timeMs ?? nowMs, place, isOwn: false })) skip(ILLEGAL);
        },
        owned({ distinctId, owner, idVersion, personVersion, properties, createdAtMs, isDeleted }) {
          scratch.run(OWN, distinctId, owner, idVersion);
          scratch.run(PROFILE, owner, personVersion, JSON.stringify(properties), createdAtMs, isDeleted ? 1 : 0);
        },
        shared: (distinctId, owner) => void scratch.run(SHARE, distinctId, owner),
        join: (key, name, value) => void scratch.run(JOIN, key, name, JSON.stringify(value)),
        group: (type, key, properties) => void scratch.run(GROUP, type, key, JSON.stringify(properties)),
        skip,
      };
    },
  };
}

/** Places between two records: a record's link gives up to three made events before it. */
const PLACE_STEP = 4;

const INSERT_EVENT = `INSERT INTO events (uuid, ts, place, rank, digest, join_key, device, user, body)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const OWN = `INSERT INTO owners VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET owner = excluded.owner, version = excluded.version
  WHERE excluded.version > version`;
const PROFILE = `INSERT INTO profiles VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET version = excluded.version,
  properties = excluded.properties, created_at = excluded.created_at, is_deleted = excluded.is_deleted
  WHERE excluded.version > version`;
const SHARE = "INSERT INTO shared VALUES (?, ?) ON CONFLICT DO NOTHING";
const JOIN = "INSERT INTO joined VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
const GROUP = "INSERT INTO groups VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET properties = excluded.properties";

/** Number of equal records before this one. */
function countRecord(scratch: Scratch, source: string, digest: Buffer): number {
  const key = Buffer.concat([digest, Buffer.from(source)]);
  const row = scratch.get<{ count: number }>(
    "INSERT INTO records VALUES (?, 0) ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count",
    key,
  );
  return row?.count ?? 0;
}

/** Notes the first time at which a user was seen with a device; returns the ids that the event itself merges. */
function keepEventLink(scratch: Scratch, event: MappedEvent, place: number, skip: (why: string) => void): Link | null {
  const merges = event.merges ?? null;
  const link = merges ?? event.link ?? null;
  if (link === null || link.user === link.device) return null;
  const isKept = keepLink(scratch, { ...link, timeMs: event.timestampMs, place, isOwn: merges !== null });
  if (!isKept) skip(ILLEGAL);
  return isKept ? merges : null;
}

function keepLink(
  scratch: Scratch,
  { user, device, forms, timeMs, place, isOwn }: Link & { timeMs: number; place: number; isOwn: boolean },
): boolean {
  if (isIllegalId(user) || isIllegalId(device)) return false;
  scratch.run(
    `INSERT INTO links VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ts = excluded.ts, place = excluded.place,
       is_own = excluded.is_own WHERE (excluded.ts, excluded.place) < (ts, place)`,
    device,
    user,
    timeMs,
    place,
    isOwn ? 1 : 0,
    JSON.stringify(forms ?? []),
  );
  return true;
}

/** The reason under which links by ids such as `null` or `0` are counted; their events stay. */
const ILLEGAL = "not linked: illegal id";

/** A known uuid: the same record again, another table's row of the event, or a contradiction. */
function settleRepeated(
  scratch: Scratch,
  counts: Collected,
  event: MappedEvent & { uuid: string },
  digest: Buffer,
): void {
  const key = toUuidBytes(event.uuid);
  const kept = scratch.get<{ rank: number; digest: Buffer }>("SELECT rank, digest FROM events WHERE uuid = ?", key);
  const rank = event.rank ?? 0;
  if (kept === undefined || kept.rank === rank) {
    counts.repeated += 1;
    if (kept !== undefined && !kept.digest.equals(digest)) counts.contradicting += 1;
  } else if (rank > kept.rank) {
    scratch.run("UPDATE events SET rank = ?, digest = ?, body = ? WHERE uuid = ?", rank, digest, toLine(event), key);
  }
}

/** Person records that share an id are one person; later values win. */
function putPerson(
  scratch: Scratch,
  place: number,
  distinctIds: string[],
  { properties, createdAtMs }: { properties: Fields; createdAtMs: number | null },
): void {
  const ids = new Set(distinctIds);
  const merged: Fields = {};
  let created = createdAtMs;
  for (const id of distinctIds) {
    const row = scratch.get<{ place: number; body: string }>(
      "SELECT p.place, p.body FROM ids i JOIN persons p USING (place) WHERE distinct_id = ?",
      id,
    );
    if (row === undefined) continue;
    const earlier = JSON.parse(row.body) as { distinctIds: string[]; properties: Fields; createdAtMs: number | null };
    for (const other of earlier.distinctIds) ids.add(other);
    Object.assign(merged, earlier.properties);
    created = earliest(created, earlier.createdAtMs);
    scratch.run("DELETE FROM persons WHERE place = ?", row.place);
  }
  for (const id of ids) {
    scratch.run("INSERT INTO ids VALUES (?, ?) ON CONFLICT DO UPDATE SET place = excluded.place", id, place);
  }
  const body = JSON.stringify({
    distinctIds: [...ids],
    properties: { ...merged, ...properties },
    createdAtMs: created,
  });
  scratch.run("INSERT INTO persons VALUES (?, ?)", place, body);
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
