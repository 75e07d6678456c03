import { call } from "./api.ts";

const DAY_MS = 86_400_000;

/**
 * When the day began that ends with the newest event, as ISO text; undefined = there are no events. A list of events counts
 * all that it could show: half a second for ten million, and nothing for those of a day.
 */
export async function startOfLastDay(P: string, signal: AbortSignal): Promise<string | undefined> {
  const query = { ordering: "-last_seen_at", limit: 1 };
  const { results } = await call<{ results: { last_seen_at: string }[] }>(`${P}/event_definitions/`, { query, signal });
  const [newest] = results;
  return newest === undefined ? undefined : new Date(Date.parse(newest.last_seen_at) - DAY_MS).toISOString();
}
