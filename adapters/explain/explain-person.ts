import type { ActivityList, EventRecord, Page, PersonRecord } from "../../lib/index.ts";
import { isOutcome, toPropertyHistory, toWriterFilters } from "./property-history.ts";

/** Events that may have written properties, newest first; the page reads as many. */
const MOST_WRITERS = 500;
/** Properties whose history is told. */
const MOST_PROPERTIES = 60;
/** Changes of a property that are told, newest first. */
const MOST_CHANGES = 3;
/** The events that join distinct ids, with the property that names the other id. */
const MERGES: Record<string, string> = {
  $identify: "$anon_distinct_id",
  $create_alias: "alias",
  $merge_dangerously: "alias",
};

/** GETs a path of the API below a project. */
type Get = <Answer>(path: string, query?: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** An event that joined two distinct ids. */
export interface Merge {
  event: string;
  distinct_id: string;
  /** The distinct id that was joined; null = the event named none. */
  joined: unknown;
  /** ISO text. */
  at: string;
  uuid: string;
}

/** A property of a person, and the events that made it what it is. */
export interface PersonFact {
  name: string;
  value: unknown;
  /** Events that set the property, newest first, without events that changed nothing. */
  set_by: {
    how: "set" | "set_once" | "unset" | "automatic";
    /** The written value; absent for `unset`. */
    value: unknown;
    event: string;
    distinct_id: string;
    /** ISO text. */
    at: string;
    uuid: string;
  }[];
  /** True = no event explains the value: an import, a merged person, or a deleted event did it. */
  also_set_elsewhere: boolean;
}

/** A change of a person by hand. */
export interface HandChange {
  what: string;
  by: string;
  /** ISO text. */
  at: string;
  changes: unknown;
}

/** Why a person is as it is. */
export interface ExplainedPerson {
  /** Oldest first. */
  merges: Merge[];
  facts: PersonFact[];
  by_hand: HandChange[];
}

/** Explains a person from its events: the merges, who set which property, and changes by hand. */
export async function explainPerson(get: Get, person: PersonRecord): Promise<ExplainedPerson> {
  const { uuid, properties } = person;
  const keys = Object.keys(properties).slice(0, MOST_PROPERTIES);
  const [writers, merges, activity] = await Promise.all([
    writersOf(get, person, keys),
    mergesOf(get, uuid),
    // The key may lack the scope of activity; the rest of the answer stands without it.
    get<ActivityList>(`/persons/${uuid}/activity/`, { limit: 10 }).catch(() => ({ results: [] })),
  ]);
  return {
    merges,
    facts: keys.map((key) => toFact(key, properties, writers)),
    by_hand: activity.results.map(({ activity: what, user, created_at: at, detail }) => ({
      what,
      by: user.first_name,
      at,
      changes: detail.changes,
    })),
  };
}

async function writersOf(get: Get, { uuid, properties }: PersonRecord, keys: readonly string[]) {
  const filters = keys.flatMap((key) => toWriterFilters(key, properties).values as { key: string }[]);
  if (filters.length === 0) return [];
  const distinct = [...new Map(filters.map((filter) => [filter.key, filter])).values()];
  const query = { person_id: uuid, properties: { type: "OR", values: distinct }, limit: MOST_WRITERS };
  return (await get<Page<EventRecord>>("/events/", query)).results;
}

async function mergesOf(get: Get, personId: string): Promise<Merge[]> {
  const pages = await Promise.all(
    Object.keys(MERGES).map((event) => get<Page<EventRecord>>("/events/", { person_id: personId, event, limit: 20 })),
  );
  return pages
    .flatMap(({ results }) => results)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map((one) => ({
      event: one.event,
      distinct_id: one.distinct_id,
      joined: one.properties[MERGES[one.event] ?? ""] ?? null,
      at: one.timestamp,
      uuid: one.uuid,
    }));
}

function toFact(key: string, properties: Record<string, unknown>, writers: readonly EventRecord[]): PersonFact {
  const history = toPropertyHistory(key, properties, writers);
  const told = history.steps
    .filter(({ hasEffect }) => hasEffect)
    .slice(0, MOST_CHANGES)
    .map(({ how, value, event, isAutomatic }) => ({
      how: isAutomatic ? ("automatic" as const) : how,
      // JSON leaves out what unset has not.
      value,
      event: event.event,
      distinct_id: event.distinct_id,
      at: event.timestamp,
      uuid: event.uuid,
    }));
  const isKnown = isOutcome(history, key, properties);
  return { name: key, value: properties[key], set_by: told, also_set_elsewhere: !isKnown };
}
