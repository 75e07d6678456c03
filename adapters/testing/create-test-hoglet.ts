import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { requireOptions, unknownOption } from "../../lib/base/call-faults.ts";
import { optionNames } from "../../lib/handle/options.ts";
import { guardHosts } from "../../lib/index.ts";
import type { Fetch, HogletOptions, HttpReply, HttpRequest } from "../../lib/index.ts";
import { openLoopback } from "./loopback.ts";
import type { Loopback } from "./loopback.ts";
import type { EventRules, PlanMode } from "./plan/define-events.ts";
import { findClients } from "./find-clients.ts";
import { followHandle } from "./follow-handle.ts";
import { fingerprint, toSnapshot } from "./snapshot.ts";
import type { SnapshotOptions } from "./snapshot.ts";
import { openStage } from "./stage.ts";
import type { Image, Stage, StageOptions } from "./stage.ts";
import { openTenants } from "./tenants.ts";
import { createTestClock, toInstantMs } from "./test-clock.ts";
import { createTestDoor } from "./test-door.ts";
import type { RequestHead } from "./test-door.ts";
import type { TestHoglet } from "./test-hoglet.ts";
import { createTestRoutes } from "./test-routes.ts";
import { createView } from "./create-view.ts";
import type { TestView } from "./test-view.ts";
import { connectionBroken, cutReply } from "./wire.ts";

/** The options of `createTestHoglet`, all optional. The remaining options are those of `createHoglet`. */
export interface TestHogletOptions extends Omit<HogletOptions, "file" | "now" | "random" | "contents"> {
  /** Start of the clock: ISO text, epoch milliseconds or a Date. @default 2025-01-15T12:00:00Z, a Wednesday */
  now?: string | number | Date;
  /** Let the clock run in real time from there, for servers that other programs use. @default false: it stands still */
  runs?: boolean;
  /** Seed of uuids and tokens. @default "hoglet" */
  seed?: string | number;
  /**
   * Make `capture()`, `verify()`, `reset()` and `close()` reject for anything that PostHog would refuse, drop or warn
   * about.
   * @default false
   */
  strict?: boolean;
  /** The tracking plan, made by `defineEvents`. @default none */
  plan?: EventRules;
  /**
   * The result for events off the plan: `warn` emits a process warning named HogletPlanWarning, `strict` makes
   * `verify()`, `reset()` and `close()` reject. @default "warn"
   */
  planMode?: PlanMode;
  /**
   * Further names and addresses, besides loopback ones, for requests to the server of `url()`, such as `10.0.2.2` from
   * an Android emulator. @default none: requests to other hosts are refused
   */
  allowedHosts?: readonly string[];
  /** Called with each project before `reset()`, `load()` and `close()` drop its data. @default none */
  beforeForget?: (view: TestView) => Promise<void>;
}

const DEFAULT_NOW = "2025-01-15T12:00:00Z";

/**
 * Opens a hoglet to test with: in memory, its clock standing still, its ids the same in every run.
 * @example
 * await using hoglet = await createTestHoglet();
 * const posthog = await hoglet.posthog();
 * posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
 * await expectHoglet(hoglet).toHaveCaptured("signed up", { plan: "pro" });
 * @throws HogletError `misconfigured` naming the option at fault; RangeError for a `now` that is no instant
 */
export async function createTestHoglet(options: TestHogletOptions = {}): Promise<TestHoglet> {
  refuseOthers(options);
  const {
    now = DEFAULT_NOW,
    seed = "hoglet",
    strict = false,
    plan,
    planMode = "warn",
    runs = false,
    beforeForget,
    allowedHosts = [],
    ...rest
  } = options;
  // Not from the seed: every program on this machine, and pages in its browsers, could derive such a key.
  const personalApiKey = randomKey("phx_");
  // A hoglet and its forks share it: they must decrypt the plugins' secrets.
  const hoglet = { projectToken: "phc_test", personalApiKey, secretKey: "hoglet/testing", ...rest };
  const image = { contents: null, nowMs: toInstantMs(now), seed: String(seed), drawn: { hoglet: 0, clients: 0 } };
  const stage = { hoglet, strict, plan, planMode, runs, beforeForget, allowedHosts, testKey: randomKey("test_") };
  return openTestHoglet(stage, image);
}

const OWN_OPTIONS = Object.keys({
  now: 0,
  runs: 0,
  seed: 0,
  strict: 0,
  plan: 0,
  planMode: 0,
  allowedHosts: 0,
  beforeForget: 0,
} satisfies Record<Exclude<keyof TestHogletOptions, Exclude<keyof HogletOptions, "now">>, 0>);

/** Options of a stored database. */
const STORED = new Set(["file", "contents", "random"]);
const OPTIONS = [...OWN_OPTIONS, ...optionNames.filter((name) => !STORED.has(name))];

