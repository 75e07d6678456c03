import { clearTimeout, performance, setTimeout, sleep } from "../../lib/base/platform.ts";

/** A posthog-node or a posthog-js, as far as the kit uses it. */
export interface Client {
  flush?(): Promise<unknown>;
  shutdown?(timeoutMs?: number): Promise<unknown>;
  /** Only posthog-node: the property `queue` holds waiting events. */
  getPersistedProperty?(name: never): unknown;
  /** Only posthog-js: sets options of the client. */
  set_config?(config: { request_batching?: boolean }): unknown;
  /** Only posthog-js: `eventCaptured` tells of each event before it is sent. */
  on?(name: "eventCaptured", listener: (event: { uuid: string }) => void): unknown;
}

/** A hoglet's clients, whose events its reads wait for. */
export interface Clients {
  /** A posthog-js then sends each event at once. */
  add(client: Client): void;
  /** Resolves when all is sent, or after two seconds. */
  flush(): Promise<void>;
  /** Events that they hold although they were told to send. */
  held(): number;
  /** How many they are. */
  count(): number;
  /** Stops waiting for events that `flush` gave up on. */
  forget(): void;
  shutdown(): Promise<void>;
}

/**
 * A posthog-js cannot be flushed, and prepares its requests for a while: its events are under way until a request with
 * their uuids has come.
 * @param arrived uuids of the events that came
 */
export function createClients(arrived: () => Promise<Iterable<unknown>> | Iterable<unknown>): Clients {
  const clients = new Set<Client>();
  const sent = new Set<string>();
  // Waited for once: an event from before a reset never comes.
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
      // A client whose server fails tells its own listeners; here it has nothing left to send.
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
