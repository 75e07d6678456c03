import { findAction } from "../../admin/actions/index.ts";
import type { Context } from "../context.ts";
import type { Entity } from "./entity.ts";
import type { Resolved } from "./selection.ts";

/** Looks up the actions that entities name; null = one of them does not exist, and the question has no answer (7.2). */
export function resolveEntities(ctx: Pick<Context, "db">, projectId: number, entities: Entity[]): Resolved[] | null {
  const resolved: Resolved[] = [];
  for (const entity of entities) {
    if (entity.type === "events") resolved.push({ entity, action: null });
    else {
      const action = findAction(ctx, projectId, entity.id);
      if (action === undefined) return null;
      // Labels show the action's name as it is now, whatever the query calls it.
      resolved.push({ entity: { ...entity, name: action.name }, action });
    }
  }
  return resolved;
}
