/** The parts of a client that the kit uses: those of posthog-node, or of posthog-js. */
export interface Client {
  flush?(): Promise<unknown>;
  shutdown?(timeoutMs?: number): Promise<unknown>;
  /** posthog-node has it: the property `queue` holds its waiting events. */
  getPersistedProperty?(name: never): unknown;
  /** posthog-js has it. */
  set_config?(config: { request_batching?: boolean }): unknown;
}

/** Makes a posthog-js send each event when it is captured; it has nothing to flush. */
export function sendAtOnce(client: Client): void {
  if (typeof client.set_config === "function") client.set_config({ request_batching: false });
}

/** How many events clients hold. */
export function heldBy(clients: Iterable<Client>): number {
  return [...clients].reduce((sum, client) => {
    const queue = client.getPersistedProperty?.("queue" as never);
    return sum + (Array.isArray(queue) ? queue.length : 0);
  }, 0);
}
