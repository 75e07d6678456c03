import { requireOptions, wrongOption } from "../../lib/base/call-faults.ts";
import { fetch } from "../../lib/base/platform.ts";
import type { FlagOptions, FlagValue, QueryHandle } from "../../lib/index.ts";
import { createClients } from "./client.ts";
import { toMatch } from "./event-matcher.ts";
import type { EventMatch } from "./event-matcher.ts";
import type { Fault, FaultTarget } from "./fault.ts";
import { withInside } from "./inside-view.ts";
import { isRequest } from "./request-match.ts";
import type { RequestMatch } from "./request-match.ts";
import type { AssertedView, TestView } from "./test-view.ts";
import { createUnawaited } from "./unawaited.ts";
import type { RecordedRequest } from "./wire.ts";

/** A test hoglet in another process, as `hoglet run` puts it into HOGLET_URL and HOGLET_TEST_KEY. */
export interface Connection {
  url: string;
  /** Its `testKey`. */
  key: string;
  /** The tenant to look at, created when it is not there. @default the first project */
  tenant?: string;
}

/** A test hoglet in another process. All assertions take it. */
export interface ConnectedHoglet extends AssertedView, Pick<TestView, "lastEvent" | "coverage" | "verify" | "adopt"> {
  readonly url: string;
  /** The key for its HTTP interface, with all rights. */
  readonly personalApiKey: string;
  /** Waits like `TestView.waitFor`; a match cannot be a function. */
  waitFor(match: string | EventMatch, options?: { timeout?: number }): ReturnType<TestView["waitFor"]>;
  /** Sets a flag of all projects' people, or of some. */
  setFlag(key: string, value: FlagValue, options?: FlagOptions): Promise<void>;
  clearFlags(): Promise<void>;
  clock: {
    /** Resolves with the new time, ISO text. */
    set(to: string | number): Promise<string>;
    advance(by: string | number): Promise<string>;
  };
  fail(fault: Fault, target?: Omit<FaultTarget, "token" | "path"> & { path?: string }): Promise<void>;
  heal(): Promise<void>;
  /** Resets the tenant, or the whole hoglet. */
  reset(): Promise<void>;
  /** Another project of the same hoglet, for one of several workers. */
  tenant(name: string): Promise<ConnectedHoglet>;
}

interface Described {
  project_id: number;
  project_token: string;
  personal_api_key: string;
  now: string;
}

type Send = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

/**
 * Connects to a test hoglet in another process: that of a Playwright setup, or of `hoglet run`.
 * @example
 * const hoglet = await connectTestHoglet({ url: process.env.HOGLET_URL, key: process.env.HOGLET_TEST_KEY });
 * await expectHoglet(hoglet).toHaveCaptured("signed up");
 * @throws Error with the refusal's sentence, or when nothing answers
 */
export async function connectTestHoglet(connection: Connection): Promise<ConnectedHoglet> {
  requireOptions("connectTestHoglet", connection, '{ url: "http://127.0.0.1:8010", key: "test" }');
  const { url, key, tenant } = connection;
  // Outside of hoglet run, the variables are undefined.
  if (typeof url !== "string")
    throw wrongOption("url", "the address of a test hoglet, as hoglet run puts it into HOGLET_URL,", url);
  const query = tenant === undefined ? "" : `tenant=${encodeURIComponent(tenant)}`;
  const send: Send = (method, path, body) => {
    const mark = path.includes("?") ? "&" : "?";
    return ask(url, key, method, `/__test${path}${query === "" ? "" : mark + query}`, body);
  };
  const found = await send<Described>("GET", "/");
  const clients = createClients(async () =>
    (await send<RecordedRequest[]>("GET", "/requests")).flatMap(({ events }) => events.map(({ uuid }) => uuid)),
  );
  const post = (path: string, body: object) =>
    ask<never>(url, found.personal_api_key, "POST", `/api/projects/${found.project_id}${path}`, body);
  const reads = readsOf(send, post, clients.flush);
  const connected: ConnectedHoglet = {
    ...reads,
    url,
    token: found.project_token,
    personalApiKey: found.personal_api_key,
    adopt(client) {
      clients.add(client);
      return client;
    },
    setFlag: (flag, value, options) => send("POST", "/flags", { key: flag, value, ...options }),
    clearFlags: () => send("DELETE", "/flags"),
    clock: {
      set: async (to) => (await send<Described>("POST", "/clock", { set: to })).now,
      advance: async (by) => (await send<Described>("POST", "/clock", { advance: by })).now,
    },
    fail: (fault, { times = 1, ...target } = {}) =>
      send("POST", "/faults", { ...fault, ...target, times: times === Infinity ? null : times }),
    heal: () => send("DELETE", "/faults"),
    verify: () => send("POST", "/verify"),
    coverage: () => send("GET", "/coverage"),
    // Resolves once the project of the tenant has its new id.
    async reset() {
      await clients.flush();
      Object.assign(found, await send<Described>("POST", "/reset"));
      clients.forget();
    },
    tenant: (name) => connectTestHoglet({ url, key, tenant: name }),
  };
  return withInside(connected, { unawaited: createUnawaited(), clients, post });
}

/** Reads, after adopted clients have sent their events. */
function readsOf(send: Send, post: (path: string, body: object) => Promise<never>, flush: () => Promise<unknown>) {
  const after =
    <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      await flush();
      return read(...args);
    };
  const events = after((match: string | EventMatch = {}): ReturnType<TestView["events"]> => {
    const { event, distinct_id: id, properties } = toMatch(match);
    const fields = { event, distinct_id: id, properties: properties && JSON.stringify(properties) };
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    return send("GET", `/events?${new URLSearchParams(given).toString()}`);
  });
  const insights = ["trend", "funnel", "retention"].map((kind) => [
    kind,
    after((query: object) => post(`/insights/${kind}/`, query)),
  ]);
  return {
    events,
    lastEvent: async (match?: string | EventMatch) => (await events(match)).at(-1) ?? null,
    persons: after((): ReturnType<TestView["persons"]> => send("GET", "/persons")),
    warnings: after((): ReturnType<TestView["warnings"]> => send("GET", "/warnings")),
    requests: after(async (match?: RequestMatch) =>
      (await send<RecordedRequest[]>("GET", "/requests")).filter(isRequest(match)),
    ),
    waitFor: after((match: string | EventMatch, options: { timeout?: number } = {}) =>
      send<Awaited<ReturnType<TestView["waitFor"]>>>("POST", "/wait", { ...toMatch(match), ...options }),
    ),
    ask: after((query: object) => send("POST", "/ask", { query })) as QueryHandle["ask"],
    insights: Object.fromEntries(insights) as unknown as AssertedView["insights"],
  };
}

async function ask<Answer>(url: string, key: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(url.replace(/\/$/, "") + path, { method, headers, ...sent });
  const answer = (await reply.json()) as Answer & { detail?: string };
  if (!reply.ok) throw new Error(answer.detail ?? `${method} ${path} was answered ${reply.status}.`);
  return answer;
}
