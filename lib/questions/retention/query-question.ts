import { invalid } from "../../base/errors.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { toNodeFields } from "../shared/node-question.ts";
import { given, nodeToFilters, partOf, toSnakeCase } from "../shared/node-to-filters.ts";
import type { RetentionReturns } from "./plan.ts";
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
  /** Counts the first target event of all time, whatever its properties, if it passes the filters. */
  isFirstEver: boolean;
  /** Null = one event in a period is enough. */
  returns: (Omit<RetentionReturns, "windowMs"> & { isRolling: boolean }) | null;
  /** The statistic beside the counts; null = there is none. */
  aggregate: "sum" | "avg" | null;
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
  refuseUnsupported(node);
  const { fields } = toNodeFields(retentionToFilters(node));
  const brackets = own.retentionCustomBrackets ?? null;
  const isFirstEver = own.retentionType === FIRST_EVER;
  const isOfGroups = typeof node.aggregation_group_type_index === "number";
  const query = parseRetentionQuery({
    ...fields,
    ...toBreakdowns(node),
    target_entity: toEntityField(own.targetEntity),
    returning_entity: toEntityField(own.returningEntity),
    retention_type: own.retentionType === FIRST || (isFirstEver && isOfGroups) ? FIRST : "retention_recurring",
    total_intervals: brackets === null ? (own.totalIntervals ?? DEFAULT_INTERVALS) : sum(brackets) + 1,
  });
  return {
    query,
    dateFrom: node.dateRange?.date_from ?? null,
    isCumulative: own.cumulative === true,
    brackets,
    isFirstEver: isFirstEver && !isOfGroups,
    ...toReturns(own),
  };
}

/** The first event of all time that passes the filters. */
const FIRST = "retention_first_time";
/** The first event of all time by its name, if it passes the filters. */
const FIRST_EVER = "retention_first_ever_occurrence";

type Own = RetentionQueryRead["retentionFilter"];

function toReturns(own: Own): Pick<RetentionNodeQuestion, "returns" | "aggregate"> {
  const { minimumOccurrences, timeWindowMode, aggregationType: type, aggregationProperty: key } = own;
  const minimum = minimumOccurrences ?? 1;
  const isRolling = timeWindowMode === "24_hour_windows";
  const aggregate = type === "sum" || type === "avg" ? type : null;
  if (aggregate !== null && !key) {
    const detail = `The aggregationType ${aggregate} needs an aggregationProperty.`;
    throw invalid("retentionFilter__aggregationProperty", detail, "required");
  }
  if (minimum === 1 && !isRolling && aggregate === null) return { returns: null, aggregate };
  const sumOf = aggregate === null ? null : { type: own.aggregationPropertyType ?? "event", key: key ?? "" };
  return { returns: { minimum, isRolling, sumOf }, aggregate };
}

/** Groups have no first event of their name: it is found by person. */
function refuseUnsupported(node: RetentionQueryRead): void {
  const { retentionType, targetEntity } = node.retentionFilter;
  const hasFilters = Object.keys(partOf(targetEntity)["properties"] ?? {}).length > 0;
  if (retentionType !== FIRST_EVER || !hasFilters || typeof node.aggregation_group_type_index !== "number") return;
  const detail = "Expected retention_first_time where targetEntity has properties and groups are counted.";
  throw invalid("retentionFilter__retentionType", detail, "unsupported");
}

/** A single breakdown is a list of one. */
function toBreakdowns({ breakdownFilter }: RetentionQueryRead): RequestFields {
  const { breakdown, breakdown_type: type, breakdowns, breakdown_group_type_index: index } = breakdownFilter ?? {};
  const { breakdown_normalize_url: isUrl } = breakdownFilter ?? {};
  if (breakdowns && breakdowns.length > 0) return { breakdown: null, breakdowns };
  const property = [breakdown ?? []].flat();
  if (property.length === 0) return { breakdown: null };
  const toOne = (name: unknown) => ({
    property: name,
    type: type ?? "event",
    group_type_index: index ?? null,
    normalize_url: isUrl ?? null,
  });
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
