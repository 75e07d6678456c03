import * as v from "valibot";
import { invalid } from "../errors.ts";
import { compileRegex, parseFilters } from "../filters/index.ts";
import { parse } from "../parse.ts";
import { filterEntries, integerField, refreshEntries } from "./fields.ts";
import { normaliseInput } from "./input.ts";
import { requireInsightName } from "./insight-name.ts";
import { refuseUnsupported } from "./unsupported.ts";

/** What `include_event_types` and the older `path_type` may name; the last one = names that do not begin with `$`. */
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
const TrueField = v.pipe(
  v.union([v.boolean(), v.string()]),
  v.transform((value) => String(value).toLowerCase() === "true"),
);

const Replacement = v.object({
  regex: v.pipe(
    v.string(),
    v.check((pattern) => compileRegex(pattern) !== null, "Expected a regular expression (RE2)."),
  ),
  alias: v.nullish(v.string(), ""),
});

const Texts = v.optional(v.array(v.string()), []);

/**
 * A question for paths after `normaliseInput`. `date_from` null = -7d, `date_to` null = now.
 * Source: reference/insights.md 12b.1.
 */
export const PathFields = v.object({
  include_event_types: v.optional(v.array(EventType), []),
  include_custom_events: Texts,
  exclude_events: Texts,
  path_type: v.optional(EventType),
  start_point: v.nullish(PointField, null),
  end_point: v.nullish(PointField, null),
  step_limit: v.optional(integerField(1, MAX_STEPS), 5),
  edge_limit: v.nullish(integerField(1, MAX_EDGES), null),
  min_edge_weight: v.nullish(integerField(0, Number.MAX_SAFE_INTEGER), null),
  max_edge_weight: v.nullish(integerField(1, Number.MAX_SAFE_INTEGER), null),
  path_groupings: v.optional(v.array(v.pipe(v.string(), v.nonEmpty())), []),
  path_replacements: v.optional(TrueField, false),
  local_path_cleaning_filters: v.optional(v.array(Replacement), []),
  /** Paths of those at a step of a funnel, and which part of what they did. */
  funnel_paths: v.nullish(v.picklist(FUNNEL_PATHS, `Expected one of ${FUNNEL_PATHS.join(", ")}.`), null),
  /** The whole question for that funnel, and `funnel_step`. */
  funnel_filter: v.nullish(v.record(v.string(), v.unknown()), null),
  /** Of the question itself, beside that of its funnel: paths before a step reach on for as long as the funnel's window. */
  funnel_step: v.nullish(integerField(-255, 255), null),
  date_from: v.nullish(v.string(), null),
  date_to: v.nullish(v.string(), null),
  ...filterEntries,
  ...refreshEntries,
});

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
    throw invalid("funnel_paths", "Of a funnel it must be said which part of the paths is asked for.", "required");
  }
  if (max !== null && max < (min ?? 0)) {
    throw invalid("max_edge_weight", `Expected at least min_edge_weight (${min}) but received ${max}.`);
  }
}
