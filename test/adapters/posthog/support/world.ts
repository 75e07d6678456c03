import { gunzipSync } from "node:zlib";
import { forwardTo } from "../../../../adapters/posthog/index.ts";
import type { ForwardOptions, Forwarder } from "../../../../adapters/posthog/index.ts";
import { createHoglet } from "../../../../lib/index.ts";
import type { Hoglet } from "../../../../lib/index.ts";
import { NOW_MS } from "./story.ts";
import { listen } from "./upstream.ts";
import type { Fault, Upstream } from "./upstream.ts";

export const DAY_MS = 86_400_000;

/** Two hoglets, the second of which listens, and an outbox from the first to it. */
export interface World {
  mine: Hoglet;
  theirs: Hoglet;
  upstream: Upstream;
  outbox: Forwarder;
  clock: { nowMs: number };
  /** The faults of the next requests, in order; later requests have no fault. */
  faults: Fault[];
  open(options?: Partial<ForwardOptions>): Promise<Forwarder>;
  close(): Promise<void>;
}

/** @param options of the outbox, and of those that `open` makes */
export async function createWorld(options: Partial<ForwardOptions> = {}): Promise<World> {
  const clock = { nowMs: NOW_MS };
  const faults: Fault[] = [];
  const mine = await createHoglet({ now: () => clock.nowMs });
  const theirs = await createHoglet({ now: () => clock.nowMs, projectToken: "phc_theirs" });
  const upstream = await listen(theirs, () => faults.shift() ?? null);
  const open = (more: Partial<ForwardOptions> = {}) =>
    forwardTo(mine, { host: upstream.url, projectToken: "phc_theirs", ...options, ...more });
  const outbox = await open();
  const close = async () => {
    await outbox.close();
    await upstream.close();
    await Promise.all([mine.close(), theirs.close()]);
  };
  return { mine, theirs, upstream, outbox, clock, faults, open, close };
}

/** An event that is identified by its number. */
export const ping = (n: number) => ({ event: "ping", distinct_id: "u", properties: { n } });
/** The events with the numbers from 0. */
export const pings = (count: number) => Array.from({ length: count }, (_, n) => ping(n));

/** The numbers of the events that a hoglet holds, in the order of arrival. */
export async function numbersOf(hoglet: Hoglet): Promise<unknown[]> {
  return (await hoglet.events.after()).results.map(({ properties }) => properties["n"]);
}

/** The events of a request. */
export function eventsIn({ body }: { body: Buffer }): { properties: Record<string, unknown> }[] {
  return (JSON.parse(gunzipSync(body).toString()) as { batch: { properties: Record<string, unknown> }[] }).batch;
}
