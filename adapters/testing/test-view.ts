import type { PostHog, PostHogOptions } from "posthog-node";
import type {
  CapturedEvent,
  EventRecord,
  InsightsHandle,
  PersonRecord,
  Project,
  WarningRecord,
} from "../../lib/index.ts";
import type { Conversion, FunnelOptions, FunnelStep } from "./checks/conversion.ts";
import type { EventMatch, EventMatcher } from "./event-matcher.ts";
import type { Fault, FaultTarget } from "./fault.ts";
import type { PlanCoverage } from "./plan/coverage.ts";
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
