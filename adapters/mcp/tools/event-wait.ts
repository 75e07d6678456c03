import * as v from "valibot";
import type { EventRecord, LoggedEvent } from "../../../lib/index.ts";
import { nearNames, toSeen } from "../../explain/index.ts";
import { expectMayRead, isWanted, newestSeq, readLog } from "../log.ts";
import type { Wanted } from "../log.ts";
import { quoted } from "../names.ts";
import { readProjectRequests } from "../project-requests.ts";
import { defineTool, field } from "../tool.ts";
import type { Answer, Call } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";
import { toShort } from "./events-list.ts";

/** Longest wait in seconds; clients give up a call after 60. */
const LONGEST_WAIT = 50;
/** Calls that may wait at once for one hoglet: each holds a connection. */
const MOST_WAITING = 50;
/** Other events that an answer names. */
const MOST_OTHERS = 500;

interface Waiting {
  count: number;
}

/** Waits for an event. @param waiting shared by the calls of one server */
export function eventWait(waiting: Waiting = { count: 0 }) {
  return defineTool({
    name: "event-wait",
    title: "Wait for an event",
    description:
      "Waits until a matching event arrives, from now on or after a cursor; else says what came instead. Start it, then use the app; or pass the cursor from before.",
    effect: "reads",
    input: {
      event: field.text(),
      distinct_id: v.exactOptional(field.text()),
      where: field.where(),
      after: field.after(),
      count: v.optional(field.whole(1, 100), 1),
      timeout_s: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(LONGEST_WAIT)), 10),
    },
    async run(call, { after, count, timeout_s: timeoutSeconds, ...wanted }) {
      await expectMayRead(call);
      if (waiting.count >= MOST_WAITING)
        throw new ToolFault(`${MOST_WAITING} calls wait already: try again later.`, 429);
      waiting.count += 1;
      try {
        const start = after ?? (await newestSeq(call));
        const seen = await collect(call, wanted, { start, count, timeoutMs: timeoutSeconds * 1000 });
        if (seen.found.length >= count) return arrived(seen);
        return await missing(call, wanted, { ...seen, start, count, timeoutSeconds });
      } finally {
        waiting.count -= 1;
      }
    },
  });
}

interface Seen {
  found: LoggedEvent[];
  /** The first events that do not match. */
  others: EventRecord[];
  seq: number;
}

async function collect(
  call: Call,
  wanted: Wanted,
  { start, count, timeoutMs }: { start: number; count: number; timeoutMs: number },
): Promise<Seen> {
  const seen: Seen = { found: [], others: [], seq: start };
  // Subscribed before the first read: an event in between wakes the loop.
  const live = call.instance.hoglet().events.live({ project: call.project.id });
  const limit = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
  const isOver = new Promise<"over">((resolve) => {
    if (limit.aborted) resolve("over");
    else limit.addEventListener("abort", () => resolve("over"), { once: true });
  });
  let next = live.next();
  try {
    for (;;) {
      const page = await readLog(call, seen.seq);
      for (const event of page.results) {
        if (isWanted(wanted, event)) seen.found.push(event);
        else if (seen.others.length < MOST_OTHERS) seen.others.push(event);
        seen.seq = event.seq;
        if (seen.found.length >= count) return seen;
      }
      seen.seq = Math.max(page.seq, seen.seq);
      if (limit.aborted) return seen;
      if (page.seq < page.newest_seq && page.results.length > 0) continue;
      const woken = await Promise.race([next, isOver]);
      if (woken !== "over") {
        if (woken.done) throw new ToolFault("The hoglet was closed or reset while this call waited.", 409);
        next = live.next();
      }
    }
  } finally {
    await live.return?.();
    // The last call of next() settles with the end.
    await next.catch(() => undefined);
  }
}

function arrived({ found, seq }: Seen): Answer {
  const names = found.length === 1 ? "It arrived" : `${found.length} arrived`;
  return { summary: `${names}.`, results: found.map(toShort), next_after: seq };
}

interface Missed extends Seen {
  start: number;
  count: number;
  timeoutSeconds: number;
}

async function missing(call: Call, wanted: Wanted, missed: Missed): Promise<Answer> {
  const { found, others, seq, start, count, timeoutSeconds } = missed;
  const name = wanted.event ?? "";
  const came = new Map<string, number>();
  for (const { event } of others) came.set(event, (came.get(event) ?? 0) + 1);
  const sameName = others.filter(({ event }) => event === name);
  const near = nearNames(name, [...came.keys()]);
  const steps = [`event-diagnose with event ${JSON.stringify(name)}`];
  const says = [`${JSON.stringify(name)} did not arrive within ${timeoutSeconds} s (${found.length} of ${count}).`];
  if (sameName.length > 0) says.push(`${sameName.length} of that name came with another distinct id or other values.`);
  if (near.length > 0) says.push(`Near names came instead: ${quoted(near)}: probably misspelt in the app.`);
  else if (came.size > 0) says.push(`${others.length} other events came.`);
  else says.push("No other event came either.");
  const refused = await refusedSince(call);
  if (refused.length > 0) says.push(`${refused.length} of the newest requests were refused.`);
  if (start > 0) {
    const before = await latest(call, wanted);
    if (before !== undefined) {
      says.push(`One arrived before this call, at ${before.created_at}.`);
      steps.unshift("pass `after`: the cursor of an answer from before you used the app");
    }
  }
  return {
    summary: says.join(" "),
    results: found.map(toShort),
    came_instead: [...came].map(([event, times]) => ({ event, count: times })).slice(0, 50),
    ...(sameName.length > 0 && { same_name: sameName.slice(-3).map(toShort) }),
    ...(refused.length > 0 && { refused }),
    next_after: seq,
    try_next: steps,
  };
}

async function refusedSince(call: Call) {
  const requests = (await readProjectRequests(call)).map(({ kept, read }) => toSeen(kept, read));
  const refused = requests.filter(({ status }) => status >= 400).slice(0, 3);
  return refused.map(({ received_at, path, status, refusal }) => ({ received_at, path, status, refusal }));
}

async function latest({ api }: Call, { event, distinct_id, where = {} }: Wanted): Promise<EventRecord | undefined> {
  const filters = Object.entries(where).map(([key, value]) => ({ key, value, operator: "exact", type: "event" }));
  const query = { event, distinct_id, limit: 1, ...(filters.length > 0 && { properties: filters }) };
  return (await api.get<{ results: EventRecord[] }>("/events/", query)).results[0];
}
