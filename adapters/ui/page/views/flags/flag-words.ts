import type { FlagRecord } from "../../../../../lib/index.ts";
import { describeFilter } from "../../parts/filter-operators.ts";
import type { PropertyFilter } from "../../parts/filter-operators.ts";

type Condition = NonNullable<FlagRecord["filters"]["groups"]>[number];
type Property = NonNullable<Condition["properties"]>[number] & { cohort_name?: string };

/** Names for ids in conditions. */
export interface Names {
  /** Keys of flags by id. */
  flags: ReadonlyMap<string, string>;
  /** Types of groups by index. */
  groups: ReadonlyMap<number, string>;
}

const NO_NAMES: Names = { flags: new Map(), groups: new Map() };

/** A condition in words: "50 % of persons, if plan is pro". @param unit the unit of the flag */
export function describeCondition(condition: Condition, unit: number | null, names: Names = NO_NAMES): string {
  const { rollout_percentage: rollout, properties, aggregation_group_type_index: own } = condition;
  const index = own === undefined ? unit : own;
  const many = index === null ? "persons" : `groups of type ${names.groups.get(index) ?? index}`;
  const tests = (properties ?? []).map((property) => describeTest(property, names));
  const share = rollout === null || rollout === undefined || rollout === 100 ? "all" : `${rollout} % of`;
  if (tests.length === 0) return share === "all" && index === null ? "everybody" : `${share} ${many}`;
  return `${share} ${many}, if ${tests.join(", and ")}`;
}

function describeTest(property: Property, { flags }: Names): string {
  const { type, key, value, operator, negation } = property;
  const not = negation === true ? "not: " : "";
  if (type === "cohort") {
    const verb = operator === "not_in" ? "not in" : "in";
    return `${not}${verb} cohort ${property.cohort_name ?? String(value)}`;
  }
  if (type === "flag") {
    const state = value === true ? "on" : value === false ? "off" : String(value);
    return `flag ${flags.get(key) ?? key} is ${state}`;
  }
  return not + describeFilter(property as PropertyFilter);
}

/** The audience of a flag, in a line for a list. */
export function describeAudience({ filters }: Pick<FlagRecord, "filters">): string {
  const [first, ...others] = filters.groups ?? [];
  if (first === undefined) return "nobody";
  const words = describeCondition(first, filters.aggregation_group_type_index ?? null);
  if (others.length === 0) return words;
  return `${words}; and ${others.length} more ${others.length === 1 ? "condition" : "conditions"}`;
}

/** A value in words: on, off, or the variant. */
export function describeValue(value: boolean | string): string {
  if (typeof value === "string") return value;
  return value ? "on" : "off";
}

/** The cause of a value, as the API tells it. */
export interface Reason {
  code: string;
  condition_index: number | null;
}

/** The cause of a value in plain words. */
export function describeReason({ code, condition_index: index }: Reason): string {
  const place = index === null ? "" : ` ${index + 1}`;
  switch (code) {
    case "condition_match":
      return `Condition${place} holds, and they are within its percentage.`;
    case "out_of_rollout_bound":
      return `Condition${place} holds, but they are outside of its percentage.`;
    case "no_condition_match":
      return "No condition holds for them.";
    case "no_group_type":
      return index === null
        ? "The flag has no conditions, so nobody gets it."
        : "The conditions are about groups, and no group of that type was named.";
    case "super_condition_value":
      return "They joined or left early access to this flag, and that alone decides.";
    case "holdout_condition_value":
      return "They belong to the share that is held out of this flag.";
    case "missing_dependency":
      return "A flag that it depends on is missing, or the two depend on each other.";
    case "disabled":
      return "The flag is switched off.";
    default:
      return code;
  }
}
