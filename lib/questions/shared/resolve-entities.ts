import { findAction, toEventTests } from "../../admin/actions/index.ts";
import { invalid } from "../../base/errors.ts";
import type { EventTest } from "../../events/filters/index.ts";
import type { Context } from "../context.ts";
import type { Entity, EntityMember } from "./entity.ts";
import { toEventTest } from "./selection.ts";
import type { Resolved } from "./selection.ts";

/** Looks up the actions of entities; null = an action does not exist, and the question has no answer (7.2). */
export function resolveEntities(ctx: Pick<Context, "db">, projectId: number, entities: Entity[]): Resolved[] | null {
  const resolved: Resolved[] = [];
  for (const entity of entities) {
    const own = resolve(ctx, projectId, entity);
    if (own === null) return null;
    resolved.push(own);
  }
  return resolved;
}

function resolve(ctx: Pick<Context, "db">, projectId: number, entity: Entity): Resolved | null {
  if (entity.type === "events") {
    const { members = [] } = entity;
    return members.length === 0 ? { entity, action: null } : resolveMembers(ctx, projectId, { ...entity, members });
  }
  const action = findAction(ctx, projectId, entity.id);
  // Labels show the action's current name.
  return action === undefined ? null : { entity: { ...entity, name: action.name }, action };
}

/** Bound of an entity's tests: an event that is all of several actions may match any combination of their steps. */
const MAX_TESTS = 1000;

function resolveMembers(
  ctx: Pick<Context, "db">,
  projectId: number,
  entity: Extract<Entity, { type: "events" }> & { members: EntityMember[] },
): Resolved | null {
  const names: string[] = [];
  const tests: EventTest[][] = [];
  for (const { id, type, properties } of entity.members) {
    const action = type === "actions" ? findAction(ctx, projectId, id) : null;
    if (action === undefined) return null;
    names.push(action?.name ?? (id === null ? "All events" : String(id)));
    const own = action === null ? [toEventTest(id)] : toEventTests(action.steps);
    tests.push(own.map(({ event, filter }) => ({ event, filter: { type: "AND", values: [filter, properties] } })));
  }
  const anyOf = entity.operator === "AND" ? tests.reduce(allOf) : tests.flat();
  return { entity: { ...entity, name: names.join(", ") }, action: null, anyOf };
}

/** Tests of events that pass a test of each list. */
function allOf(some: EventTest[], others: EventTest[]): EventTest[] {
  const found = some.flatMap((one) =>
    others.flatMap((other): EventTest[] => {
      if (one.event !== null && other.event !== null && one.event !== other.event) return [];
      return [{ event: one.event ?? other.event, filter: { type: "AND", values: [one.filter, other.filter] } }];
    }),
  );
  if (found.length > MAX_TESTS)
    throw invalid("series", `Expected at most ${MAX_TESTS} combinations of steps of actions.`);
  return found;
}
