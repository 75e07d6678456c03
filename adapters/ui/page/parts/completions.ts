import { call } from "../api.ts";

// Completions from the data, for fields. Each takes the project's path (`P` of `useProject`).

/** Most offered names. */
const MOST = 50;

interface Named {
  results: { name: string }[];
}

/** Names of events that contain the text, the most frequent first. */
export async function eventNames(P: string, text: string, signal?: AbortSignal): Promise<string[]> {
  const query = { search: text, limit: MOST };
  const { results } = await call<Named>(`${P}/event_definitions/`, { query, ...toSignal(signal) });
  return results.map(({ name }) => name);
}

/**
 * The owner of a property; for a filter by group, `group_type_index` names the type of group. `event_metadata` are columns
 * of events, such as their name.
 */
export type PropertyOwner = "event" | "person" | "group" | "session" | "element" | "cohort" | "event_metadata";

const SESSION_KEYS = ["$session_duration"];
const ELEMENT_KEYS = ["tag_name", "text", "href", "selector"];

interface PropertyAsked {
  text: string;
  /** Only properties of this event; absent = of any event. */
  event?: string | undefined;
  /** For groups: their type, 0 to 4. */
  groupTypeIndex?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Names of properties that contain the text. */
export async function propertyNames(P: string, owner: PropertyOwner, asked: PropertyAsked): Promise<string[]> {
  const { text, event, groupTypeIndex, signal } = asked;
  if (owner === "session") return SESSION_KEYS;
  if (owner === "element") return ELEMENT_KEYS;
  if (owner === "cohort" || owner === "event_metadata") return [];
  const query = { type: owner, event_name: event, group_type_index: groupTypeIndex, search: text, limit: MOST };
  const { results } = await call<Named>(`${P}/property_definitions/`, { query, ...toSignal(signal) });
  return results.map(({ name }) => name);
}

/** Values that a property has, as text. */
export async function propertyValues(
  P: string,
  owner: PropertyOwner,
  asked: { key: string; text: string; event?: string | undefined; signal?: AbortSignal | undefined },
): Promise<string[]> {
  const { key, text, event, signal } = asked;
  if (key === "" || (owner !== "event" && owner !== "person")) return [];
  const isEvent = owner === "event";
  const query = { key, value: text, ...(isEvent && event !== undefined && { event_name: event }) };
  const path = isEvent ? "events/values/" : "persons/values/";
  const values = await call<{ name: unknown }[]>(`${P}/${path}`, { query, ...toSignal(signal) });
  return values.slice(0, MOST).map(({ name }) => (typeof name === "string" ? name : JSON.stringify(name)));
}

function toSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
