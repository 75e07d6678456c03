import type { EventDefinition, Page } from "../../lib/index.ts";
import type { Call } from "./tool.ts";

/** Names that are read to find a near one: more than an app has. */
const MOST_NAMES = 1000;

/** The names of events that came, most frequent first. */
export async function eventNames({ api }: Pick<Call, "api">): Promise<EventDefinition[]> {
  return (await api.get<Page<EventDefinition>>("/event_definitions/", { limit: MOST_NAMES })).results;
}

/** Names as a sentence shows them. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}
