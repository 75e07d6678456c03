import { invalid } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { hasBehaviour, isVersionPattern } from "../../events/filters/index.ts";
import type { Json } from "../../events/filters/index.ts";
import type { Db } from "../../storage/index.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { cohorts } from "../../storage/tables/index.ts";
import { compileInstant, OPERATOR_NAMES } from "../evaluation/index.ts";
import type { FlagCondition, FlagFilters, FlagProperty } from "../evaluation/index.ts";

/** Values of one property, as in PostHog. */
const MAX_VALUES = 1000;

/**
 * Refuses filters that cannot be evaluated, in PostHog's words (reference/agents.md 8.3). The result has a type for
 * every property, and no old names of operators.
 * @throws invalid
 */
export function checkFilters(db: Db, projectId: number, filters: FlagFilters): FlagFilters {
  const flagUnit = filters.aggregation_group_type_index ?? null;
  const check = (condition: FlagCondition): FlagCondition => {
    const { aggregation_group_type_index: own } = condition;
    const unit = own === undefined ? flagUnit : own;
    const properties = (condition.properties ?? []).map((property) => toTyped(property, unit));
    for (const property of properties) checkProperty(db, projectId, property, unit);
    return { ...condition, properties };
  };
  checkVariants(filters);
  const checked = { ...filters };
  if (filters.groups) checked.groups = filters.groups.map(check);
  if (filters.super_groups) checked.super_groups = filters.super_groups.map(check);
  checkPayloads(filters);
  return checked;
}

const OLD_NAMES: Readonly<Record<string, string>> = { min: "gte", max: "lte" };

function toTyped(property: FlagProperty, unit: number | null): FlagProperty {
  const { operator } = property;
  const type = property.type || (unit === null ? "person" : "group");
  const index = property.group_type_index ?? unit;
  return {
    ...property,
    type,
    ...(operator && { operator: OLD_NAMES[operator] ?? operator }),
    ...(type === "group" && index !== null && { group_type_index: index }),
  };
}

function checkProperty(db: Db, projectId: number, property: FlagProperty, unit: number | null): void {
  const { type, key, value } = property;
  if (unit === null && type !== "person" && type !== "cohort" && type !== "flag") {
    throw wrong("Filters are not valid (can only use person, cohort, and flag properties)");
  }
  if (unit !== null && type !== "group") throw wrong("Filters are not valid (can only use group properties)");
  if (Array.isArray(value) && value.length > MAX_VALUES) {
    throw wrong(`Property group expressions of type ${key} cannot contain more than ${MAX_VALUES} values.`);
  }
  if (type === "cohort") return checkCohort(db, projectId, property);
  if (type === "flag") {
    if (property.operator !== "flag_evaluates_to")
      throw wrong("Flag properties must use the 'flag_evaluates_to' operator");
    return;
  }
  checkOperator(property);
}

const TEXT_OPERATORS = /^(?:not_)?(?:icontains|starts_with|ends_with|regex)$/;
const LIST_OPERATORS = /^(?:not_)?icontains_multi$/;
const NUMBER_OPERATORS = /^(?:gte?|lte?)$/;

function checkOperator({ operator: given, type, value }: FlagProperty): void {
  const operator = given || "exact";
  if (operator === "in" || operator === "not_in") {
    const sentence = `The '${operator}' operator is only valid for cohort properties, not '${type}' properties.`;
    throw wrong(sentence, "invalid_operator");
  }
  if (!OPERATOR_NAMES.includes(operator)) throw wrong(`Unknown operator '${operator}'.`, "invalid_operator");
  if (operator === "is_set" || operator === "is_not_set") return;
  if (operator.startsWith("is_date_")) {
    const isDate = compileInstant(value, "UTC") !== null;
    if (!isDate) throw wrong(`Invalid date value: ${shown(value)}`, "invalid_date");
    return;
  }
  if (!isValueFor(operator, value)) {
    throw wrong(`Invalid value for operator ${operator}: ${shown(value)}`, "invalid_value");
  }
}

