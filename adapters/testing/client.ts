import { clearTimeout, performance, setTimeout, sleep } from "../../lib/base/platform.ts";

/** The parts of a client that the kit uses: those of posthog-node, or of posthog-js. */
export interface Client {
  flush?(): Promise<unknown>;
  shutdown?(timeoutMs?: number): Promise<unknown>;
  /** posthog-node has it: the property `queue` holds its waiting events. */
  getPersistedProperty?(name: never): unknown;
  /** posthog-js has it. */
  set_config?(config: { request_batching?: boolean }): unknown;
  /** posthog-js has it: `eventCaptured` tells each event that it is about to send. */
  on?(name: "eventCaptured", listener: (event: { uuid: string }) => void): unknown;
}

/** The clients of a hoglet whose events its reads wait for. */
export interface Clients {
  /** Waits for this client from now on; a posthog-js sends each event when it is captured. */
  add(client: Client): void;
  /** Resolves when they have sent everything, or after two seconds. */
  flush(): Promise<void>;
  /** How many events they hold although they were told to send them. */
  held(): number;
  /** How many they are. */
  count(): number;
  /** Stops waiting for the events that `flush` gave up on: they come no more. */
  forget(): void;
  shutdown(): Promise<void>;
}

/**
 * A posthog-js has nothing to flush, and prepares its requests for a while. Its events are known by their uuids: they are under way
 * until a request with them has come.
 * @param arrived the uuids of the events that came
 */
export function createClients(arrived: () => Promise<Iterable<unknown>> | Iterable<unknown>): Clients {
  const clients = new Set<Client>();
  const sent = new Set<string>();
  // Waited for once: an event of before a reset never comes.
  const missed = new Set<string>();
  const land = async () => {
    for (const uuid of await arrived()) {
      sent.delete(uuid as string);
      missed.delete(uuid as string);
    }
  };
  const landAll = async () => {
    const endMs = performance.now() + FLUSH_MS;
    for (let ms = 1; sent.size > 0; ms = Math.min(2 * ms, LONGEST_POLL_MS)) {
      await land();
      if (sent.size > 0 && performance.now() > endMs) {
        for (const uuid of sent) missed.add(uuid);
        sent.clear();
      } else if (sent.size > 0) await sleep(ms);
    }
    if (missed.size > 0) await land();
  };
  return {
    add(client) {
      if (clients.has(client)) return;
      clients.add(client);
      client.set_config?.({ request_batching: false });
      client.on?.("eventCaptured", ({ uuid }) => void sent.add(uuid));
    },
    async flush() {
      // A client whose server fails reports that to its own listeners; here it only has nothing left to send.
      await Promise.allSettled([...[...clients].map((client) => inTime(client)), landAll()]);
    },
    held: () => sent.size + missed.size + [...clients].reduce((sum, client) => sum + queueOf(client), 0),
    count: () => clients.size,
    forget: () => missed.clear(),
    async shutdown() {
      await Promise.allSettled([...clients].map((client) => client.shutdown?.(SHUTDOWN_MS)));
    },
  };
}

/** Longest wait in ms for a client's events. posthog-node tries again for ten seconds and more while requests fail. */
const FLUSH_MS = 2000;
/** Longest wait in ms for a client whose requests are delayed or refused. */
const SHUTDOWN_MS = 1000;
/** Longest time in ms between two looks at the events that came. */
const LONGEST_POLL_MS = 50;

function queueOf(client: Client): number {
  const queue = client.getPersistedProperty?.("queue" as never);
  return Array.isArray(queue) ? queue.length : 0;
}

async function inTime(client: Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => void (timer = setTimeout(resolve, FLUSH_MS)));
  await Promise.race([client.flush?.(), late]).finally(() => clearTimeout(timer));
}
