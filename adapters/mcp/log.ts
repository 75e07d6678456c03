import type { EventRecord, LogPage } from "../../lib/index.ts";
import type { Call } from "./tool.ts";

/** The events that a tool looks for; absent fields match everything. */
export interface Wanted {
  event?: string | undefined;
  distinct_id?: string | undefined;
  where?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Checks that the caller may read events, by the cheapest request that needs the right.
 * @throws ToolFault when the caller may not read events
 */
export async function expectMayRead({ api }: Pick<Call, "api">): Promise<void> {
  await api.get("/ingestion_warnings/", { limit: 1 });
}

/** `expectMayRead` comes first: the handle asks for no key. */
export function readLog({ instance, project }: Call, seq: number, limit = 500): Promise<LogPage> {
  return instance.hoglet().events.after({ project: project.id, seq, limit });
}

export async function newestSeq(call: Call): Promise<number> {
  return (await readLog(call, Number.MAX_SAFE_INTEGER, 1)).newest_seq;
}

/** Values compare as texts, as in property filters. */
export function isWanted(
  { event, distinct_id: distinctId, where = {} }: Wanted,
  one: Pick<EventRecord, "event" | "distinct_id" | "properties">,
): boolean {
  if (event !== undefined && one.event !== event) return false;
  if (distinctId !== undefined && one.distinct_id !== distinctId) return false;
  return Object.entries(where).every(([key, value]) => String(one.properties[key]) === String(value));
}
