import { createRequire } from "node:module";
import type { EventMessage, PostHog, PostHogOptions } from "posthog-node";
import { webClasses } from "../../lib/base/platform.ts";
import type { Fetch } from "../../lib/index.ts";

export interface Binding {
  token: string;
  fetch: Fetch;
  /** The test's time, ISO text. */
  now(): string;
  /** Derives from the test's seed. */
  uuid(): string;
}

/**
 * A real posthog-node that sends each event at once to the hoglet in process. Its events have the test's time (or the
 * `timestamp` they were given) and seeded uuids, where the client's own would differ from run to run. It tries again
 * after 10 ms instead of 3 seconds.
 * @param options of posthog-node; they win
 * @throws Error saying what to install when posthog-node is missing
 */
export async function bindPostHog(binding: Binding, options: PostHogOptions = {}): Promise<PostHog> {
  const { PostHog: Client } = load();
  const given = [options.before_send ?? []].flat();
  const stamp = (message: EventMessage | null) =>
    message && {
      ...message,
      timestamp: message.timestamp ?? new Date(binding.now()),
      uuid: message.uuid ?? binding.uuid(),
    };
  return new Client(binding.token, {
    host: "http://hoglet.local",
    flushAt: 1,
    flushInterval: 0,
    fetchRetryDelay: 10,
    // Uncompressed, so that the body can get the time of sending.
    disableCompression: true,
    ...options,
    before_send: [stamp, ...given],
    fetch: options.fetch ?? ((url, init) => binding.fetch(url, atTestTime(init as RequestInit, binding.now()))),
  });
}

// Required, not imported: Jest without flags cannot import.
const require = createRequire(import.meta.url);

function load(): typeof import("posthog-node") {
  try {
    return require("posthog-node") as typeof import("posthog-node");
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && /MODULE_NOT_FOUND/.test(String(cause.code)))) throw cause;
    throw new Error("hoglet.posthog() needs the package posthog-node: npm install --save-dev posthog-node", { cause });
  }
}

/**
 * The server takes the difference between its clock and `sent_at` for an error of the client's clock. Here both are the
 * test's, so that timestamps stay.
 */
function atTestTime(init: RequestInit, now: string): RequestInit {
  const { Headers } = webClasses();
  const headers = new Headers(init.headers);
  if (headers.has(SENT_AT_HEADER)) {
    headers.set(SENT_AT_HEADER, now);
    return { ...init, headers };
  }
  if (typeof init.body !== "string" || !init.body.includes('"sent_at"')) return init;
  return { ...init, body: JSON.stringify({ ...(JSON.parse(init.body) as object), sent_at: now }) };
}

/** The header with this time in the newer protocol (reference/capture.md 8.1). */
const SENT_AT_HEADER = "posthog-request-timestamp";
