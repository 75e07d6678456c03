import { invalid } from "../../base/errors.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { toNodeFields } from "../shared/node-question.ts";
import { given, nodeToFilters, partOf, toSnakeCase } from "../shared/node-to-filters.ts";
import { parseRetentionQuery } from "./question.ts";
import type { RetentionQuery } from "./question.ts";
import type { RetentionQueryRead } from "./query-node.ts";

/** Values of a row where the node does not say. */
const DEFAULT_INTERVALS = 8;

const PAGEVIEW = { id: "$pageview", type: "events" };

/** The question of a RetentionQuery. */
export interface RetentionNodeQuestion {
  query: RetentionQuery;
  /** The start of the first row; null = as many rows as a row has values. */
  dateFrom: string | null;
  /** Counts those who came back in that interval or a later one. */
  isCumulative: boolean;
  /** Widths of the values after the first, in periods; null = one period each. */
  brackets: readonly number[] | null;
}

/** The older `filters` of a RetentionQuery. */
export function retentionToFilters({ retentionFilter, ...node }: RetentionQueryRead): RequestFields {
  const { meanRetentionCalculation, ...own } = retentionFilter;
  const shown: RequestFields =
    meanRetentionCalculation === undefined || meanRetentionCalculation === null
      ? {}
      : { mean_retention_calculation: meanRetentionCalculation };
  const hasMean = meanRetentionCalculation === "simple" || meanRetentionCalculation === "none";
  return given({
    ...nodeToFilters(node, "RETENTION"),
    ...toSnakeCase(own),
    ...shown,
    ...(hasMean && { show_mean: meanRetentionCalculation === "simple" }),
  });
}

/** Reads the question of a node. @throws HogletError 400 naming the field */
export function readRetentionNode(node: RetentionQueryRead): RetentionNodeQuestion {
  const { retentionFilter: own } = node;
  refuseUnsupported(own);
  const { fields } = toNodeFields(retentionToFilters(node));
  const brackets = own.retentionCustomBrackets ?? null;
  const query = parseRetentionQuery({
    ...fields,
    ...toBreakdowns(node),
    target_entity: toEntityField(own.targetEntity),
    returning_entity: toEntityField(own.returningEntity),
    retention_type: own.retentionType === "retention_recurring" ? own.retentionType : own.retentionType && FIRST,
    total_intervals: brackets === null ? (own.totalIntervals ?? DEFAULT_INTERVALS) : sum(brackets) + 1,
  });
  return { query, dateFrom: node.dateRange?.date_from ?? null, isCumulative: own.cumulative === true, brackets };
}

// The first event of all time that passes the filters; without filters that is the first event of its name.
const FIRST = "retention_first_time";

function refuseUnsupported(own: RetentionQueryRead["retentionFilter"]): void {
  const { retentionType, targetEntity, minimumOccurrences: least, timeWindowMode, aggregationType } = own;
  const hasFilters = Object.keys(partOf(targetEntity)["properties"] ?? {}).length > 0;
  if (retentionType === "retention_first_ever_occurrence" && hasFilters) {
    throw unsupported("retentionType", "Expected retention_first_time where targetEntity has properties.");
  }
  if (typeof least === "number" && least > 1) throw unsupported("minimumOccurrences", "Expected 1.");
  if (timeWindowMode === "24_hour_windows") throw unsupported("timeWindowMode", "Expected strict_calendar_dates.");
  if (aggregationType && aggregationType !== "count") throw unsupported("aggregationType", "Expected count.");
}

function unsupported(name: string, detail: string): Error {
  return invalid(`retentionFilter__${name}`, detail, "unsupported");
}

/** A single breakdown is a list of one. */
function toBreakdowns({ breakdownFilter }: RetentionQueryRead): RequestFields {
  const { breakdown, breakdown_type: type, breakdowns, breakdown_group_type_index: index } = breakdownFilter ?? {};
  if (breakdowns && breakdowns.length > 0) return { breakdown: null, breakdowns };
  const property = [breakdown ?? []].flat();
  if (property.length === 0) return { breakdown: null };
  const toOne = (name: unknown) => ({ property: name, type: type ?? "event", group_type_index: index ?? null });
  return { breakdown: null, breakdowns: property.map(toOne) };
}

function toEntityField(entity: RetentionQueryRead["retentionFilter"]["targetEntity"]): RequestFields {
  if (!entity) return PAGEVIEW;
  const { id, type, custom_name, properties } = entity;
  return given({ type: type ?? "events", custom_name, properties, id: id ?? "" });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
