import { readCohorts } from "../../events/filters/index.ts";
import type { FilterGroup, FilterNode } from "../../events/filters/index.ts";
import type { Db } from "../../storage/index.ts";
import type { FlagCohort, FlagProperty, PropertyGroup } from "../evaluation/index.ts";

/**
 * Cohorts as flags evaluate them. Static ones are lists, and so are those by behaviour or expression, as of their last
 * calculation; any other is a rule over properties, of the request too.
 */
export function cohortsOf(db: Db, projectId: number): (id: number) => FlagCohort | undefined {
  return (id) => {
    const cohort = readCohorts(db, projectId, [id]).find((found) => found.id === id);
    if (cohort === undefined) return undefined;
    if (cohort.by === "members") return { by: "members" };
    const [first, ...others] = cohort.anyOf.map(toGroup);
    const group = first !== undefined && others.length === 0 ? first : null;
    return { by: "properties", group: group ?? { type: "OR", values: cohort.anyOf.map(toGroup) } };
  };
}

function toGroup({ type, values }: FilterGroup): PropertyGroup {
  return {
    type,
    values: values.map((node) => ("values" in node ? toGroup(node) : toProperty(node))),
  };
}

function toProperty(node: Exclude<FilterNode, FilterGroup>): FlagProperty {
  if (node.type === "hogql") throw new TypeError("A cohort with an expression is a list.");
  const { negation } = node;
  const negated = negation ? { negation } : {};
  if (node.type === "cohort") {
    const [id, ...others] = node.value;
    return {
      key: "id",
      type: "cohort",
      operator: "in",
      value: others.length === 0 ? (id ?? 0) : node.value,
      ...negated,
    };
  }
  return { key: node.key, type: "person", operator: node.operator, value: node.value, ...negated };
}
