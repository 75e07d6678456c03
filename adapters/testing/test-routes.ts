import { isFields } from "../../lib/base/fields.ts";
import { AssertionError } from "node:assert";
import * as v from "valibot";
import { HogletError } from "../../lib/index.ts";
import type { FlagOptions, HttpReply, HttpRequest } from "../../lib/index.ts";
import type { TestHoglet } from "./test-hoglet.ts";
import { assertionNames, expectHoglet } from "./expect-hoglet.ts";
import type { HogletMatchers } from "./expect-hoglet.ts";
import type { EventMatch } from "./event-matcher.ts";
import type { Fault, FaultTarget } from "./fault.ts";
import { toJUnit } from "./plan/coverage.ts";
import { requireFields } from "./require-fields.ts";
import { isSubset } from "./subset.ts";
import type { TestTenant } from "./tenants.ts";
import { isTestPath } from "./test-door.ts";
import type { RequestHead } from "./test-door.ts";
import type { TestView } from "./test-view.ts";
import { StrictError } from "./verify.ts";
import type { Outcome, RecordedRequest } from "./wire.ts";

// The kit over HTTP, for other languages and processes. An ordinary hoglet has no such paths.

interface Call {
  hoglet: TestHoglet;
  /** The tenant in the query's `tenant`, or the first project. */
  view: TestView | TestTenant;
  query: URLSearchParams;
  /** JSON; an empty object without a body. */
  body: unknown;
}

/** Any value but a HttpReply is sent as JSON. */
type Run = (call: Call) => unknown;

const Properties = v.record(v.string(), v.unknown());
const matchEntries = {
  event: v.exactOptional(v.string()),
  distinct_id: v.exactOptional(v.string()),
  properties: v.exactOptional(Properties),
};
const Wait = v.object({
  ...matchEntries,
  timeout: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))),
});
const Moment = v.union([v.string(), v.number()], "Expected text or a number.");
const Move = v.object({ set: v.exactOptional(Moment), advance: v.exactOptional(Moment) });
const FaultInput = v.object({
  status: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  headers: v.exactOptional(v.record(v.string(), v.string())),
  body: v.exactOptional(v.string()),
  retryAfterSeconds: v.exactOptional(v.number()),
  delayMs: v.exactOptional(v.number()),
  drop: v.exactOptional(v.boolean()),
  truncate: v.exactOptional(v.boolean()),
  isAnswerLost: v.exactOptional(v.boolean()),
  /** Null = until they are removed. */
  times: v.exactOptional(v.nullable(v.pipe(v.number(), v.minValue(1)))),
  path: v.exactOptional(v.string()),
  method: v.exactOptional(v.string()),
});
const FlagInput = v.object({
  key: v.string(),
  value: v.union([v.boolean(), v.string()], "Expected true, false or the name of a variant."),
  payload: v.exactOptional(v.unknown()),
  distinct_ids: v.exactOptional(v.array(v.string())),
});
const TenantInput = v.object({ name: v.exactOptional(v.string()) });
const Question = v.object({ query: v.looseObject({ kind: v.string() }) });

/** An assertion's name, with a list of its arguments. */
const Expected = v.object({
  ...Object.fromEntries(assertionNames.map((name) => [name, v.exactOptional(v.array(v.unknown()))])),
  not: v.exactOptional(v.boolean()),
});

/** @throws TypeError naming the wrong field, and the known fields */
function read<Entries extends v.ObjectEntries>(body: unknown, schema: v.ObjectSchema<Entries, undefined>) {
  if (!isFields(body)) throw new TypeError("Expected a JSON object.");
  requireFields("The body", body, Object.keys(schema.entries));
  const { success, issues, output } = v.safeParse(schema, body);
  if (success) return output;
  throw new TypeError(issues.map((issue) => `${v.getDotPath(issue) ?? "The body"}: ${issue.message}`).join(" "));
}

