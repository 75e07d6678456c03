import type { FilterNode } from "../../events/filters/index.ts";
import type { Entity } from "../shared/entity.ts";

/**
 * Does an entity select all that another selects: the same event or action, with the same filters or only some of them?
 * Source: reference/insights.md 11.2 and 11.5.
 */
export function isAsWide(entity: Entity, other: Entity): boolean {
  if (entity.type !== other.type || entity.id !== other.id || membersOf(entity) !== membersOf(other)) return false;
  const others = new Set(conditionsOf(other.properties));
  return conditionsOf(entity.properties).every((condition) => others.has(condition));
}

function membersOf(entity: Entity): string {
  return entity.type === "events" ? JSON.stringify([entity.members, entity.operator]) : "";
}

/** The conditions that must all hold, as texts; an OR is one condition. */
function conditionsOf(filter: FilterNode): string[] {
  if (filter.type === "AND") return filter.values.flatMap(conditionsOf);
  // An empty OR asks for nothing.
  return filter.type === "OR" && filter.values.length === 0 ? [] : [JSON.stringify(filter)];
}
