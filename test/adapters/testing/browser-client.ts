import { v7 as uuidV7 } from "uuid";

/** The parts of a posthog-js that a test hoglet uses: it tells of an event at once, and sends it later. */
export interface BrowserClient {
  configs: object[];
  set_config(config: object): void;
  on(name: "eventCaptured", listener: (event: { uuid: string }) => void): void;
  capture(event: string): void;
}

/** @param token null = its requests never come. @param send posts a body to a path */
export function createBrowserClient(
  token: string | null,
  send: (path: string, init: { method: string; body: string }) => Promise<unknown>,
): BrowserClient {
  const listeners: ((event: { uuid: string }) => void)[] = [];
  const configs: object[] = [];
  return {
    configs,
    set_config: (config) => void configs.push(config),
    on: (_, listener) => void listeners.push(listener),
    capture(event) {
      const uuid = uuidV7();
      for (const listener of listeners) listener({ uuid });
      if (token === null) return;
      const body = JSON.stringify({ api_key: token, uuid, event, distinct_id: "u1", properties: {} });
      setTimeout(() => void send("/e/", { method: "POST", body }), 30);
    },
  };
}