function isValueFor(operator: string, value: Json | undefined): boolean {
  if (TEXT_OPERATORS.test(operator)) return typeof value === "string";
  if (LIST_OPERATORS.test(operator)) {
    return typeof value === "string" || (Array.isArray(value) && value.every((part) => typeof part === "string"));
  }
  if (NUMBER_OPERATORS.test(operator)) return typeof value === "string" || typeof value === "number";
  if (operator.startsWith("semver_")) return typeof value === "string" && isVersionPattern(operator, value);
  return value !== undefined;
}

function shown(value: Json | undefined): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 200);
}

const cohortById = query((db, given: { projectId: number; id: number }) =>
  db
    .select({ name: cohorts.name, groups: cohorts.groups, isStatic: cohorts.isStatic })
    .from(cohorts)
    .where(and(eq(cohorts.projectId, given.projectId), eq(cohorts.id, given.id), eq(cohorts.deleted, 0))),
);

const MEMBERSHIP = new Set(["", "in", "not_in", "exact"]);

function checkCohort(db: Db, projectId: number, { value, operator }: FlagProperty): void {
  if (!MEMBERSHIP.has(operator ?? "")) throw wrong(`Unknown operator '${operator}'.`, "invalid_operator");
  checkCohortById(db, projectId, value, new Set());
}

/** Checks a cohort, and the cohorts that it names. */
function checkCohortById(db: Db, projectId: number, value: unknown, seen: Set<number>): void {
  const isNumber = typeof value === "number" || (typeof value === "string" && /^\d{1,15}$/.test(value));
  const id = isNumber ? Number(value) : Number.NaN;
  if (seen.has(id)) return;
  seen.add(id);
  const cohort = Number.isSafeInteger(id) ? cohortById.get(db, { projectId, id }) : undefined;
  if (cohort === undefined) {
    throw wrong(`Cohort with id ${shown(value as Json)} does not exist`, "cohort_does_not_exist");
  }
  const definition = JSON.parse(cohort.groups) as unknown;
  if (cohort.isStatic === 0 && hasBehaviour(definition)) {
    const sentence = `Cohort '${cohort.name}' with filters on events cannot be used in feature flags.`;
    throw wrong(sentence, "behavioral_cohort_found");
  }
  for (const inner of cohortsNamedIn(definition)) checkCohortById(db, projectId, inner, seen);
}

/** Ids in a definition's cohort filters. */
function cohortsNamedIn(definition: unknown): unknown[] {
  if (Array.isArray(definition)) return definition.flatMap(cohortsNamedIn);
  if (typeof definition !== "object" || definition === null) return [];
  if ("type" in definition && definition.type === "cohort" && "value" in definition) return [definition.value].flat();
  const { values, properties } = definition as { values?: unknown; properties?: unknown };
  return [...cohortsNamedIn(values), ...cohortsNamedIn(properties)];
}

function checkVariants({ multivariate, groups }: FlagFilters): void {
  const variants = multivariate?.variants ?? [];
  const sum = variants.reduce((total, variant) => total + variant.rollout_percentage, 0);
  // Percentages with a fraction need not add up exactly.
  if (variants.length > 0 && Math.abs(sum - 100) > 1e-6) {
    throw wrong("Invalid variant definitions: Variant rollout percentages must sum to 100.");
  }
  const keys = new Set(variants.map(({ key }) => key));
  if ((groups ?? []).some(({ variant }) => variant && !keys.has(variant))) {
    throw wrong("Filters are not valid (variant override does not exist)");
  }
}

function checkPayloads({ payloads, multivariate }: FlagFilters): void {
  const keys = Object.keys(payloads ?? {});
  const variants = multivariate?.variants ?? [];
  if (variants.length === 0) {
    if (keys.some((key) => key !== "true")) throw wrong("Payload keys must be 'true' for boolean flags");
  } else if (keys.some((key) => !variants.some((variant) => variant.key === key))) {
    throw wrong("Payload keys must match a variant key for multivariate flags");
  }
}

function wrong(detail: string, code?: string): HogletError {
  return invalid("filters", detail, code);
}
