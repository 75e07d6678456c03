import type { FilterValue, PropertyFilter } from "../../parts/filter-operators.ts";
import { toAddress } from "../../../insight-address.ts";
import type { ExplorerState } from "./explorer-state.ts";

/** A value of an event: of a property, or of one of its columns. */
export interface EventValue {
  owner: "property" | "event" | "distinct_id";
  /** Key of the property; the owner's name for a column. */
  key: string;
  value: unknown;
}

/** Can events be filtered by it? Lists and objects cannot be compared, and null is no value. */
export function isComparable({ value }: EventValue): boolean {
  return typeof value === "string" ? value !== "" : typeof value === "number" || typeof value === "boolean";
}

/** The list with only events that have the value. */
export function withValue(state: ExplorerState, { owner, key, value }: EventValue): ExplorerState {
  if (owner === "event") return { ...state, event: String(value) };
  if (owner === "distinct_id") return { ...state, distinctId: String(value) };
  return { ...state, properties: [...without(state, key, value), toTest(key, "exact", value)] };
}

/** The list without the events that have the value. */
export function withoutValue(state: ExplorerState, { owner, key, value }: EventValue): ExplorerState {
  if (owner === "event" && state.event === value) return { ...state, event: "" };
  const filter: PropertyFilter =
    owner === "property" ? toTest(key, "is_not", value) : { ...toTest(owner, "is_not", value), type: "event_metadata" };
  return { ...state, properties: [...without(state, filter.key, value), filter] };
}

/** The address of a trend of the events by the property; of an event's name alone, its trend. */
export function toBreakdownAddress({ owner, key }: EventValue, event: string): string {
  const question = { insight: "TRENDS" as const, date_from: "-30d", events: [{ id: event, type: "events" as const }] };
  return toAddress("new", owner === "property" ? { ...question, breakdown: key, breakdown_type: "event" } : question);
}

/** Tests the type too: `5` is no "5". */
function toTest(key: string, operator: string, value: unknown): PropertyFilter {
  return { key, operator, value: value as FilterValue, type: "event" };
}

/** The filters without those that this value would contradict or repeat. */
function without({ properties }: ExplorerState, key: string, value: unknown): PropertyFilter[] {
  return properties.filter(
    (filter) =>
      filter.key !== key || !["exact", "is_not"].includes(filter.operator ?? "exact") || filter.value !== value,
  );
}