/** The routes of the kit; docs/guides/testing.md lists them. */
const ROUTES: Record<string, Run> = {
  "GET /__test/": ({ hoglet, view }) => describe(hoglet, view),
  "GET /__test/events": async ({ view, query }) => view.events(toMatch(query)),
  "GET /__test/persons": async ({ view }) => view.persons(),
  "GET /__test/requests": async ({ view }) => (await view.requests()).map(toJsonRequest),
  "GET /__test/warnings": async ({ view }) => view.warnings(),
  "GET /__test/coverage": async ({ view, query }) => {
    const coverage = await view.coverage();
    return query.get("format") === "junit" ? text("application/xml", toJUnit(coverage)) : coverage;
  },
  "POST /__test/wait": async ({ view, body }) => {
    const { timeout, ...match } = read(body, Wait);
    return view.waitFor(match, timeout === undefined ? {} : { timeout });
  },
  "POST /__test/ask": async ({ view, body }) => view.ask(read(body, Question).query as never, { refresh: true }),
  "POST /__test/expect": async ({ view, body }) => {
    const { not: isNot = false, ...named } = read(body, Expected);
    const [given, ...more] = Object.entries(named);
    if (given === undefined || more.length > 0) {
      throw new TypeError(
        `Expected one assertion, such as {"toHaveCaptured": ["paid", {"amount": 12}]}: ${assertionNames.join(", ")}.`,
      );
    }
    const [name, args] = given;
    const expected = isNot ? expectHoglet(view).not : expectHoglet(view);
    await (expected[name as keyof HogletMatchers] as (...args: unknown[]) => Promise<void>)(...(args as unknown[]));
    return {};
  },
  "POST /__test/clock": async ({ hoglet, body }) => {
    const { set, advance } = read(body, Move);
    if ((set === undefined) === (advance === undefined)) throw new TypeError("Expected set or advance.");
    const ran = set === undefined ? await hoglet.clock.advance(advance ?? 0) : await hoglet.clock.set(set);
    return { now: hoglet.clock.iso(), ran };
  },
  "POST /__test/flags": async ({ hoglet, view, body }) => {
    const { key, value, ...options } = read(body, FlagInput);
    return hoglet.flags.set(key, value, { ...(options as FlagOptions), project: view.project.id });
  },
  "DELETE /__test/flags": async ({ hoglet, view }) => {
    await hoglet.flags.clear({ project: view.project.id });
    return {};
  },
  "POST /__test/faults": ({ view, body }) => {
    const { times = 1, path, method, ...fault } = read(body, FaultInput);
    const target: FaultTarget = {
      times: times ?? Infinity,
      ...(path !== undefined && { path }),
      ...(method !== undefined && { method }),
    };
    view.fail(fault satisfies Fault, target);
    return {};
  },
  "DELETE /__test/faults": ({ view }) => {
    view.heal();
    return {};
  },
  "POST /__test/verify": async ({ view }) => {
    await view.verify();
    return {};
  },
  "POST /__test/reset": async ({ hoglet, view }) => {
    await ("reset" in view ? (view as TestTenant).reset() : hoglet.reset());
    return describe(hoglet, view);
  },
  "POST /__test/tenants": async ({ hoglet, body }) => {
    const { name } = read(body, TenantInput);
    return describe(hoglet, await hoglet.tenant(name));
  },
  "POST /__test/fork": async ({ hoglet }) => {
    const fork = await hoglet.fork();
    return { url: await fork.url(), ...describe(fork, fork) };
  },
  "GET /__test/snapshot": async ({ hoglet, query }) => {
    const uuids = query.get("uuids") === "kept" ? "kept" : "derived";
    return text("application/x-ndjson", await hoglet.snapshot(undefined, { uuids }));
  },
};

/**
 * Answers paths under `/__test`; undefined for others.
 * @param hoglet the hoglet behind the routes
 * @param refuse checks each request first, from any source: an app may have the hoglet on a server of its own
 */
export function createTestRoutes(
  hoglet: TestHoglet,
  refuse: (head: RequestHead) => HttpReply | null,
): (request: HttpRequest) => Promise<Outcome | undefined> {
  return async (request) => {
    if (!isTestPath(request.url)) return undefined;
    const target = new URL(request.url, "http://hoglet.local");
    const reply = refuse(request) ?? (await answer(hoglet, request, target).catch(toErrorReply));
    reply.headers["cache-control"] = "no-store";
    return { reply, breaks: "never" };
  };
}

async function answer(hoglet: TestHoglet, request: HttpRequest, target: URL): Promise<HttpReply> {
  const path = target.pathname.replace(/\/$/, "");
  const sent = Buffer.from(request.body).toString("utf8");
  if (path === "/__test/snapshot" && request.method === "POST") {
    await hoglet.load(sent);
    return json(200, {});
  }
  const run = ROUTES[`${request.method} ${path === "/__test" ? "/__test/" : path}`];
  if (run === undefined)
    return json(404, { detail: `There is no ${request.method} ${path}.`, routes: Object.keys(ROUTES) });
  const tenant = target.searchParams.get("tenant");
  // A tenant's view has its own reset and faults.
  const view: TestView = tenant === null ? withoutReset(hoglet) : await hoglet.tenant(tenant);
  const body: unknown = sent.trim() === "" ? {} : JSON.parse(sent);
  const value = await run({ hoglet, view, query: target.searchParams, body });
  return isReply(value) ? value : json(200, value);
}

function withoutReset(hoglet: TestHoglet): TestView {
  const { reset: _, ...descriptors } = Object.getOwnPropertyDescriptors(hoglet);
  return Object.defineProperties({}, descriptors) as TestView;
}

function describe(hoglet: TestHoglet, view: TestView) {
  return {
    project_id: view.project.id,
    project_token: view.token,
    personal_api_key: hoglet.personalApiKey,
    now: hoglet.clock.iso(),
  };
}

function toMatch(query: URLSearchParams): EventMatch {
  const [event, distinctId, properties] = ["event", "distinct_id", "properties"].map((name) => query.get(name));
  return {
    ...(event && { event }),
    ...(distinctId && { distinct_id: distinctId }),
    ...(properties && { properties: v.parse(Properties, JSON.parse(properties)) }),
  };
}

function toJsonRequest({ body, ...request }: RecordedRequest) {
  return { ...request, body_base64: Buffer.from(body).toString("base64") };
}

function toErrorReply(error: unknown): HttpReply {
  if (error instanceof HogletError) return json(error.status < 500 ? error.status : 400, error);
  const detail = error instanceof Error ? error.message : String(error);
  // 417 Expectation Failed: an expected event did not arrive, or there were problems.
  if (error instanceof AssertionError || error instanceof StrictError) return json(417, { detail });
  return json(400, { detail });
}

function json(status: number, value: unknown): HttpReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value ?? {}) };
}

function text(type: string, body: string): HttpReply {
  return { status: 200, headers: { "content-type": `${type}; charset=utf-8` }, body };
}

function isReply(value: unknown): value is HttpReply {
  return isSubset({ headers: {} }, value) && typeof (value as HttpReply).status === "number";
}
