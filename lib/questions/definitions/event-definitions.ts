import * as v from "valibot";
import { listActions } from "../../admin/actions/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { Count, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { definitionUuid } from "../../base/ids.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { Truth } from "../../base/truth.ts";
import type { Context } from "../context.ts";
import { DefinitionNote, toNote } from "./definition-notes.ts";
import { readEventNames } from "./event-names.ts";
import type { NamedEvent } from "./event-names.ts";
import { compileNameSearch } from "./name-search.ts";

const ORDERINGS = ["-count", "count", "-last_seen_at", "last_seen_at", "name", "-name"] as const;

const EVENT_TYPES = ["event", "event_custom", "event_posthog", "all", "action_event"] as const;

/** Which events to name (reference/agents.md 5.1). */
export const EventDefinitionQuery = v.object({
  ...pageEntries,
  /** Words that are part of the name, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
  /** `event_custom` = those of the app, `event_posthog` = those of SDKs (`$…`), `action_event` = actions, `all` = both. */
  event_type: v.optional(v.picklist(EVENT_TYPES, `Expected ${EVENT_TYPES.join(", ")}.`), "event"),
  /** True = none that were hidden by a remark. */
  exclude_hidden: v.exactOptional(Truth),
  ordering: v.optional(v.picklist(ORDERINGS, `Expected ${ORDERINGS.join(", ")}.`), "-count"),
});
export type EventDefinitionQuery = v.InferOutput<typeof EventDefinitionQuery>;
export type EventDefinitionInput = v.InferInput<typeof EventDefinitionQuery>;

/** An event name in use, with its remark if there is one. */
export const EventDefinition = v.pipe(
  v.object({
    /** A UUID that the name decides. */
    id: v.string(),
    name: v.string(),
    /** All events of this name. */
    count: Count,
    /** ISO text: the timestamp of the latest; null = a user defined the name, and no event has it yet. */
    last_seen_at: v.nullable(Instant),
    ...v.partial(DefinitionNote).entries,
    /** True for an action among events. */
    is_action: v.exactOptional(v.boolean()),
    action_id: v.exactOptional(v.nullable(Count)),
  }),
  v.examples([
    { id: "0190163d-8694-739b-aea5-966c26f8ad91", name: "signed up", count: 12, last_seen_at: "2024-05-02T10:00:00Z" },
  ]),
);
export interface EventDefinition extends v.InferOutput<typeof EventDefinition> {}

/** The event names of a project, most frequent first, then by name. */
export async function listEventDefinitions(
  ctx: Pick<Context, "db" | "engine">,
  project: Project,
  query: EventDefinitionQuery,
): Promise<Page<EventDefinition>> {
  const { search, ordering, limit, offset, event_type: type, exclude_hidden: excludesHidden } = query;
  const isSought = compileNameSearch(search);
  const events = type === "action_event" ? [] : await readEventNames(ctx, project.id);
  const rows = events
    .filter(({ name, note }) => isOfType(name, type) && !(excludesHidden === true && note?.hidden === 1))
    .map((event) => toDefinition(project.id, event));
  const actions = type === "all" || type === "action_event" ? actionRows(ctx, project.id) : [];
  const found = [...rows, ...actions].filter(({ name }) => isSought(name)).toSorted(COMPARE[ordering]);
  return { count: found.length, results: found.slice(offset, offset + limit) };
}

function isOfType(name: string, type: EventDefinitionQuery["event_type"]): boolean {
  if (type === "event_custom") return !name.startsWith("$");
  return type !== "event_posthog" || name.startsWith("$");
}

export function toDefinition(projectId: number, { name, count, lastMs, note }: NamedEvent): EventDefinition {
  const own = {
    id: definitionUuid(projectId, "event", name),
    name,
    count,
    last_seen_at: lastMs === null ? null : toIso(lastMs),
  };
  return note === undefined ? own : Object.assign(own, toNote(note));
}

/** Actions in the form of events. */
function actionRows(ctx: Pick<Context, "db">, projectId: number): EventDefinition[] {
  const { results } = listActions(ctx, projectId, { limit: Number.MAX_SAFE_INTEGER, offset: 0, search: "" });
  return results.map(({ id, name }) => ({
    id: definitionUuid(projectId, "action", String(id)),
    name: name ?? "",
    count: 0,
    last_seen_at: null,
    is_action: true,
    action_id: id,
  }));
}

type Compare = (a: EventDefinition, b: EventDefinition) => number;

const byName: Compare = (a, b) => (a.name < b.name ? -1 : 1);

const byCount: Compare = (a, b) => a.count - b.count;

const byTime: Compare = (a, b) => Date.parse(a.last_seen_at ?? "1970") - Date.parse(b.last_seen_at ?? "1970");

const COMPARE: Record<(typeof ORDERINGS)[number], Compare> = {
  "-count": (a, b) => byCount(b, a) || byName(a, b),
  count: (a, b) => byCount(a, b) || byName(a, b),
  "-last_seen_at": (a, b) => byTime(b, a) || byName(a, b),
  last_seen_at: (a, b) => byTime(a, b) || byName(a, b),
  name: byName,
  "-name": (a, b) => byName(b, a),
};
