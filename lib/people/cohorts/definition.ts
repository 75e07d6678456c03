import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { hasBehaviour, parseFilters } from "../../events/filters/index.ts";
import type { CohortFilter, FilterNode, ValueFilter } from "../../events/filters/index.ts";
import type { ExpressionFilter } from "../../events/filters/filter-node.ts";
import { parseBehaviour, parseLegacyBehaviour } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";

/** Deepest nesting of groups, as in filters; each level costs stack. */
const MAX_DEPTH = 20;

/** Membership in normal form. An empty group passes every person. */
export type CohortNode = CohortNodeGroup | PersonFilter | CohortFilter | ExpressionFilter | Behaviour;

type PersonFilter = Omit<ValueFilter, "type"> & { type: "person" };

export interface CohortNodeGroup {
  type: "AND" | "OR";
  values: CohortNode[];
}

/**
 * Parses a cohort's groups, OR-ed: `{properties}` (filters in any shape, with `behavioral` ones anywhere) or the older
 * `{event_id, days, count, count_operator}`.
 * @throws HogletError 400 naming the field; `unsupported` for PostHog's features that hoglet lacks
 */
export function parseDefinition(groups: readonly unknown[]): CohortNodeGroup {
  return { type: "OR", values: groups.map((group, index) => parseGroup(group, `groups__${index}`)) };
}

/** All expressions in a definition, at any depth. */
export function expressionsOf(node: CohortNode): ExpressionFilter[] {
  if (node.type === "hogql") return [node];
  return node.type === "AND" || node.type === "OR" ? node.values.flatMap(expressionsOf) : [];
}

export function behavioursOf(node: CohortNode): Behaviour[] {
  if (node.type === "behaviour") return [node];
  return node.type === "AND" || node.type === "OR" ? node.values.flatMap(behavioursOf) : [];
}

function parseGroup(group: unknown, attr: string): CohortNode {
  if (!isFields(group)) throw invalid(attr, "Expected a group with properties or an event_id.");
  if (isGiven(group["event_id"]) || isGiven(group["action_id"])) return parseLegacyBehaviour(group, attr);
  if (!isGiven(group["properties"])) throw invalid(`${attr}__properties`, "This field is required.", "required");
  return parseNode(group["properties"], `${attr}__properties`, 1);
}

function parseNode(input: unknown, attr: string, depth: number): CohortNode {
  if (!hasBehaviour(input)) return toPersonNode(parseFilters(input, attr, "person"), attr);
  if (depth > MAX_DEPTH) throw invalid(attr, `Groups may be nested ${MAX_DEPTH} deep at most.`);
  if (Array.isArray(input)) return { type: "AND", values: parseMembers(input, attr, depth) };
  const group = input as Fields;
  if (group["type"] === "behavioral") return parseBehaviour(group, attr);
  // An object from JSON may have no `toString`.
  const type = typeof group["type"] === "string" ? group["type"].toUpperCase() : "";
  if (type !== "AND" && type !== "OR") throw invalid(`${attr}__type`, "Expected AND or OR.");
  if (!Array.isArray(group["values"])) throw invalid(`${attr}__values`, "Expected a list.");
  return { type, values: parseMembers(group["values"], `${attr}__values`, depth) };
}

function parseMembers(members: unknown[], attr: string, depth: number): CohortNode[] {
  return members.map((member, index) => {
    if (hasBehaviour(member) || isGroup(member)) return parseNode(member, `${attr}__${index}`, depth + 1);
    // Ignored blank rows keep the index in an error's `attr` right.
    const rows = [...Array.from({ length: index }, () => ({})), member];
    return toPersonNode(parseFilters(rows, attr, "person"), attr);
  });
}

function toPersonNode(node: FilterNode, attr: string): CohortNode {
  if (node.type === "AND" || node.type === "OR") {
    return { type: node.type, values: node.values.map((value) => toPersonNode(value, attr)) };
  }
  if (node.type === "cohort" || node.type === "hogql") return node;
  if (node.type === "person") return { ...node, type: "person" };
  throw invalid(attr, `Expected filters of type person, cohort, hogql or behavioral, but received ${node.type}.`);
}

function isGroup(input: unknown): boolean {
  return isFields(input) && Object.hasOwn(input, "values");
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
