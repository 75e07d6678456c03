import * as v from "valibot";
import { parse } from "../../../base/parse.ts";
import { compareEntries, requireComparable } from "../../shared/compare.ts";
import { entityEntries, readOlderEntities } from "../../shared/entity-query.ts";
import type { EntityFilter, OlderEntities } from "../../shared/entity-query.ts";
import { commonNode, hiddenIndexes, renamed, tidy, toNodeInterval, yesOf } from "../../shared/filters-to-node.ts";
import type { Converter } from "../../shared/filters-to-node.ts";
import { toSeries } from "../../shared/filters-to-series.ts";
import { insightEntry, shownAsEntry } from "../../shared/insight-name.ts";
import { nodeToFilters, toHiddenKeys, toSnakeCase } from "../../shared/node-to-filters.ts";
import type { RequestFields } from "../../shared/request-fields.ts";
import { readStickiness, StickinessQueryNode } from "../node.ts";
import type { StickinessQuery, StickinessQueryRead } from "../node.ts";

const FIELDS = { show_legend: "showLegend", show_values_on_series: "showValuesOnSeries" };
const OF_BROWSER = { ...FIELDS, computed_as: "computedAs", display: "display" };

/** The StickinessQuery that older `filters` mean (reference/query.md 7). */
export function stickinessFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  return tidy({
    kind: "StickinessQuery",
    series: toSeries(filters, "actors", converter),
    ...commonNode(filters, converter),
    ...toNodeInterval(filters, converter),
    compareFilter: tidy({ compare: yesOf(filters["compare"]), compare_to: filters["compare_to"] }),
    stickinessFilter: tidy({
      ...renamed(filters, converter === "browser" ? OF_BROWSER : FIELDS),
      hiddenLegendIndexes: hiddenIndexes(filters),
    }),
  });
}

export function stickinessToFilters({ stickinessFilter, ...node }: StickinessQueryRead): RequestFields {
  const { hiddenLegendIndexes, ...own } = stickinessFilter ?? {};
  return { ...nodeToFilters(node, "STICKINESS"), ...toSnakeCase(own), ...toHiddenKeys(hiddenLegendIndexes) };
}

/** A stickiness's question: in how many intervals persons (with math `unique_group` groups) did it. Source: reference/insights.md 9. */
export const StickinessQuestion = v.object({
  ...insightEntry("STICKINESS"),
  ...shownAsEntry("Stickiness"),
  ...entityEntries,
  ...compareEntries,
});
export type StickinessQuestion = v.InferInput<typeof StickinessQuestion>;

const NAMES = { insight: "STICKINESS", shown_as: "Stickiness" } as const;

/** A stickiness's question in normal form: it may be asked again as it is. */
export type StickinessFilter = EntityFilter & typeof NAMES;

export type OlderStickiness = OlderEntities<StickinessQuery, typeof NAMES>;

/** @throws HogletError 400 naming the field */
export function readOlderStickiness(input: unknown): OlderStickiness {
  const question = readOlderEntities(input, NAMES, (fields) =>
    readStickiness(parse(StickinessQueryNode, stickinessFromFilters(fields, "door")), { hasNames: true }),
  );
  if (question.filter.compare) requireComparable(question.filter);
  return question;
}
