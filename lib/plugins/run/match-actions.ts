import { listActions, toEventTests } from "../../admin/actions/index.ts";
import type { Action } from "../../admin/actions/index.ts";
import { eventRowReader } from "../../log/list/index.ts";
import { cohortLookup, compileEventTests, withDates } from "../../events/filters/index.ts";
import type { StoredEvent } from "../../log/index.ts";
import type { Parts } from "./parts.ts";
import type { PluginAction } from "./plugin-action.ts";

/** The current actions that an event matches, by id. Actions about other names cost only a look-up. */
export function matchActions(
  { db, clock, expressions }: Pick<Parts, "db" | "clock" | "expressions">,
  projectId: number,
  row: StoredEvent,
): PluginAction[] {
  const { results } = listActions({ db }, projectId, { search: "", limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const possible = results.filter(({ steps }) => steps.some(({ event }) => !event || event === row.event));
  if (possible.length === 0) return [];
  const cohorts = cohortLookup({ db, clock }, projectId);
  const seen = eventRowReader({ db, expressions }, projectId)(row);
  return possible
    .filter(({ steps }) => compileEventTests(withDates(toEventTests(steps), clock.now()), cohorts)(seen))
    .map((action) => toPluginAction(projectId, action))
    .toReversed();
}

function toPluginAction(projectId: number, { id, name, description, created_at, steps }: Action): PluginAction {
  const owned = steps.map((step) => ({ ...step, action_id: id }));
  return { id, team_id: projectId, name, description, created_at, deleted: false, steps: owned };
}
