import { createRequire } from "node:module";
import type { Page, Request } from "playwright-core";
import * as assert from "uvu/assert";
import { openWindow } from "../support/browser.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { readsOf } from "./reads.ts";
import type { Reads } from "./reads.ts";
import { serveHoglet } from "./serve.ts";
import { serveSite } from "./site.ts";
import { tapHandle } from "./tap.ts";
import type { Exchange, Tap } from "./tap.ts";
import { until } from "./until.ts";
import { NOW } from "./world.ts";

/** Version of the posthog-js under test. */
export const POSTHOG_JS_VERSION = (createRequire(import.meta.url)("posthog-js/package.json") as { version: string })
  .version;

/** The options of a visit. */
export interface VisitOptions {
  hoglet?: HogletOptions;
  /** The token that the page gives posthog-js. @default the token of the hoglet's project */
  token?: string;
  /** Options of `posthog.init`, besides those of every visit. */
  config?: Readonly<Record<string, unknown>>;
  /** Path on the hoglet's origin of the script to load by a tag; absent = imported as a module. */
  scriptPath?: string;
  /** Runs before the page is loaded. */
  prepare?: (visit: Pick<Visit, "wire" | "hoglet" | "token">) => void;
}

/** A browser on the page of a site that uses posthog-js, with a hoglet behind it on another origin. */
export interface Visit {
  hoglet: Hoglet;
  token: string;
  wire: Tap;
  reads: Reads;
  page: Page;
  /** The browser's requests to the hoglet so far, as `POST /e/ 200`, in their order, without preflights. */
  asked(): string[];
  /** Texts of console errors and warnings, and of errors that scripts threw. */
  problems: string[];
  /** The stored events of a name, once there are `count`. */
  stored(name: string, count?: number): Promise<Awaited<ReturnType<Reads["events"]>>>;
}

/** Without this posthog-js drops every event of a browser that a program drives (reference/capture.md 10.5). */
const SEEN_AS_A_PERSON = { opt_out_useragent_filter: true };

/** The shortest wait that posthog-js allows for queued events. */
const QUICK = { request_queue_config: { flush_interval_ms: 250 } };

/** Visits a page, runs the story there, and closes everything. */
export async function withVisit(
  { hoglet: options = {}, token: given, config = {}, scriptPath, prepare }: VisitOptions,
  story: (visit: Visit) => Promise<void>,
): Promise<void> {
  const hoglet = await createHoglet({ now: NOW, ...options });
  const wire = tapHandle(hoglet);
  const api = await serveHoglet(wire);
  const token = given ?? hoglet.project.api_token;
  const site = await serveSite({
    token,
    config: { api_host: api.origin, ...SEEN_AS_A_PERSON, ...QUICK, ...config },
    ...(scriptPath !== undefined && { scriptUrl: api.origin + scriptPath }),
  });
  const { page, close } = await openWindow({});
  try {
    const reads = readsOf(fetch, api.origin, hoglet.personalApiKey);
    prepare?.({ wire, hoglet, token });
    const { asked, problems } = watch(page, api.origin);
    const stored: Visit["stored"] = (name, count = 1) =>
      until(`${count} × ${name} stored`, async () => {
        const events = await reads.events(name);
        return events.length >= count && events;
      });
    await page.goto(site.origin);
    await story({ hoglet, token, wire, reads, page, asked, problems, stored });
  } finally {
    await close();
    await site.close();
    await api.close();
    await hoglet.close();
  }
}

/** A visit with another remote config than the hoglet's, which shows the effect of a key. */
export function givenConfig(config: Record<string, unknown>): Pick<VisitOptions, "prepare"> {
  return {
    prepare({ wire, token }) {
      const entry = JSON.stringify({ config: { supportedCompression: ["gzip-js"], ...config }, siteApps: [] });
      const body = `window._POSTHOG_REMOTE_CONFIG = { ${JSON.stringify(token)}: ${entry} };`;
      const path = `/array/${token}/config.js`;
      wire.fail({ method: "GET", path }, { status: 200, headers: { "content-type": "text/javascript" }, body });
    },
  };
}

/**
 * Waits until all requests of the browser are answered, and checks that no request failed and no problem was logged. The
 * driver may learn of a request later than the hoglet, so it waits for as many as reached the hoglet.
 */
export async function assertQuiet({ asked, problems, wire }: Visit): Promise<void> {
  const reached = () => wire.exchanges.filter(isOfBrowser).length;
  await until("every request is told of, and answered", () => {
    const lines = asked();
    return lines.length >= reached() && lines.every((line) => !line.endsWith("…"));
  });
  const failed = asked().filter((line) => !/ 20\d$/.test(line));
  assert.equal({ failed, problems }, { failed: [], problems: [] });
}

/** Whether the page asked, and not the test; preflights do not count. */
function isOfBrowser({ method, headers }: Exchange): boolean {
  return method !== "OPTIONS" && headers["user-agent"]?.startsWith("Mozilla/") === true;
}

/** Longer than anything that a page is asked to wait for. */
const PAGE_PATIENCE_MS = 120_000;

/**
 * Runs a function in the page, with its posthog and an argument; awaits a promise.
 * @throws Error when no answer comes in time, because a page itself would wait without end
 */
export function inPage<Given, Answer>(
  page: Page,
  work: (posthog: PostHogInPage, given: Given) => Answer,
  given?: Given,
): Promise<Awaited<Answer>> {
  // The function travels as text: it may use nothing but its arguments.
  const answer = `(${work.toString()})(window.posthog, ${JSON.stringify(given ?? null)})`;
  const lapse = `new Promise((_, reject) => setTimeout(reject, ${PAGE_PATIENCE_MS}, new Error("No answer in the page.")))`;
  return page.evaluate(`Promise.race([${answer}, ${lapse}])`) as Promise<Awaited<Answer>>;
}

/** The part of posthog-js that these tests use. */
export interface PostHogInPage {
  capture(event: string, properties?: object, options?: object): unknown;
  identify(id: string, set?: object, setOnce?: object): void;
  setPersonProperties(set?: object, setOnce?: object): void;
  unsetPersonProperties(names: string[]): void;
  alias(id: string): void;
  group(type: string, key: string, properties?: object): void;
  reset(): void;
  get_distinct_id(): string;
  isFeatureEnabled(key: string): boolean | undefined;
  getFeatureFlag(key: string): boolean | string | undefined;
  getFeatureFlagPayload(key: string): unknown;
  getSurveys(callback: (surveys: unknown[]) => void, forceReload: boolean): void;
  getEarlyAccessFeatures(callback: (features: unknown[]) => void, forceReload: boolean): void;
  captureException(error: unknown): unknown;
  captureLog(log: { body: string; level: string }): void;
  onFeatureFlags(callback: (keys: string[]) => void): void;
}

function watch(page: Page, apiOrigin: string): { asked: () => string[]; problems: string[] } {
  const problems: string[] = [];
  const requests = new Map<Request, string>();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (request.url().startsWith(apiOrigin)) requests.set(request, "…");
  });
  page.on("response", (response) => settle(response.request(), String(response.status())));
  page.on("requestfailed", (request) => settle(request, request.failure()?.errorText ?? "failed"));

  const settle = (request: Request, outcome: string) => {
    if (requests.has(request)) requests.set(request, outcome);
  };
  const asked = () =>
    [...requests].map(([request, outcome]) => `${request.method()} ${new URL(request.url()).pathname} ${outcome}`);
  return { asked, problems };
}
