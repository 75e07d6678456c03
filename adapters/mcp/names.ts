import type { EventDefinition, Page } from "../../lib/index.ts";
import type { Call } from "./tool.ts";

/** Names that are read to find a near one: more than an app has. */
const MOST_NAMES = 1000;

/** The names of events that came, most frequent first. */
export async function eventNames({ api }: Pick<Call, "api">): Promise<EventDefinition[]> {
  return (await api.get<Page<EventDefinition>>("/event_definitions/", { limit: MOST_NAMES })).results;
}

/** Projects that are looked at for events. */
const MOST_PROJECTS = 20;

/** The project has no event; names others that have some: an app may send with another token. */
export async function nothingCame({ instance, project, seesAll }: Call): Promise<string> {
  const hoglet = instance.hoglet();
  const all = seesAll ? (await hoglet.projects.list({ limit: MOST_PROJECTS })).results : [];
  const found: string[] = [];
  for (const { id, api_token: token } of all) {
    const { count } = await hoglet.events.list({ project: id, limit: 1 });
    if (count > 0) found.push(`project ${id} has ${count} (token ${token})`);
  }
  if (found.length === 0) return "No event has arrived yet.";
  return `No event has arrived in project ${project.id} (token ${project.api_token}), but ${found.join(", ")}.`;
}

export function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}
