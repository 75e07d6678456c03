import * as v from "valibot";
import type { EventRecord, Page } from "../../../lib/index.ts";
import { cutProperties } from "../bounds.ts";
import { expectMayRead, isWanted, newestSeq, readLog } from "../log.ts";
import type { Wanted } from "../log.ts";
import { nearNames } from "../../explain/index.ts";
import { eventNames, nothingCame, quoted } from "../names.ts";
import { defineTool, field } from "../tool.ts";
import type { Answer, Call } from "../tool.ts";

/** Events that one call looks at after a cursor; the answer has the cursor to go on from. */
const MOST_SCANNED = 20_000;

/** The newest events, or those after a cursor. */
export const eventsList = defineTool({
  name: "events-list",
  title: "Recent events",
  description:
    "Captured events, newest first; with `after` those that arrived since, oldest first. `uuid` shows one whole.",
  effect: "reads",
  input: {
    event: v.exactOptional(field.text()),
    distinct_id: v.exactOptional(field.text()),
    where: field.where(),
    after: field.after(),
    uuid: v.exactOptional(field.text()),
    limit: v.optional(field.whole(1, 200), 20),
  },
  async run(call, { uuid, after, limit, ...wanted }) {
    if (uuid !== undefined) {
      const event = await call.api.get<EventRecord>(`/events/${encodeURIComponent(uuid)}/`);
      return { summary: `The event ${JSON.stringify(event.event)}.`, results: [event] };
    }
    return after === undefined ? newest(call, wanted, limit) : since(call, wanted, after, limit);
  },
});

async function newest(call: Call, wanted: Wanted, limit: number): Promise<Answer> {
  const { event, distinct_id, where = {} } = wanted;
  await expectMayRead(call);
  // Before the list: an event that arrives in between is shown twice rather than never.
  const cursor = await newestSeq(call);
  const filters = Object.entries(where).map(([key, value]) => ({ key, value, operator: "exact", type: "event" }));
  const query = { event, distinct_id, limit, ...(filters.length > 0 && { properties: filters }) };
  const { count, results } = await call.api.get<Page<EventRecord>>("/events/", query);
  if (results.length === 0) return { ...(await nothing(call, wanted)), next_after: cursor };
  return {
    summary: `${results.length} of ${count} events, newest first.`,
    results: results.map(toShort),
    next_after: cursor,
  };
}

async function since(call: Call, wanted: Wanted, after: number, limit: number): Promise<Answer> {
  await expectMayRead(call);
  const found: EventRecord[] = [];
  let [seq, scanned] = [after, 0];
  for (;;) {
    const page = await readLog(call, seq);
    for (const event of page.results) {
      scanned += 1;
      seq = event.seq;
      if (isWanted(wanted, event)) found.push(event);
      if (found.length >= limit || scanned >= MOST_SCANNED) break;
    }
    if (found.length >= limit || scanned >= MOST_SCANNED) break;
    seq = page.seq;
    if (page.seq >= page.newest_seq || call.signal.aborted) break;
  }
  const next = { next_after: Math.max(seq, after) };
  if (found.length > 0) return { summary: `${found.length} events since then.`, results: found.map(toShort), ...next };
  const others = scanned === 0 ? "No event arrived" : `${scanned} events arrived, none of them matches`;
  const steps = ["event-wait waits for one", "event-diagnose says why one is missing"];
  return { summary: `${others} since cursor ${after}.`, results: [], try_next: steps, ...next };
}

/** Is it the hoglet, the name, or the filters? */
async function nothing(call: Call, { event, ...rest }: Wanted): Promise<Answer> {
  const names = (await eventNames(call)).map(({ name }) => name);
  if (names.length === 0) {
    return {
      summary: `${await nothingCame(call)} Clients send to ${call.instance.url} with the token ${call.project.api_token}.`,
      results: [],
      try_next: ["event-diagnose shows refused requests", "event-wait waits while you use the app"],
    };
  }
  if (event !== undefined && !names.includes(event)) {
    const near = nearNames(event, names);
    const meant = near.length === 0 ? `Events that came: ${quoted(names.slice(0, 10))}` : `Near names: ${quoted(near)}`;
    return {
      summary: `No event is called ${JSON.stringify(event)}. ${meant}.`,
      results: [],
      try_next: [
        "event-diagnose says why it is missing",
        ...(near[0] === undefined ? [] : [`events-list with event ${JSON.stringify(near[0])}`]),
      ],
    };
  }
  const filters = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  return {
    summary: `Events came, but none matches ${filters.join(" and ") || "these filters"}.`,
    results: [],
    try_next: [
      `leave out ${filters.join(" or ")}`,
      "read-data-schema with kind event_property_values lists the values",
    ],
  };
}

/** An event for a list. */
export function toShort(one: EventRecord): Record<string, unknown> {
  const { uuid, event, distinct_id, person_id, timestamp, created_at } = one;
  const { properties, isCut } = cutProperties(one.properties);
  const away = Math.abs(Date.parse(created_at) - Date.parse(timestamp));
  // The arrival tells something only when it is another time.
  const arrived = away > 60_000 && { arrived_at: created_at };
  return { uuid, event, distinct_id, person_id, timestamp, ...arrived, properties, ...(isCut && { cut: true }) };
}
