import type { ExpressionContext } from "../expression-context.ts";
import type { SessionKey } from "../sessions/index.ts";
import type { OperatorName, Scalar } from "./operators.ts";

// The normal form of filters: `parseFilters` gives it, plans carry it, engines compile it.

/** A test of a property of the event or its (current) person. */
export interface ValueFilter {
  type: "event" | "person";
  key: string;
  operator: OperatorName;
  /** One value or a list (any of them); null for is_set and is_not_set. */
  value: Scalar | Scalar[];
  /** True = the result is negated. */
  negation: boolean;
}

/** A test of a property of the group in `$group_<group_type_index>`. */
export interface GroupFilter extends Omit<ValueFilter, "type"> {
  type: "group";
  /** 0 to 4. */
  group_type_index: number;
}

/** A test of a property of the event's session. An event without a session never passes, negated or not. */
export interface SessionFilter extends Omit<ValueFilter, "type" | "key"> {
  type: "session";
  key: SessionKey;
}

/** Columns of events that filters and breakdowns know besides properties. */
export const METADATA_KEYS = ["event", "distinct_id", "person_id", "timestamp"] as const;

/** Texts; `person_id` is a UUID, `timestamp` ISO text in UTC. */
export type MetadataKey = (typeof METADATA_KEYS)[number];

/** A test of a column of the event. */
export interface MetadataFilter extends Omit<ValueFilter, "type" | "key"> {
  type: "event_metadata";
  key: MetadataKey;
}

/**
 * A test of the elements of an autocapture event. It passes when any element of the chain matches; the negative
 * operators (`is_not`, `not_icontains`, `not_regex`, `is_not_set`) pass when no element has the value.
 */
export interface ElementFilter extends Omit<ValueFilter, "type" | "key"> {
  type: "element";
  /** `selector`: a CSS selector that must match an element. */
  key: "tag_name" | "text" | "href" | "selector";
}

/** HogQL that an event must fulfil, or a person. */
export interface ExpressionFilter {
  type: "hogql";
  /** Is it about a person alone? @default the event, with its person and groups */
  subject?: "person";
  /** The expression. */
  key: string;
  /** Absent until an engine is asked. */
  context?: ExpressionContext;
}

/** Membership in any of the cohorts `value`. */
export interface CohortFilter {
  type: "cohort";
  key: "id";
  value: number[];
  negation: boolean;
}

/** AND or OR of filters; an empty group passes everything. */
export interface FilterGroup {
  type: "AND" | "OR";
  values: FilterNode[];
}

export type FilterNode =
  | FilterGroup
  | ValueFilter
  | GroupFilter
  | SessionFilter
  | MetadataFilter
  | ElementFilter
  | CohortFilter
  | ExpressionFilter;

/** Is a column of events a property too, and read as that? */
export function isColumnOfProperty(name: string): boolean {
  return /^\$(?:session_id|window_id|group_[0-4])$/.test(name);
}

/** Null = neither a column nor a property. */
export function toMetadata(
  name: string,
): { type: "event_metadata"; key: MetadataKey } | { type: "event"; key: string } | null {
  if (isColumnOfProperty(name)) return { type: "event", key: name };
  const key = METADATA_KEYS.find((known) => known === name);
  return key === undefined ? null : { type: "event_metadata", key };
}
