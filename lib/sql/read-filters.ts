import type { Project } from "../admin/projects/index.ts";
import { invalid } from "../base/errors.ts";
import { parseFilters, withDates } from "../events/filters/index.ts";
import type { FilterNode, ValueFilter } from "../events/filters/index.ts";
import { parseEnd, parseMoment } from "../questions/index.ts";
import type { SqlCondition, SqlFilters } from "../hogql/index.ts";

/** `filters` of a HogQLQuery. */
export interface FiltersInput {
  /** A list of property filters, or a group of them. */
  properties?: unknown;
  dateRange?: { date_from?: string | null | undefined; date_to?: string | null | undefined } | null | undefined;
  /** Lays the project's test account filters over them. */
  filterTestAccounts?: boolean | null | undefined;
}

const ATTR = "filters__properties";

/**
 * Reads `{filters}`: relative dates count on the project's clock, a bare day is its midnight.
 * @throws invalid for a filter or a date that cannot be read
 */
export function readFilters(project: Project, input: FiltersInput, nowMs: number): SqlFilters {
  const { date_from: from = null, date_to: to = null } = input.dateRange ?? {};
  const calendar = { timezone: project.timezone, weekStartDay: project.week_start_day };
  const tests = input.filterTestAccounts === true ? project.test_account_filters : [];
  return {
    fromMs: from === null || from === "all" ? null : parseMoment(from, "date_from", { nowMs, calendar }),
    untilMs: to === null ? null : parseEnd(to, "date_to", { nowMs, calendar }),
    condition: withDates(
      {
        type: "AND",
        values: [readNode(input.properties ?? [], ATTR), readNode(tests, "test_account_filters")],
      },
      nowMs,
    ),
  };
}

/** Filters for SQL alone are read here, all others by `parseFilters`. */
function readNode(node: unknown, attr: string): SqlCondition {
  if (Array.isArray(node))
    return { type: "AND", values: node.map((member, index) => readNode(member, `${attr}__${index}`)) };
  if (typeof node !== "object" || node === null)
    throw invalid(attr, "Expected a list of filters, or a group of type AND or OR.");
  const filter = node as Record<string, unknown>;
  if (Array.isArray(filter["values"]) && !Object.hasOwn(filter, "key")) {
    const values = filter["values"].map((member, index) => readNode(member, `${attr}__values__${index}`));
    if (filter["type"] !== "AND" && filter["type"] !== "OR") throw invalid(`${attr}__type`, "Expected AND or OR.");
    return values.length === 0 ? { type: "AND", values } : { type: filter["type"], values };
  }
  const { type, key } = filter;
  if (type === "hogql") {
    if (typeof key !== "string") throw invalid(`${attr}__key`, "Expected an expression in SQL.");
    return { type: "hogql", expression: key };
  }
  if (type === "session") return toTest("session", { ...filter, type: "event" }, attr);
  if (type === "event_metadata") return toTest("column", { ...filter, type: "event" }, attr);
  if (type === "feature") return toTest("event", { ...filter, type: "event" }, attr);
  return toSqlCondition(parseFilters([filter], attr));
}

function toTest(on: string, filter: Record<string, unknown>, attr: string): SqlCondition {
  const [test] = parseFilters([filter], attr).values;
  return { type: "test", on, filter: test as ValueFilter };
}

/** A filter as a condition in SQL. */
export function toSqlCondition(filter: FilterNode): SqlCondition {
  switch (filter.type) {
    case "AND":
    case "OR":
      return { type: filter.type, values: filter.values.map(toSqlCondition) };
    case "cohort":
      return { type: "cohort", ids: filter.value, isNot: filter.negation };
    case "element":
      return { type: "element", filter };
    case "hogql":
      return { type: "hogql", expression: filter.key };
    case "event":
    case "person":
      return { type: "test", on: filter.type, filter: { ...filter, type: "event" } };
    case "group": {
      const { group_type_index: index, ...test } = filter;
      return { type: "test", on: `group_${index}`, filter: { ...test, type: "event" } };
    }
    case "event_metadata":
      return { type: "test", on: "column", filter: { ...filter, type: "event" } };
    case "session":
      return { type: "test", on: "session", filter: { ...filter, type: "event" } };
  }
}
