import type { Feed, FeedEntry, Mark } from "../../../lib/port/feed.ts";
import { allEvents } from "../../../lib/log/event-rows.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf } from "../../../lib/log/event-texts.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { toUuidText } from "../../../lib/base/ids.ts";
import type { Random } from "../../../fixtures/random.ts";

/** Rows by their keys, as text, so that two states are compared as they are. */
export type State = Record<"events" | "distinctIds" | "persons" | "groups" | "members", Map<string, string>>;

/** The state that a follower keeps on its disk. */
interface Kept {
  mark: Mark | undefined;
  state: State;
  /** The `at` of each key. */
  latest: Map<string, number>;
}

/** A follower in memory that is killed at any moment. */
export interface Follower {
  state(): State;
  /** Reads until nothing is left. @returns how often it was killed meanwhile */
  catchUp(): Promise<number>;
}

/**
 * Makes a follower that stores batches of any size. A kill loses either a batch that was read, or the mark of a batch whose
 * entries were stored, as in a store that has no transactions over both.
 */
export function createFollower(feed: Feed, name: string, random: Random): Follower {
  const kept: Kept = { mark: undefined, state: emptyState(), latest: new Map() };
  return {
    state: () => kept.state,
    async catchUp() {
      let kills = 0;
      for (;;) {
        kept.mark ??= await feed.follow(name);
        const batch = await feed.read(kept.mark, { limit: random.integer(1, 30) });
        // As after a crash: the feed forgot all but what was confirmed, and the follower what it did not store.
        if (random.chance(0.1)) {
          kills++;
          continue;
        }
        for (const entry of batch.entries) apply(kept, entry);
        if (random.chance(0.1)) {
          kills++;
          // The follower may not know more than the feed does.
          if (random.chance(0.5)) kept.mark = undefined;
          continue;
        }
        kept.mark = batch.mark;
        if (random.chance(0.5)) await feed.confirm(name, batch.mark);
        if (batch.isCurrent) return kills;
      }
    },
  };
}

function emptyState(): State {
  return { events: new Map(), distinctIds: new Map(), persons: new Map(), groups: new Map(), members: new Map() };
}

function apply(kept: Kept, entry: FeedEntry): void {
  const { state } = kept;
  switch (entry.kind) {
    case "event": {
      const { kind: _kind, ...row } = entry;
      return void state.events.set(String(entry.seq), JSON.stringify(row));
    }
    case "gone-event":
      return void state.events.delete(String(entry.seq));
    case "member": {
      const key = `${entry.cohortId}:${entry.personId}`;
      return set(kept, { map: "members", key, at: entry.at, now: entry.isMember ? {} : null });
    }
    case "distinct-id":
      return set(kept, { map: "distinctIds", key: String(entry.id), at: entry.at, now: entry.now });
    case "person":
      return set(kept, { map: "persons", key: String(entry.id), at: entry.at, now: entry.now });
    case "group":
      return set(kept, { map: "groups", key: String(entry.id), at: entry.at, now: entry.now });
  }
}

function set({ state, latest }: Kept, row: { map: keyof State; key: string; at: number; now: object | null }): void {
  const name = `${row.map} ${row.key}`;
  if (row.at < (latest.get(name) ?? 0)) return;
  latest.set(name, row.at);
  if (row.now === null) state[row.map].delete(row.key);
  else state[row.map].set(row.key, JSON.stringify(row.now));
}

/** The state of the database, read without the feed. */
export function readTruth(db: Db): State {
  const state = emptyState();
  const rows = (text: string) => db.sqlite.prepare(text).all() as Record<string, unknown>[];
  for (const { uuid, ...row } of rows(
    `SELECT e.project_id AS projectId, e.seq, ${uuidOf("e")} AS uuid, n.name AS event, e.distinct_id_id AS distinctId, e.timestamp AS timestampMs,
       ${receivedAtOf("e")} AS receivedMs, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements FROM ${allEvents()} e JOIN event_names n ON n.id = e.event_name_id ORDER BY e.seq`,
  )) {
    const { projectId, seq, ...rest } = row;
    state.events.set(String(seq), JSON.stringify({ projectId, seq, uuid: toUuidText(uuid as Buffer), ...rest }));
  }
  for (const row of rows("SELECT id, distinct_id, person_id, is_personless FROM distinct_ids"))
    state.distinctIds.set(
      String(row["id"]),
      JSON.stringify({
        distinctId: row["distinct_id"],
        personId: row["person_id"],
        isPersonless: row["is_personless"] === 1,
      }),
    );
  for (const row of rows("SELECT id, uuid, properties, is_identified, created_at FROM persons"))
    state.persons.set(
      String(row["id"]),
      JSON.stringify({
        uuid: row["uuid"],
        properties: row["properties"],
        isIdentified: row["is_identified"] === 1,
        createdMs: row["created_at"],
      }),
    );
  for (const row of rows("SELECT id, group_type_index, group_key, properties, created_at FROM groups"))
    state.groups.set(
      String(row["id"]),
      JSON.stringify({
        groupTypeIndex: row["group_type_index"],
        key: row["group_key"],
        properties: row["properties"],
        createdMs: row["created_at"],
      }),
    );
  for (const row of rows("SELECT cohort_id, person_id FROM cohort_members"))
    state.members.set(`${String(row["cohort_id"])}:${String(row["person_id"])}`, "{}");
  return state;
}

/** The state as plain data, in one order. */
export function toPlain(state: State): Record<string, [string, string][]> {
  return Object.fromEntries(Object.entries(state).map(([name, map]) => [name, sorted(map)]));
}

function sorted(map: Map<string, string>): [string, string][] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
