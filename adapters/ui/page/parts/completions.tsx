import type { CohortRecord, EventDefinition, GroupTypeRecord, PropertyDefinition } from "../../../../lib/index.ts";
import { nearNames } from "../../../explain/near-names.ts";
import { isOfSdk } from "../../../explain/sdk-properties.ts";
import { call } from "../api.ts";
import type { Known } from "./combobox.tsx";
import { toShortNumber } from "./short-number.ts";
import { Time } from "./time.tsx";

// Names and values in the data, for fields. Each takes the project's path (`P` of `useProject`).

/** Names that are read together: more than an app has. Beyond them the server searches. */
const MOST = 1000;
/** Names that are kept are as old as this, in ms: all fields of a view share a request. */
const KEPT_MS = 10_000;

const kept = new Map<string, { at: number; answer: Promise<unknown> }>();

/** An answer of the last seconds, or a new one. */
function recent<Answer>(path: string, query: Readonly<Record<string, unknown>>): Promise<Answer> {
  const key = JSON.stringify([path, query]);
  const last = kept.get(key);
  if (last !== undefined && Date.now() - last.at < KEPT_MS) return last.answer as Promise<Answer>;
  for (const [old, { at }] of kept) if (Date.now() - at >= KEPT_MS) kept.delete(old);
  const answer = call<Answer>(path, { query });
  kept.set(key, { at: Date.now(), answer });
  answer.catch(() => kept.delete(key));
  return answer;
}

interface Names<Name> {
  count: number;
  results: Name[];
}

/** All names, or of very many those that have the text. */
async function namesOf<Name>(path: string, query: Readonly<Record<string, unknown>>, text: string): Promise<Name[]> {
  const { count, results } = await recent<Names<Name>>(path, { ...query, limit: MOST });
  if (count <= results.length || text.trim() === "") return results;
  return (await recent<Names<Name>>(path, { ...query, limit: MOST, search: text })).results;
}

/** Names of events, the most frequent first; of very many those that contain the text. */
export async function eventNames(P: string, text = ""): Promise<string[]> {
  return (await namesOf<EventDefinition>(`${P}/event_definitions/`, {}, text)).map(({ name }) => name);
}

/** Events with their number and the time of the newest: the app's own first. */
export async function findEvents(P: string, text: string): Promise<Known[]> {
  const events = await namesOf<EventDefinition>(`${P}/event_definitions/`, {}, text);
  const most = Math.max(1, ...events.map(({ count }) => count));
  const options = events.map(({ name, count, last_seen_at: at }) => ({
    group: name.startsWith("$") ? "Autocapture and SDKs" : "Your events",
    name,
    share: count / most,
    facts: (
      <>
        {toShortNumber(count)} · <Time at={at} />
      </>
    ),
  }));
  return options.toSorted((a, b) => Number(a.name.startsWith("$")) - Number(b.name.startsWith("$")));
}

/**
 * The owner of a property; for a filter by group, `group_type_index` names the type of group. `event_metadata` are columns
 * of events, such as their name.
 */
export type PropertyOwner = "event" | "person" | "group" | "session" | "element" | "cohort" | "event_metadata";

export const SESSION_LENGTH = "$session_duration";
const ELEMENT_KEYS = ["tag_name", "text", "href", "selector"];

interface PropertyAsked {
  text?: string;
  /** Only properties of this event; absent = of any event. */
  event?: string | undefined;
  /** The type of groups, 0 to 4, for their properties. */
  groupTypeIndex?: number | undefined;
}

/** Properties that are in use, with their type; those of very many that contain the text. */
async function definitions(P: string, owner: PropertyOwner, asked: PropertyAsked): Promise<PropertyDefinition[]> {
  const { text = "", event, groupTypeIndex } = asked;
  const query = { type: owner, event_name: event, group_type_index: groupTypeIndex };
  return namesOf<PropertyDefinition>(`${P}/property_definitions/`, query, text);
}

export async function propertyNames(P: string, owner: PropertyOwner, asked: PropertyAsked): Promise<string[]> {
  if (owner === "session") return [SESSION_LENGTH];
  if (owner === "element") return ELEMENT_KEYS;
  if (owner === "cohort" || owner === "event_metadata") return [];
  return (await definitions(P, owner, asked)).map(({ name }) => name);
}

/** A property, or a cohort, as an option. */
export interface KnownProperty extends Known {
  owner: PropertyOwner;
  key: string;
  /** The type of groups, 0 to 4, for a property of groups. */
  groupTypeIndex?: number;
  /** The id of a cohort, whose key is "id". */
  cohortId?: number;
}

