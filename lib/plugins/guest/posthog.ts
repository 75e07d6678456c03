import type { Bridge } from "./bridge.ts";
import { toHeaderPairs, toResponse } from "./fetch.ts";
import type { GuestResponse } from "./fetch.ts";

interface ApiOptions {
  headers?: unknown;
  data?: unknown;
  host?: string;
  projectApiKey?: string;
  personalApiKey?: string;
}

/** The global `posthog`: new events, and the API with the project's keys unless others are given. */
export function createPosthog(bridge: Bridge) {
  const ask =
    (method: string) =>
    async (path: string, { headers, ...options }: ApiOptions = {}) => {
      const request = { method, path: String(path), ...options, headers: toHeaderPairs(headers) };
      return toResponse(await bridge.ask<GuestResponse>("posthog.api", request));
    };
  return {
    capture: (event: string, properties: Record<string, unknown> = {}) =>
      bridge.ask<void>("posthog.capture", { event: String(event), properties }),
    api: { get: ask("GET"), post: ask("POST"), put: ask("PUT"), delete: ask("DELETE") },
  };
}
