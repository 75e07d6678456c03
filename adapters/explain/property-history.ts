import { isFields } from "../../lib/base/fields.ts";
import type { ActivityRecord, EventRecord } from "../../lib/index.ts";

type Properties = Record<string, unknown>;

/** One change that an event made to a property. */
export interface PropertyStep {
  event: EventRecord;
  how: "set" | "set_once" | "unset";
  /** The written value; undefined for `unset`. */
  value: unknown;
  /** The event did not name the person; its own property of this name became the person's. */
  isAutomatic: boolean;
  /** False when the person had a value already, which `set_once` keeps, or had no value to remove. */
  hasEffect: boolean;
  /** Number of later events with the same change, up to the next step. */
  repeats: number;
}

/** The history of a person's property from stored events. */
export interface PropertyHistory {
  /** Newest first. */
  steps: PropertyStep[];
  /** The property after all steps. */
  outcome: { value: unknown } | "absent";
}

/** Events that cannot change a person (reference/capture.md 14). */
const LEAVE_PERSONS = new Set(["$exception", "$$heatmap"]);

/**
 * The filters for all events of a person that may have written a property: events with `$set`, `$set_once` or `$unset`,
 * and events whose own property becomes the person's.
 */
export function toWriterFilters(key: string, properties: Properties): { type: "OR"; values: unknown[] } {
  const keys = ["$set", "$set_once", "$unset", ...automaticSources(key, properties)];
  return { type: "OR", values: keys.map((name) => ({ key: name, type: "event", operator: "is_set" })) };
}

/**
 * The changes of a property by events, in the order of arrival, which decides.
 * @param properties the person's current properties; they show which are set automatically
 */
export function toPropertyHistory(
  key: string,
  properties: Properties,
  events: readonly EventRecord[],
): PropertyHistory {
  const sources = automaticSources(key, properties);
  const steps: PropertyStep[] = [];
  let outcome: PropertyHistory["outcome"] = "absent";
  for (const event of inOrderOfArrival(events)) {
    for (const writing of toWritings(key, event, sources)) {
      const next = after(outcome, writing);
      const hasEffect = next !== outcome;
      const last = steps.at(-1);
      if (last !== undefined && isRepeat(last, writing)) last.repeats += 1;
      else steps.push({ event, ...writing, hasEffect, repeats: 0 });
      outcome = next;
    }
  }
  return { steps: steps.toReversed(), outcome };
}

/**
 * The author of a manual change: the entry of the person's activity for an event, which names the property and was
 * written right after it. Undefined = the event came from the app.
 */
export function findAuthor(
  key: string,
  { event, created_at }: EventRecord,
  activity: readonly ActivityRecord[],
): string | undefined {
  if (event !== "$set" && event !== "$delete_person_property") return undefined;
  const verb = event === "$set" ? "updated" : "delete_property";
  const [arrivedMs, found] = [Date.parse(created_at), activity.filter((entry) => entry.activity === verb)];
  return found.find(({ created_at: at, detail }) => {
    const waitedMs = Date.parse(at) - arrivedMs;
    return waitedMs >= 0 && waitedMs <= LONGEST_WAIT_MS && detail.changes.some(({ keys }) => keys?.includes(key));
  })?.user.first_name;
}

/** Is the result of the events the person's current value? */
export function isOutcome({ outcome }: PropertyHistory, key: string, properties: Properties): boolean {
  if (outcome === "absent") return !Object.hasOwn(properties, key);
  return Object.hasOwn(properties, key) && JSON.stringify(outcome.value) === JSON.stringify(properties[key]);
}

/**
 * Longest time in ms between an event and its entry: far longer than a commit, far shorter than between two changes by
 * a user.
 */
const LONGEST_WAIT_MS = 1000;

/**
 * The event properties that become this property automatically: `$browser` and similar ones give `$browser` and, the
 * first time, `$initial_browser`. A property is of this kind if the person has both.
 */
function automaticSources(key: string, properties: Properties): string[] {
  if (key.startsWith(INITIAL)) {
    const name = key.slice(INITIAL.length);
    return [...withAlias(`$${name}`), name];
  }
  return Object.hasOwn(properties, INITIAL + key.replace(/^\$/, "")) ? withAlias(key) : [];
}

/** Some SDKs use another name. */
function withAlias(key: string): string[] {
  return key === "$os" ? ["$os", "$os_name"] : [key];
}

const INITIAL = "$initial_";

/** Sorts by arrival: the list is sorted by event time, newest first, at equal times the last arrived first. */
function inOrderOfArrival(events: readonly EventRecord[]): EventRecord[] {
  return events.toReversed().toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

type Writing = Pick<PropertyStep, "how" | "value" | "isAutomatic">;

/** In the order in which an event's changes apply: set_once, set, unset. */
function toWritings(key: string, { event, properties }: EventRecord, sources: string[]): Writing[] {
  if (properties["$process_person_profile"] === false || LEAVE_PERSONS.has(event)) return [];
  const source = sources.find((name) => Object.hasOwn(properties, name));
  const own = { $set: toObject(properties["$set"]), $set_once: toObject(properties["$set_once"]) };
  const writings: Writing[] = [];
  if (Object.hasOwn(own.$set_once, key)) {
    writings.push({ how: "set_once", value: own.$set_once[key], isAutomatic: false });
  } else if (source !== undefined && key.startsWith(INITIAL) && properties[source] !== null) {
    writings.push({ how: "set_once", value: properties[source], isAutomatic: true });
  }
  if (Object.hasOwn(own.$set, key)) {
    writings.push({ how: "set", value: own.$set[key], isAutomatic: false });
  } else if (source !== undefined && !key.startsWith(INITIAL)) {
    writings.push({ how: "set", value: properties[source], isAutomatic: true });
  }
  if (toKeys(properties["$unset"]).includes(key)) writings.push({ how: "unset", value: undefined, isAutomatic: false });
  return writings;
}

/** The state of a property after a writing: the same object when the writing changed nothing. */
function after(outcome: PropertyHistory["outcome"], { how, value }: Writing): PropertyHistory["outcome"] {
  if (how === "unset") return "absent";
  if (how === "set_once" && outcome !== "absent" && !(outcome.value === null && value !== null)) return outcome;
  return { value };
}

function isRepeat(last: PropertyStep, { how, value }: Writing): boolean {
  if (how !== last.how || JSON.stringify(value) !== JSON.stringify(last.value)) return false;
  return last.hasEffect ? how !== "set_once" : true;
}

function toObject(value: unknown): Properties {
  return isFields(value) ? (value as Properties) : {};
}

/** `$unset` is a list of keys, or an object with these keys. */
function toKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((key) => typeof key !== "object").map(String);
  return Object.keys(toObject(value));
}
