import * as v from "valibot";
import { invalid } from "../../../base/errors.ts";
import { parse } from "../../../base/parse.ts";
import { writtenAs } from "../../../base/written-as.ts";
import { FunnelQuestion, readOlderFunnel } from "../../funnel/older/question.ts";
import {
  dateEntries,
  filterEntries,
  integerField,
  listOf,
  maybe,
  refreshEntries,
  wordOf,
} from "../../shared/fields.ts";
import { normaliseInput } from "../../shared/input.ts";
import { insightEntry, requireInsightName } from "../../shared/insight-name.ts";
import { readOlder } from "../../shared/older-fields.ts";
import {
  EventType,
  Grouping,
  MAX_EDGES,
  MAX_STEPS,
  PathCleaning,
  PathsQueryNode,
  PointField,
  readPaths,
} from "../node.ts";
import type { PathQuery } from "../node.ts";
import { FUNNEL_PATHS, toPathFunnelQuery } from "../path-funnel.ts";
import { pathsFromFilters } from "./filters.ts";

/** Anything but true, in any case, is no (reference/insights.md 3). */
const TrueField = writtenAs<boolean>()(
  v.pipe(
    v.union([v.boolean(), v.string()]),
    v.transform((value) => String(value).toLowerCase() === "true"),
  ),
);

const NamesField = v.nullish(listOf(v.string()), []);

/** The funnel of a question for paths, and the step of it. */
interface FunnelFilter extends FunnelQuestion {
  funnel_step?: number | null | undefined;
}

/** The funnel reads these fields itself; here a misspelt one is refused. */
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
  /** An expression of HogQL: its text is the item of events. With `include_event_types` only if `hogql` is among them. */
  paths_hogql_expression: v.nullish(v.string(), null),
  /** The older form of `include_event_types`: one type. */
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
  path_groupings: v.nullish(listOf(Grouping), []),
  /** Cleans items by the project's `path_cleaning_filters`. @default false */
  path_replacements: v.nullish(TrueField, false),
  /** Further filters that clean items. @default [] */
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
});
export type PathsQuestion = v.InferInput<typeof PathsQuestion>;

export interface OlderPaths {
  query: PathQuery;
  refresh: boolean;
}

/** @throws HogletError 400 naming the field */
export function readOlderPaths(input: unknown): OlderPaths {
  const fields = normaliseInput(input);
  requireInsightName(fields);
  const { refresh, path_type: type, funnel_paths, funnel_filter, funnel_step, ...own } = parse(PathFields, fields);
  const include_event_types = type === undefined ? own.include_event_types : [type];
  const query = readOlder(own, () => {
    const node = pathsFromFilters({ ...own, include_event_types }, "door");
    return readPaths(parse(PathsQueryNode, node));
  });
  return { query: { ...query, funnel: readFunnel({ funnel_paths, funnel_filter, funnel_step }) }, refresh };
}

/** The funnel is a question of its own. */
function readFunnel({
  funnel_paths: part,
  funnel_filter: filter,
  funnel_step: ownStep,
}: Pick<v.InferOutput<typeof PathFields>, "funnel_paths" | "funnel_filter" | "funnel_step">): PathQuery["funnel"] {
  if (part === null) {
    // Clients send an empty filter when there is no funnel.
    if (filter === null || Object.keys(filter).length === 0) return null;
  } else if (filter === null) throw invalid("funnel_filter", "Paths of a funnel need its filter.", "required");
  const { query } = readOlderFunnel(filter);
  return toPathFunnelQuery(query, { part, step: filter["funnel_step"], addsWindow: ownStep !== null });
}
