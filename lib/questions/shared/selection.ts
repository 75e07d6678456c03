import type { Selection } from "../../port/selection.ts";
import { toEventTests } from "../../admin/actions/index.ts";
import type { Action } from "../../admin/actions/index.ts";
import { needsPerson, needsSession, parseFilters } from "../../events/filters/index.ts";
import type { EventTest, FilterGroup } from "../../events/filters/index.ts";
import type { Entity } from "./entity.ts";
import type { ProjectSettings } from "./project-settings.ts";

export interface Resolved {
  entity: Entity;
  /** Null = the entity is an event. */
  action: Action | null;
  /** The tests of several members; absent = the entity has none. */
  anyOf?: EventTest[];
}

/** The filters of all entities of a question: the project's test accounts, if asked for, and the question's own. */
export function toCommonFilters(
  project: ProjectSettings,
  query: { filter_test_accounts: boolean; properties: FilterGroup },
): FilterGroup[] {
  const testAccounts = query.filter_test_accounts ? project.test_account_filters : [];
  return [parseFilters(testAccounts, "test_account_filters"), query.properties];
}

/** The events that an entity means. */
export function toSelection({ entity, action, anyOf: own }: Resolved, common: FilterGroup[]): Selection {
  const anyOf = own ?? (action === null ? [toEventTest(entity.id)] : toEventTests(action.steps));
  const filter: FilterGroup = { type: "AND", values: [...common, entity.properties] };
  const filters = [filter, ...anyOf.map((test) => test.filter)];
  return { anyOf, filter, needsPerson: filters.some(needsPerson), needsSession: filters.some(needsSession) };
}

/** Tests events by name; null = any event. */
export function toEventTest(id: string | number | null): EventTest {
  return { event: id === null ? null : String(id), filter: { type: "AND", values: [] } };
}
