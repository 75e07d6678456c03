import * as v from "valibot";
import { parse } from "../../../base/parse.ts";
import { entityEntries, readOlderEntities } from "../../shared/entity-query.ts";
import type { EntityFilter, OlderEntities } from "../../shared/entity-query.ts";
import { commonNode, renamed, tidy, toNodeInterval } from "../../shared/filters-to-node.ts";
import type { Converter } from "../../shared/filters-to-node.ts";
import { toSeries } from "../../shared/filters-to-series.ts";
import { insightEntry, shownAsEntry } from "../../shared/insight-name.ts";
import { nodeToFilters, toSnakeCase } from "../../shared/node-to-filters.ts";
import type { RequestFields } from "../../shared/request-fields.ts";
import { LifecycleQueryNode, readLifecycle } from "../node.ts";
import type { LifecycleQuery, LifecycleQueryRead } from "../node.ts";

const FIELDS = {
  toggledLifecycles: "toggledLifecycles",
  show_legend: "showLegend",
  show_values_on_series: "showValuesOnSeries",
};

/** The LifecycleQuery that older `filters` mean (reference/query.md 7). */
export function lifecycleFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  return tidy({
    kind: "LifecycleQuery",
    series: toSeries(filters, "none", converter),
    ...commonNode(filters, converter),
    ...toNodeInterval(filters, converter),
    lifecycleFilter: renamed(filters, FIELDS),
  });
}

export function lifecycleToFilters({ lifecycleFilter, ...node }: LifecycleQueryRead): RequestFields {
  return {
    ...nodeToFilters(node, "LIFECYCLE"),
    ...toSnakeCase(lifecycleFilter, { toggledLifecycles: "toggledLifecycles" }),
  };
}

/** About the first of `actions` and `events`. Source: reference/insights.md 8. */
export const LifecycleQuestion = v.object({
  ...insightEntry("LIFECYCLE"),
  ...shownAsEntry("Lifecycle"),
  ...entityEntries,
});
export type LifecycleQuestion = v.InferInput<typeof LifecycleQuestion>;

const NAMES = { insight: "LIFECYCLE", shown_as: "Lifecycle" } as const;

/** A lifecycle's question in normal form: it may be asked again as it is. */
export type LifecycleFilter = EntityFilter & typeof NAMES;

export type OlderLifecycle = OlderEntities<LifecycleQuery, typeof NAMES>;

/**
 * `compare` has no effect: a lifecycle always compares with the period before.
 * @throws HogletError 400 naming the field
 */
export function readOlderLifecycle(input: unknown): OlderLifecycle {
  return readOlderEntities(input, NAMES, (fields) =>
    readLifecycle(parse(LifecycleQueryNode, lifecycleFromFilters(fields, "door")), { hasNames: true }),
  );
}
