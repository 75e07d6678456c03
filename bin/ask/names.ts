import type { EventDefinition, GroupTypeRecord, Page, PropertyDefinition } from "../../lib/index.ts";
import { eventsOf, nearNames, propertiesOf } from "../../adapters/explain/index.ts";
import type { NamedProperty } from "../../adapters/explain/index.ts";
import { Refusal } from "../api.ts";
import type { Api } from "../api.ts";

/** Names that are read, more than an app has. */
const MOST_NAMES = 1000;

/** The names of events with their counts, most frequent first; null = the key may not read them. */
export async function readEvents(api: Api): Promise<EventDefinition[] | null> {
  return orNull(
    async () => (await api.get<Page<EventDefinition>>("/event_definitions/", { limit: MOST_NAMES })).results,
  );
}

/** The index of a type of groups, by its name or index. @throws Error when there is none */
export async function toGroupIndex(api: Api, type: string): Promise<number> {
  const types = await api.get<GroupTypeRecord[]>("/groups_types/");
  const found = types.find(({ group_type: name, group_type_index: index }) => name === type || String(index) === type);
  if (found !== undefined) return found.group_type_index;
  const names = types.map(({ group_type: name }) => name);
  throw new Error(`No type of groups is called '${type}'.${suggest(type, names, "Types")}`);
}

/**
 * Names of a node that nothing has: a slip of the user's, as a sentence each.
 * @param known the names of events; null = unknown, and nothing is said of them
 */
export async function unknownNames(
  api: Api,
  node: unknown,
  known: readonly EventDefinition[] | null,
): Promise<string[]> {
  const faults = known === null ? [] : eventsOf(node).flatMap((name) => eventFault(name, known));
  if (faults.length > 0) return faults;
  const found = await Promise.all(propertiesOf(node).map((property) => propertyFault(api, property)));
  return found.filter((fault) => fault !== null);
}

/** Why there is no such event, as a list of none or one sentence. */
export function eventFault(name: string, known: readonly EventDefinition[]): string[] {
  if (known.some((one) => one.name === name)) return [];
  if (known.length === 0)
    return [`No event is called '${name}': the project has no event. hoglet projects lists all projects.`];
  return [
    `No event is called '${name}'.${suggest(
      name,
      known.map((one) => one.name),
      "Events",
    )}`,
  ];
}

async function propertyFault(api: Api, { of, key, index }: NamedProperty): Promise<string | null> {
  // Properties that questions compute.
  if (key.startsWith("$session_") || key.startsWith("$virt") || key.startsWith("$feature/")) return null;
  const names = await orNull(() => propertyNames(api, of, index));
  if (names === null || names.includes(key) || (await hasValues(api, of, key))) return null;
  const owner = of === "group" ? "group" : of;
  if (of === "event") {
    const persons = (await orNull(() => propertyNames(api, "person", 0))) ?? [];
    if (persons.includes(key)) return `No event has a property '${key}', but persons do: person.${key}`;
  }
  return `No ${owner} has a property '${key}'.${suggest(key, names, "Properties")}`;
}

/** The list of names leaves out very rare ones. */
async function hasValues(api: Api, of: NamedProperty["of"], key: string): Promise<boolean> {
  if (of === "group") return false;
  const path = of === "event" ? "/events/values/" : "/persons/values/";
  return (await api.get<unknown[]>(path, { key })).length > 0;
}

async function propertyNames(api: Api, type: NamedProperty["of"], index: number): Promise<string[]> {
  const query = { type, limit: MOST_NAMES, ...(type === "group" && { group_type_index: index }) };
  return (await api.get<Page<PropertyDefinition>>("/property_definitions/", query)).results.map(({ name }) => name);
}

/** Names that a sentence lists. */
const MOST_LISTED = 5;

/** The names that `hoglet schema` lists: neither insights, nor actions, nor types of groups. */
const OF_SCHEMA: ReadonlySet<string> = new Set(["Events", "Properties"]);

/** ` Did you mean 'signed up'?`, or the names that there are. */
export function suggest(name: string, known: readonly string[], what: string): string {
  const [near] = nearNames(name, known, 1);
  if (near !== undefined) return ` Did you mean '${near}'?`;
  if (known.length === 0) return "";
  const more = known.length > MOST_LISTED ? ", …" : "";
  return ` ${what}: ${known
    .slice(0, MOST_LISTED)
    .map((each) => `'${each}'`)
    .join(", ")}${more}${OF_SCHEMA.has(what) ? " (hoglet schema lists them)" : ""}.`;
}

/** A key may ask questions without the right to read names. */
export async function orNull<Answer>(read: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return null;
    throw error;
  }
}
