import { OPERATORS, takesNoValue, takesRange } from "../../parts/filter-operators.ts";
import { COUNT_OPERATORS } from "./cohort-draft.ts";
import type { CountOperator } from "./cohort-draft.ts";

type Fields = Record<string, unknown>;

/** Names of cohorts and actions by their ids, as far as known. */
export interface Names {
  cohorts: ReadonlyMap<number, string>;
  actions: ReadonlyMap<number, string>;
}

/**
 * A definition in words, e.g. `plan is pro and did “paid” at least 3 times in the last 30 days`. Groups get brackets
 * where they are needed.
 */
export function toCohortText(node: unknown, names: Names, isInner = false): string {
  if (Array.isArray(node)) return toCohortText({ type: "AND", values: node }, names, isInner);
  const fields = (node ?? {}) as Fields;
  if (!Array.isArray(fields["values"])) return toLeafText(fields, names);
  const { values } = fields as { values: unknown[] };
  if (values.length === 0) return "everybody";
  const isOne = values.length === 1;
  const text = values
    .map((value) => toCohortText(value, names, !isOne))
    .join(String(fields["type"]).toUpperCase() === "OR" ? " or " : " and ");
  return isInner && !isOne ? `(${text})` : text;
}

function toLeafText(leaf: Fields, names: Names): string {
  if (leaf["type"] === "behavioral") return toBehaviourText(leaf, names);
  const isNegated = leaf["negation"] === true;
  if (String(leaf["type"]).endsWith("cohort")) return toCohortTest(leaf, isNegated, names);
  const operator = String(leaf["operator"] ?? "exact");
  const words = [String(leaf["key"]), OPERATORS[operator] ?? operator];
  if (!takesNoValue(operator)) words.push(toValues(leaf["value"], takesRange(operator) ? " and " : " or "));
  return (isNegated ? "not: " : "") + words.join(" ");
}

function toCohortTest({ value, operator }: Fields, isNegated: boolean, { cohorts }: Names): string {
  const isOut = (operator === "not_in" || operator === "is_not") !== isNegated;
  const all = [value].flat().map((id) => cohorts.get(Number(id)) ?? `cohort ${String(id)}`);
  return `${isOut ? "not in" : "in"} ${all.join(" or ")}`;
}

function toBehaviourText(leaf: Fields, { actions }: Names): string {
  const isAction = leaf["event_type"] === "actions";
  const key = String(leaf["key"]);
  const what = isAction ? `action “${actions.get(Number(key)) ?? key}”` : `“${key}”`;
  const filters = leaf["event_filters"];
  const where = hasFilters(filters) ? ` where ${toCohortText(filters, { cohorts: new Map(), actions }, true)}` : "";
  const done = leaf["negation"] === true ? "not: did" : "did";
  return `${done} ${what}${where} ${toTimes(leaf)} in the last ${toWhile(leaf)}`;
}

function hasFilters(filters: unknown): boolean {
  return Array.isArray(filters) ? filters.length > 0 : filters !== undefined && filters !== null;
}

function toTimes({ value, operator, operator_value: count = 1 }: Fields): string {
  const name = operator === "eq" ? "exact" : String(operator ?? "gte");
  const [words, times] =
    value === "performed_event" ? ["at least", 1] : [COUNT_OPERATORS[name as CountOperator], count];
  return `${words ?? name} ${times === 1 ? "once" : `${String(times)} times`}`;
}

function toWhile({ explicit_datetime: relative, time_value: amount, time_interval: unit }: Fields): string {
  if (typeof relative === "string") return relative.replace(/^-/, "");
  return Number(amount) === 1 ? String(unit) : `${String(amount)} ${String(unit)}s`;
}

function toValues(value: unknown, between: string): string {
  return [value]
    .flat()
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
    .join(between);
}
