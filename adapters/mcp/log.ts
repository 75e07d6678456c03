import type { EventRecord, LogPage } from "../../lib/index.ts";
import type { Call } from "./tool.ts";

/** The events that a tool looks for; absent fields match everything. */
export interface Wanted {
  event?: string | undefined;
  distinct_id?: string | undefined;
  where?: Readonly<Record<string, unknown>> | undefined;
}

/** Checks that the caller may read events, by the cheapest request that needs it. @throws ToolFault */
export async function expectMayRead({ api }: Pick<Call, "api">): Promise<void> {
  await api.get("/ingestion_warnings/", { limit: 1 });
}

/** A page of the log after a cursor. `expectMayRead` comes first: the handle asks for no key. */
export function readLog({ instance, project }: Call, seq: number, limit = 500): Promise<LogPage> {
  return instance.hoglet().events.after({ project: project.id, seq, limit });
}

/** The place of the newest event. */
export async function newestSeq(call: Call): Promise<number> {
  return (await readLog(call, Number.MAX_SAFE_INTEGER, 1)).newest_seq;
}

/** Is it one of the wanted events? Values compare as texts, as property filters do. */
export function isWanted(
  { event, distinct_id: distinctId, where = {} }: Wanted,
  one: Pick<EventRecord, "event" | "distinct_id" | "properties">,
): boolean {
  if (event !== undefined && one.event !== event) return false;
  if (distinctId !== undefined && one.distinct_id !== distinctId) return false;
  return Object.entries(where).every(([key, value]) => String(one.properties[key]) === String(value));
}
