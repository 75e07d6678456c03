import type { PostHog, PostHogOptions } from "posthog-node";
import type {
  CapturedEvent,
  EventRecord,
  FunnelQuestion,
  Hoglet,
  InProject,
  InsightsHandle,
  PersonRecord,
  Project,
  WarningRecord,
} from "../../lib/index.ts";
import { bindPostHog } from "./bind-posthog.ts";
import type { Conversion, FunnelOptions, FunnelStep } from "./checks/funnel.ts";
import { matches } from "./event-matcher.ts";
import type { EventMatch, EventMatcher } from "./event-matcher.ts";
import { expectHoglet } from "./expect-hoglet.ts";
import type { Fault, FaultTarget } from "./fault.ts";
import { coverPlan } from "./plan/coverage.ts";
import type { PlanCoverage } from "./plan/coverage.ts";
import { readAll } from "./read-all.ts";
import type { Stage } from "./stage.ts";
import { createVerifier } from "./verify.ts";
import { waitForEvent } from "./wait-for.ts";
import type { RecordedRequest } from "./wire.ts";

/** Which requests to show; what is absent may be anything. */
export interface RequestMatch {
  /** With or without the slash at its end. */
  path?: string;
  method?: string;
  /** Only those that were refused, wholly or for one of their events (true), or only the others. */
  refused?: boolean;
}

/**
 * One project of a test hoglet: what an app under test sends to its token, and what a test wants to know of it. Everything
 * that looks waits first for what bound clients still have to send and for requests that are being answered.
 */
export interface TestView {
  /** Another one, with the same token, after a reset. */
  readonly project: Project;
  /** Its public token. */
  readonly token: string;
  /** Captures in process. In strict mode rejects also for what would only be warned about. */
  capture(events: CapturedEvent | readonly CapturedEvent[]): Promise<void>;
  /** A real posthog-node bound to the token, in process, sending at once; see `bindPostHog`. */
  posthog(options?: PostHogOptions): Promise<PostHog>;
  /** The project's questions. */
  readonly insights: InsightsHandle;

  /** Oldest first; of equal time, first come first. */
  events(match?: string | EventMatch): Promise<EventRecord[]>;
  /** The newest; null = there is none. */
  lastEvent(match?: string | EventMatch): Promise<EventRecord | null>;
  /** Oldest first. */
  persons(): Promise<PersonRecord[]>;
  /** In the order of arrival, refused ones too: raw, and decoded. */
  requests(match?: RequestMatch): Promise<RecordedRequest[]>;
  /** Why events are missing or did not do what they should have; oldest first. */
  warnings(): Promise<WarningRecord[]>;
  /**
   * The first event that matches, as soon as it is there.
   * @param options `timeout` in real milliseconds. @default 2000
   * @throws AssertionError when the time is over, naming what did arrive, nearest first
   */
  waitFor(matcher: EventMatcher, options?: { timeout?: number }): Promise<EventRecord>;
  /** Resolves when bound clients have sent everything and every request is answered. */
  settle(): Promise<void>;

  /** A funnel to be held against numbers: `await hoglet.expectFunnel(["signed up", "paid"]).toConvert({ rate: 0.5 })`. */
  expectFunnel(
    steps: readonly FunnelStep[],
    options?: FunnelOptions,
  ): { toConvert(expected: Conversion): Promise<void>; not: { toConvert(expected: Conversion): Promise<void> } };

  /**
   * Lets requests fail, to prove that an app survives its analytics; calling what it gives takes back what has not happened.
   * @example hoglet.fail({ status: 503, retryAfterSeconds: 1 }, { path: "/batch/", times: 2 });
   */
  fail(fault: Fault, target?: FaultTarget): () => void;
  /** Takes back all faults. */
  heal(): void;

  /**
   * Throws when something was refused, dropped or warned about, or (with a plan in mode `strict`) was off the plan, since
   * the last time. In strict mode `reset()` and `close()` do this too.
   * @throws StrictError listing all of it
   */
  verify(): Promise<void>;
  /** How what was captured compares with the plan. @throws Error when there is no plan */
  coverage(): Promise<PlanCoverage>;
}

/** A view, and what its owner does with it. */
export interface CreatedView {
  view: TestView;
  /** See `Verifier.audit`. */
  audit(): Promise<void>;
  /** Forgets requests, faults and what was found wrong. */
  forget(): void;
}

