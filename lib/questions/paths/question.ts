import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { compileRegex, parseFilters } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";
import { writtenAs } from "../../base/written-as.ts";
import { dateEntries, filterEntries, integerField, listOf, maybe, refreshEntries, wordOf } from "../shared/fields.ts";
import { FunnelQuestion } from "../funnel/older/question.ts";
import { normaliseInput } from "../shared/input.ts";
import { insightEntry, requireInsightName } from "../shared/insight-name.ts";
import { refuseUnsupported, unsupportedEntries } from "../shared/unsupported.ts";

/** Values of `include_event_types` and the older `path_type`; "custom_event" = names that do not begin with `$`. */
const EVENT_TYPES = ["$pageview", "$screen", "custom_event"] as const;

/** Items of a path and edges of an answer at most: far beyond what can be drawn. */
const MAX_STEPS = 1000;
const MAX_EDGES = 1_000_000;
const EDGES = 50;

const EventType = v.picklist(EVENT_TYPES, "Expected $pageview, $screen or custom_event.");

const FUNNEL_PATHS = ["funnel_path_after_step", "funnel_path_before_step", "funnel_path_between_steps"] as const;

/** An item: one slash at the end is left out, as it is from URLs. */
const PointField = v.pipe(
  v.string(),
  v.transform((item) => (item.length > 1 && item.endsWith("/") ? item.slice(0, -1) : item)),
);

/** True, in any case; anything else is no (reference/insights.md 3). */
const TrueField = writtenAs<boolean>()(
  v.pipe(
    v.union([v.boolean(), v.string()]),
    v.transform((value) => String(value).toLowerCase() === "true"),
  ),
);

/** The replacement of a part of an item. */
const PathCleaning = v.object({
  /** RE2. */
  regex: v.pipe(
    v.string(),
    v.check((pattern) => compileRegex(pattern) !== null, "Expected a regular expression (RE2)."),
  ),
  /** `\\1` is the pattern's first group. @default "" */
  alias: v.nullish(v.string(), ""),
});
export type PathCleaning = v.InferInput<typeof PathCleaning>;

const NamesField = v.nullish(listOf(v.string()), []);

/** The funnel of a question for paths, and the step of it. */
interface FunnelFilter extends FunnelQuestion {
  funnel_step?: number | null | undefined;
}

/** The funnel reads these fields itself: they are listed here too, so that a slip in one is refused. */
const FunnelFilter: v.GenericSchema<FunnelFilter, unknown> = v.object({
  ...FunnelQuestion.entries,
  funnel_step: v.nullish(v.number()),
});

const entries = {
  /** @default [] */
  include_event_types: v.nullish(listOf(EventType), []),
  /** Names of events that take part too; 400 beside `custom_event`, which includes them all. @default [] */
  include_custom_events: NamesField,
  /** Items (URLs, screens, names of events; as they are after cleaning and grouping) that do not take part. @default [] */
  exclude_events: NamesField,
  /** The older way to say `include_event_types`: one of them. */
  path_type: maybe(EventType),
  /** Paths begin at this item. */
  start_point: v.nullish(PointField, null),
  /** Paths end at this item. */
  end_point: v.nullish(PointField, null),
  /** Items of a path: 1 to 1000. @default 5 */
  step_limit: v.nullish(integerField(1, MAX_STEPS), 5),
  /** Edges, the most frequent: 1 to 1,000,000. @default 50; between two points all */
  edge_limit: v.nullish(integerField(1, MAX_EDGES), null),
  /** Leaves out edges that were taken less often. */
  min_edge_weight: v.nullish(integerField(0, Number.MAX_SAFE_INTEGER), null),
  /** Leaves out edges that were taken more often; 400 when less than `min_edge_weight`. */
  max_edge_weight: v.nullish(integerField(1, Number.MAX_SAFE_INTEGER), null),
  /** Items that match one of these, such as `/user/*`, count as the same; of several the last one wins. @default [] */
  path_groupings: v.nullish(listOf(v.pipe(v.string(), v.nonEmpty())), []),
  /** Cleans items by the project's `path_cleaning_filters`. @default false */
  path_replacements: v.nullish(TrueField, false),
  /** Cleans items by these too. @default [] */
  local_path_cleaning_filters: v.nullish(listOf(PathCleaning), []),
  /** With `funnel_filter`: paths after, before or up to a step of that funnel. */
  funnel_paths: v.nullish(wordOf(FUNNEL_PATHS), null),
  /** The funnel, and the step of it: from 1, or from −2 downwards for those who dropped off before it. */
  funnel_filter: v.nullish(v.record(v.string(), v.unknown()), null),
  /** Beside `funnel_filter`'s own: paths before a step reach on for as long as the funnel's window. −255 to 255. */
  funnel_step: v.nullish(integerField(-255, 255), null),
  ...dateEntries,
  ...filterEntries,
  ...refreshEntries,
};
const PathFields = v.object(entries);

/**
 * A question for paths. Without `include_event_types` and `include_custom_events` every event takes part.
 * Source: reference/insights.md 12b.1.
 */
export const PathsQuestion = v.object({
  ...insightEntry("PATHS"),
  ...entries,
  funnel_filter: v.nullish(FunnelFilter),
  ...unsupportedEntries,
});
export type PathsQuestion = v.InferInput<typeof PathsQuestion>;

export type PathQuery = ReturnType<typeof parsePathQuery>;
export type PathFilter = PathQuery["filter"];

/**
 * Reads a question for paths.
 * @returns the parts as they are worked with, and `filter`: the question in normal form, which parses to itself
 * @throws HogletError 400 naming the field
 */
export function parsePathQuery(input: unknown) {
  const fields = normaliseInput(input);
  requireInsightName(fields);
  refuseUnsupported(fields);
  const { refresh, properties, path_type: type, ...rest } = parse(PathFields, fields);
  const include_event_types = type === undefined ? rest.include_event_types : [type];
  refuseContradictions({ ...rest, include_event_types });
  const hasBothPoints = rest.start_point !== null && rest.end_point !== null;
  const filter = {
    insight: "PATHS" as const,
    ...rest,
    include_event_types,
    // Between two points every edge counts, unless the question says otherwise.
    edge_limit: rest.edge_limit ?? (hasBothPoints ? null : EDGES),
    properties: parseFilters(properties, "properties"),
  };
  return { ...filter, filter, refresh };
}

type Contradictable = Pick<
  v.InferOutput<typeof PathFields>,
  | "include_event_types"
  | "include_custom_events"
  | "min_edge_weight"
  | "max_edge_weight"
  | "funnel_paths"
  | "funnel_filter"
>;

function refuseContradictions(fields: Contradictable): void {
  const {
    include_event_types: types,
    include_custom_events: names,
    min_edge_weight: min,
    max_edge_weight: max,
  } = fields;
  if (names.length > 0 && types.includes("custom_event")) {
    throw invalid("include_custom_events", "custom_event includes every custom event already; name some or take all.");
  }
  // Clients send an empty filter when there is no funnel.
  if (fields.funnel_paths === null && Object.keys(fields.funnel_filter ?? {}).length > 0) {
    throw invalid("funnel_paths", `funnel_filter needs funnel_paths: one of ${FUNNEL_PATHS.join(", ")}.`, "required");
  }
  if (max !== null && max < (min ?? 0)) {
    throw invalid("max_edge_weight", `Expected at least min_edge_weight (${min}) but received ${max}.`);
  }
}
