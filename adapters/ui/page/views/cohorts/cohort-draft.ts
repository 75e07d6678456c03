import { isFields } from "../../../../../lib/base/fields.ts";
import type { Fields } from "../../../../../lib/base/fields.ts";
import type { PropertyFilter } from "../../parts/filter-operators.ts";

/** A cohort's definition in the form: groups of conditions, two levels deep. */
export interface CohortDraft {
  joiner: Joiner;
  groups: DraftGroup[];
}

/** `AND` = all must hold, `OR` = one is enough. */
export type Joiner = "AND" | "OR";

export interface DraftGroup {
  joiner: Joiner;
  /** Tests of the person's properties, and of other cohorts. */
  filters: PropertyFilter[];
  behaviours: DraftBehaviour[];
}

/** "Did `event` at least 3 times in the last 30 days." */
export interface DraftBehaviour {
  /** Name of an event, or the id of an action as text. */
  key: string;
  isAction: boolean;
  operator: CountOperator;
  /** 0 with `exact` = never. */
  count: number;
  amount: number;
  unit: Unit;
  /** True = the result is negated. */
  negation: boolean;
  /** Filters for the events that count. */
  filters: PropertyFilter[];
}

export const COUNT_OPERATORS = {
  gte: "at least",
  exact: "exactly",
  lte: "at most",
  gt: "more than",
  lt: "fewer than",
} as const;
export type CountOperator = keyof typeof COUNT_OPERATORS;

export const UNITS = ["day", "hour", "week", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

/** A new condition. */
export const NEW_BEHAVIOUR: DraftBehaviour = {
  key: "",
  isAction: false,
  operator: "gte",
  count: 1,
  amount: 30,
  unit: "day",
  negation: false,
  filters: [],
};

export const NEW_GROUP: DraftGroup = { joiner: "AND", filters: [], behaviours: [] };

export const NEW_DRAFT: CohortDraft = { joiner: "OR", groups: [NEW_GROUP] };

/** Converts the definition for the API. */
export function toCohortFilters({ joiner, groups }: CohortDraft): { properties: unknown } {
  const values = groups.map((group) => ({
    type: group.joiner,
    values: [...group.filters, ...group.behaviours.map(toBehaviouralFilter)],
  }));
  return { properties: { type: joiner, values } };
}

/** The reason why a draft is not a valid definition; null = it is valid. An empty group would contain everybody. */
export function findProblem({ groups }: CohortDraft): string | null {
  for (const { filters, behaviours } of groups) {
    if (filters.length + behaviours.length === 0) return "Each group needs a condition.";
    if (behaviours.some(({ key }) => key.trim() === "")) return "Choose an event.";
    if (behaviours.some(({ count }) => !Number.isInteger(count) || count < 0))
      return "The number of times must be a whole number.";
    if (behaviours.some(({ amount }) => !Number.isInteger(amount) || amount < 1)) {
      return "The period must be a whole number from 1.";
    }
  }
  return null;
}

/** Converts a stored definition for the form; null when the form cannot show it. */
export function toCohortDraft(properties: unknown): CohortDraft | null {
  const root = toGroup(properties);
  if (root === null) return null;
  // Conditions without a group form one group, with any operator.
  if (root.values.length > 0 && !root.values.some(isGroup)) {
    const group = toDraftGroup(root);
    return group === null ? null : { joiner: "OR", groups: [group] };
  }
  const groups = root.values.map((value) => toDraftGroup(toGroup(value) ?? { type: "AND", values: [value] }));
  const isWhole = groups.every((group) => group !== null);
  return isWhole ? { joiner: root.type, groups: groups.length === 0 ? [NEW_GROUP] : groups } : null;
}

interface Group {
  type: Joiner;
  values: unknown[];
}

function isGroup(value: unknown): boolean {
  return toGroup(value) !== null;
}

function toGroup(value: unknown): Group | null {
  if (!isFields(value) || !Array.isArray(value["values"])) return null;
  const type = String(value["type"]).toUpperCase();
  return type === "AND" || type === "OR" ? { type, values: value["values"] } : null;
}

function toDraftGroup({ type, values }: Group): DraftGroup | null {
  const group: DraftGroup = { joiner: type, filters: [], behaviours: [] };
  for (const value of values) {
    if (!isFields(value) || isGroup(value)) return null;
    if (value["type"] === "behavioral") {
      const behaviour = toDraftBehaviour(value);
      if (behaviour === null) return null;
      group.behaviours.push(behaviour);
    } else if (typeof value["key"] === "string") {
      group.filters.push({ type: "person", operator: "exact", ...value } as PropertyFilter);
    } else {
      return null;
    }
  }
  return group;
}

function toDraftBehaviour(wire: Fields): DraftBehaviour | null {
  const within = toWithin(wire);
  const isOnce = wire["value"] === "performed_event";
  const operator = isOnce ? "gte" : toOperator(wire["operator"] ?? "gte");
  const filters = toFilterList(wire["event_filters"]);
  if (within === null || operator === null || filters === null) return null;
  return {
    key: String(wire["key"] ?? ""),
    isAction: wire["event_type"] === "actions",
    operator,
    count: isOnce ? 1 : Number(wire["operator_value"] ?? 1),
    ...within,
    negation: wire["negation"] === true,
    filters,
  };
}

function toOperator(name: unknown): CountOperator | null {
  const operator = name === "eq" ? "exact" : String(name);
  return Object.hasOwn(COUNT_OPERATORS, operator) ? (operator as CountOperator) : null;
}

function toWithin(wire: Fields): Pick<DraftBehaviour, "amount" | "unit"> | null {
  const relative = /^-(\d+)([hdwmy])$/.exec(String(wire["explicit_datetime"] ?? ""));
  const unit = UNITS.find((name) => (relative === null ? name === wire["time_interval"] : name[0] === relative[2]));
  const amount = Number(relative?.[1] ?? wire["time_value"]);
  return unit === undefined || !Number.isInteger(amount) ? null : { amount, unit };
}

function toFilterList(input: unknown): PropertyFilter[] | null {
  if (input === undefined || input === null) return [];
  const list = Array.isArray(input) ? input : null;
  const isPlain = list?.every((filter) => isFields(filter) && typeof filter["key"] === "string") === true;
  return isPlain ? (list as PropertyFilter[]) : null;
}

function toBehaviouralFilter({
  key,
  isAction,
  operator,
  count,
  amount,
  unit,
  negation,
  filters,
}: DraftBehaviour): Fields {
  return {
    type: "behavioral",
    key: isAction ? Number(key) : key,
    event_type: isAction ? "actions" : "events",
    value: "performed_event_multiple",
    operator,
    operator_value: count,
    time_value: amount,
    time_interval: unit,
    ...(negation && { negation }),
    ...(filters.length > 0 && { event_filters: filters }),
  };
}