const TYPES: Readonly<Record<string, string>> = {
  String: "text",
  Numeric: "number",
  Boolean: "true or false",
  DateTime: "time",
  Duration: "duration",
};

/** Properties of several owners in groups; the app's own before those that an SDK sets. */
export async function findProperties(
  P: string,
  owners: readonly PropertyOwner[],
  asked: PropertyAsked,
): Promise<KnownProperty[]> {
  const found = await Promise.all(owners.map((owner) => propertiesOf(P, owner, asked)));
  return found.flat();
}

async function propertiesOf(P: string, owner: PropertyOwner, asked: PropertyAsked): Promise<KnownProperty[]> {
  if (owner === "cohort") return cohortOptions(P);
  if (owner === "group") {
    const types = await groupTypes(P);
    const all = types.map(({ group_type: type, group_type_index: groupTypeIndex }) =>
      stored(P, owner, `${type} properties`, { ...asked, groupTypeIndex }),
    );
    return (await Promise.all(all)).flat();
  }
  if (owner === "event" || owner === "person") return stored(P, owner, `${owner} properties`, asked);
  const group = owner === "session" ? "session" : "clicked element";
  return (await propertyNames(P, owner, asked)).map((key) => ({ group, name: key, owner, key }));
}

async function stored(P: string, owner: PropertyOwner, group: string, asked: PropertyAsked): Promise<KnownProperty[]> {
  const { groupTypeIndex } = asked;
  const found = await definitions(P, owner, asked);
  const options = found.map(({ name, property_type: type }): KnownProperty => {
    const about = TYPES[type ?? ""] ?? "";
    const option = { group: isOfSdk(name) ? `${group} of SDKs` : group, name, about, owner, key: name };
    return groupTypeIndex === undefined ? option : Object.assign(option, { groupTypeIndex });
  });
  return options.toSorted((a, b) => Number(isOfSdk(a.name)) - Number(isOfSdk(b.name)));
}

async function cohortOptions(P: string): Promise<KnownProperty[]> {
  const { results } = await cohortsOf(P);
  return results.map(({ id, name, count }) => ({
    group: "cohorts",
    name: name ?? `Cohort ${id}`,
    about: typeof count === "number" ? `${toShortNumber(count)} persons` : "",
    owner: "cohort" as const,
    key: "id",
    cohortId: id,
  }));
}

/** The cohorts of the project. */
export function cohortsOf(P: string): Promise<{ results: CohortRecord[] }> {
  return recent(`${P}/cohorts/`, { limit: MOST });
}

/** The types of groups of the project. */
export function groupTypes(P: string): Promise<GroupTypeRecord[]> {
  return recent(`${P}/groups_types/`, {});
}

interface ValuesAsked {
  key: string;
  text: string;
  event?: string | undefined;
  signal: AbortSignal;
}

/** Values that a property has, as text, the most frequent first. */
export async function findValues(P: string, owner: PropertyOwner, asked: ValuesAsked): Promise<Known[]> {
  const { key, text, event, signal } = asked;
  if (key === "" || (owner !== "event" && owner !== "person")) return [];
  const isEvent = owner === "event";
  const query = { key, value: text, ...(isEvent && event !== undefined && { event_name: event }) };
  const path = isEvent ? "events/values/" : "persons/values/";
  const values = await call<{ name: unknown; count: number }[]>(`${P}/${path}`, { query, signal });
  const most = Math.max(1, ...values.map(({ count }) => count));
  return values.map(({ name, count }) => ({
    group: "",
    name: typeof name === "string" ? name : JSON.stringify(name),
    about: toShortNumber(count),
    share: count / most,
  }));
}

/** Names that an unknown event may mean; null = the event is known, or the project has no events. */
export async function nearEvents(P: string, name: string): Promise<string[] | null> {
  const names = await eventNames(P, name);
  return names.length === 0 || names.includes(name) ? null : nearNames(name, names);
}

/** Names that an unknown property may mean; null = it is known, or there are none. The list leaves out very rare ones, which have values. */
export async function nearProperties(
  P: string,
  { owner, key, groupTypeIndex }: Pick<KnownProperty, "owner" | "key" | "groupTypeIndex">,
  signal: AbortSignal,
): Promise<string[] | null> {
  if (!["event", "person", "group"].includes(owner) || /^\$(?:session_|virt|feature\/)/.test(key)) return null;
  const names = await propertyNames(P, owner, { text: key, groupTypeIndex });
  if (names.length === 0 || names.includes(key)) return null;
  if ((await findValues(P, owner, { key, text: "", signal })).length > 0) return null;
  return nearNames(key, names);
}