/** @param project the one to look at, asked each time. @param ownToken faults and requests are those of its token alone */
export function createView(stage: Stage, project: () => Project, ownToken: boolean): CreatedView {
  const hoglet = (): Hoglet => stage.hoglet();
  const settle = () => stage.settle();
  const verifier = createVerifier(stage, () => view);
  const within = () => ({ project: project().id });
  const requests = () =>
    stage.wire.requests.filter(
      ({ path, token }) => !path.startsWith("/__test") && (!ownToken || token === project().api_token),
    );

  const view: TestView = {
    get project() {
      return project();
    },
    get token() {
      return project().api_token;
    },
    async capture(events) {
      // What a bound client was given before comes before.
      await settle();
      await hoglet().capture(events, within());
      if (stage.options.strict) await view.verify();
    },
    async posthog(options) {
      const { fetch, uuid } = stage;
      const client = await bindPostHog({ token: view.token, fetch, uuid, now: () => stage.iso() }, options);
      stage.clients.add(client);
      return client;
    },
    insights: insightsOf(hoglet, settle, within),

    async events(match = {}) {
      await settle();
      const wanted = typeof match === "string" ? { event: match } : match;
      const { event, distinct_id } = wanted;
      const query = {
        ...within(),
        ...(event !== undefined && { event }),
        ...(distinct_id !== undefined && { distinct_id }),
      };
      const records = await readAll((page) => hoglet().events.list({ ...query, ...page }));
      return records.toReversed().filter((record) => matches(wanted, record));
    },
    lastEvent: async (match) => (await view.events(match)).at(-1) ?? null,
    async persons() {
      await settle();
      return (await readAll((page) => hoglet().persons.list({ ...within(), ...page }))).toReversed();
    },
    async requests({ path, method, refused } = {}) {
      await settle();
      return requests().filter(
        (request) =>
          (path === undefined || bare(path) === bare(request.path)) &&
          (method === undefined || method.toUpperCase() === request.method) &&
          (refused === undefined || refused === (request.refusal !== null || (request.status ?? 0) >= 400)),
      );
    },
    async warnings() {
      await settle();
      return (await readAll((page) => hoglet().warnings.list({ ...within(), ...page }))).toReversed();
    },
    async waitFor(matcher, { timeout = 2000 } = {}) {
      return waitForEvent({
        matcher,
        timeoutMs: timeout,
        live: () => hoglet().events.live(within()),
        read: () => view.events(),
      });
    },
    settle,
    expectFunnel(steps, options) {
      const expectation = expectHoglet(view);
      return {
        toConvert: (expected) => expectation.toConvert(steps, expected, options),
        not: { toConvert: (expected) => expectation.not.toConvert(steps, expected, options) },
      };
    },
    fail: (fault, target) => stage.wire.faults.add(fault, { ...target, ...(ownToken && { token: view.token }) }),
    heal: () => stage.wire.faults.clear(ownToken ? view.token : undefined),
    verify: () => verifier.verify(),
    async coverage() {
      if (stage.options.plan === undefined)
        throw new Error("There is no plan: createTestHoglet({ plan: defineEvents(…) }).");
      return coverPlan(stage.options.plan, await view.events());
    },
  };
  const forget = () => {
    stage.wire.clear(ownToken ? view.token : undefined);
    view.heal();
    verifier.forget();
  };
  return { view, audit: () => verifier.audit(), forget };
}

function bare(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** The methods of the handle, about one project unless another is named, once everything has arrived. */
function insightsOf(
  hoglet: () => Hoglet,
  settle: () => Promise<void>,
  within: () => { project: number },
): InsightsHandle {
  const ask = async <Question extends InProject, Answer>(
    method: (query: Question) => Promise<Answer>,
    query: Question,
  ): Promise<Answer> => {
    await settle();
    return method({ ...within(), ...query });
  };
  return {
    trend: (query) => ask(hoglet().insights.trend, query),
    retention: (query = {}) => ask(hoglet().insights.retention, query),
    // One of several, of which the compiler looks at the last: the question says which it is.
    funnel: ((query: FunnelQuestion) => ask(hoglet().insights.funnel, query)) as InsightsHandle["funnel"],
    correlation: (query) => ask(hoglet().insights.correlation, query),
    paths: (query = {}) => ask(hoglet().insights.paths, query),
    lifecycle: (query) => ask(hoglet().insights.lifecycle, query),
    stickiness: (query) => ask(hoglet().insights.stickiness, query),
  };
}
