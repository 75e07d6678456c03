import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import { TextList } from "../../base/text-list.ts";
import { Truth } from "../../base/truth.ts";

/** Whose properties. */
export const TYPES = ["event", "person", "group", "session"] as const;

const INDEX_MESSAGE = "Invalid value for `group_type_index`";

/** Names of events in one request: the engine is asked for each. */
const MAX_EVENT_NAMES = 50;

/** Whose properties to name (reference/agents.md 5.2). All given filters must match. */
export const PropertyDefinitionQuery = v.object({
  ...pageEntries,
  type: v.optional(v.picklist(TYPES, `Expected ${TYPES.join(", ")}.`), "event"),
  /** Which type of group, 0 to 4; for groups. */
  group_type_index: v.exactOptional(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\d$/, INDEX_MESSAGE), v.transform(Number))], INDEX_MESSAGE),
      v.picklist([0, 1, 2, 3, 4], INDEX_MESSAGE),
    ),
  ),
  /** Properties of events of this name alone; empty = absent. */
  event_name: v.optional(v.string(), ""),
  /** Names of events: `is_seen_on_filtered_events` tells whether one of them has the property. A list, or its JSON. */
  event_names: v.exactOptional(
    v.pipe(TextList, v.maxLength(MAX_EVENT_NAMES, `Expected at most ${MAX_EVENT_NAMES} names.`)),
  ),
  /** True = only the properties of events of `event_names`. */
  filter_by_event_names: v.exactOptional(Truth),
  /** Exact names, separated by commas. */
  properties: v.exactOptional(v.string()),
  /** Names to leave out: a list, or its JSON. */
  excluded_properties: v.exactOptional(TextList),
  /** True = only numerical ones. */
  is_numerical: v.exactOptional(Truth),
  /** True = only those of flags (`$feature/…`), false = none of them. */
  is_feature_flag: v.exactOptional(Truth),
  /** True = none of the properties that SDKs set. */
  exclude_core_properties: v.exactOptional(Truth),
  /** True = none that were hidden by a remark. */
  exclude_hidden: v.exactOptional(Truth),
  /** Words that are part of the name, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
});
export type PropertyDefinitionQuery = v.InferOutput<typeof PropertyDefinitionQuery>;
export type PropertyDefinitionInput = v.InferInput<typeof PropertyDefinitionQuery>;

/** Refuses parameters that belong to another type. @throws invalid naming the parameter */
export function requireFitting(query: PropertyDefinitionQuery): void {
  const { type, group_type_index: index } = query;
  if (type === "group" && index === undefined) {
    throw invalid("group_type_index", "`group_type_index` must be set for `group` type");
  }
  if (type !== "group" && index !== undefined) {
    throw invalid("group_type_index", "`group_type_index` can only set for `group` type");
  }
  if (type === "event") return;
  if (query.event_names !== undefined) {
    throw invalid("event_names", "`event_names` can only be set for `event` type");
  }
  if (query.event_name !== "") {
    throw invalid("event_name", `Only properties of events can be asked for by event, not of a ${type}.`);
  }
}