/** @throws TypeError for options of a stored database; HogletError for unknown options */
function refuseOthers(options: object): void {
  requireOptions("createTestHoglet", options, "{ strict: true }");
  for (const name of Object.keys(options)) {
    if (STORED.has(name)) {
      throw new TypeError(
        `createTestHoglet has no option ${name}: it is in memory. load(file) reads data, seed decides ids.`,
      );
    }
    if (!OPTIONS.includes(name)) throw unknownOption("createTestHoglet", name, OPTIONS);
  }
}

/** 24 bytes cannot be guessed. */
function randomKey(prefix: string): string {
  return prefix + randomBytes(24).toString("base64url");
}

async function openTestHoglet(options: StageOptions, first: Image): Promise<TestHoglet> {
  const stage = await openStage(options, first, (request) => answerTests(request));
  // An image opens in a tenth of the time of a new database.
  const origin = first.contents === null ? await stage.image() : first;
  const { view, audit, forget } = createView(stage, () => stage.hoglet().project, false);
  const tenants = openTenants(stage);
  const finish = async () => {
    await stage.settle();
    // Resolves when plugins have handled all stored events.
    await stage.hoglet().runDue();
  };
  const clock = createTestClock(stage.hand, finish, () => stage.hoglet().runDue());
  const refuseTests = createTestDoor(options.testKey, options.allowedHosts);
  const server = serverOf(stage, guardHosts(options.allowedHosts), refuseTests);

  const resetTo = async (image: Image) => {
    await stage.settle();
    await auditAll([audit, ...tenants.audits()]);
    await stage.show(image);
    forget();
    await tenants.renew();
  };
  const forks: TestHoglet[] = [];
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll(auditAll([audit, ...tenants.audits()]), [...forks], { server, stage }));

  let watching: Fetch | undefined;
  const whole = followHandle(stage.hoglet, view.settle);
  const own = {
    personalApiKey: options.hoglet.personalApiKey ?? "",
    testKey: options.testKey,
    clock,
    async handle(request: HttpRequest) {
      const { reply, breaks } = await stage.answer(request);
      if (breaks === "before") throw connectionBroken();
      return breaks === "middle" ? cutReply(reply) : reply;
    },
    url: server.url,
    async reset() {
      await resetTo(origin);
    },
    async fork() {
      const fork = await openTestHoglet(options, await stage.image());
      forks.push(fork);
      return fork;
    },
    async snapshot(file?: string, how?: SnapshotOptions) {
      await stage.settle();
      const text = await toSnapshot(stage.hoglet(), view.project.id, how);
      // Readable only for its owner, like a database.
      if (file !== undefined) await writeFile(file, text, { mode: 0o600 });
      return text;
    },
    async load(file: string) {
      const text = file.trimStart().startsWith("{") ? file : await readFile(file, "utf8");
      // Another seed, since new events with the uuids of loaded events would count as duplicates.
      await resetTo({ ...origin, seed: `${origin.seed}\n${fingerprint(text)}` });
      await stage.hoglet().import(text, { persons: "given" });
    },
    tenant: tenants.open,
    close,
    [Symbol.asyncDispose]: close,
  };
  const withMethods = (name: "events" | "persons" | "warnings"): PropertyDescriptor => ({
    get: () => (Object.hasOwn(view[name], "list") ? view[name] : Object.assign(view[name], whole[name])),
    enumerable: true,
  });
  // Descriptors, since spreading would read each getter only once.
  const test = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(whole),
      ...Object.getOwnPropertyDescriptors(own),
      ...Object.getOwnPropertyDescriptors(view),
      fetch: { get: () => (watching ??= watchClients(stage)), enumerable: true },
      events: withMethods("events"),
      persons: withMethods("persons"),
      warnings: withMethods("warnings"),
    },
  ) as TestHoglet;
  const answerTests = createTestRoutes(test, refuseTests);
  return test;
}

/** Waits for the clients of this fetch. */
function watchClients({ fetch, clients }: Stage): Fetch {
  findClients(fetch, (client) => clients.add(client));
  return fetch;
}

/** Problems of a fork are told when it is closed, which HTTP cannot do. */
async function closeAll(
  audited: Promise<void>,
  forks: readonly TestHoglet[],
  { server, stage }: Record<"server" | "stage", { close(): Promise<void> }>,
): Promise<void> {
  try {
    await audited;
  } finally {
    await Promise.allSettled(forks.map((fork) => fork.close()));
    await server.close();
    await stage.close();
  }
}

/** Runs before data is dropped. The first problem is thrown, and then nothing is dropped. */
async function auditAll(audits: readonly (() => Promise<void>)[]): Promise<void> {
  for (const audit of audits) await audit();
}

type Refuse = (head: RequestHead) => HttpReply | null;

/** The server, which starts on demand. */
function serverOf(
  { answer }: Stage,
  refuseHost: Refuse,
  refuseTests: Refuse,
): { url(): Promise<string>; close(): Promise<void> } {
  let opening: Promise<Loopback> | undefined;
  const refuse = (head: RequestHead) => refuseHost(head) ?? refuseTests(head);
  return {
    url: async () => (await (opening ??= openLoopback({ answer, refuse }))).url,
    close: async () => (await opening)?.close(),
  };
}
