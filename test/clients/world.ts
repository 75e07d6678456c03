import { createHoglet } from "../../lib/index.ts";
import type { Fetch, Hoglet, HogletOptions } from "../../lib/index.ts";
import { readsOf } from "./reads.ts";
import type { Reads } from "./reads.ts";
import { serveHoglet } from "./serve.ts";
import { tapFetch, tapHandle } from "./tap.ts";
import type { Tap } from "./tap.ts";

/** The two ways in: the handle's own fetch, or the h3 adapter on the loopback. */
export const WAYS = ["hoglet.fetch", "a socket"] as const;
export type Way = (typeof WAYS)[number];

/** The server's time. Clients keep their own time; the server corrects their timestamps by the difference. */
export const NOW = "2024-06-10T12:00:00Z";

/** A hoglet in memory with a client's way to it. */
export interface World {
  hoglet: Hoglet;
  token: string;
  wire: Tap;
  /** For the options of a client of posthog-node. */
  transport: { host: string; fetch?: Fetch };
  reads: Reads;
  close(): Promise<void>;
}

/** Opens a hoglet whose clock stands at `NOW`, and the way to it. */
export async function openWorld(way: Way, options: HogletOptions = {}): Promise<World> {
  const hoglet = await createHoglet({ now: NOW, ...options });
  const { wire, transport, close } = way === "a socket" ? await toSocket(hoglet) : toFetch(hoglet);
  return {
    hoglet,
    token: hoglet.project.api_token,
    wire,
    transport,
    reads: readsOf(transport.fetch === undefined ? fetch : hoglet.fetch, transport.host, hoglet.personalApiKey),
    async close() {
      await close();
      await hoglet.close();
    },
  };
}

type Entry = Pick<World, "wire" | "transport" | "close">;

function toFetch(hoglet: Hoglet): Entry {
  const wire = tapFetch(hoglet.fetch);
  return { wire, transport: { host: "http://hoglet.local", fetch: wire.fetch }, close: async () => {} };
}

async function toSocket(hoglet: Hoglet): Promise<Entry> {
  const wire = tapHandle(hoglet);
  const { origin, close } = await serveHoglet(wire);
  return { wire, transport: { host: origin }, close };
}
