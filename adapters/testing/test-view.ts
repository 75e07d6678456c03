import type { PostHog, PostHogOptions } from "posthog-node";
import type {
  AnswerTo,
  CapturedEvent,
  EventRecord,
  InProject,
  InsightsHandle,
  PersonRecord,
  Project,
  QueryHandle,
  QueryName,
  QueryNode,
  WarningRecord,
} from "../../lib/index.ts";
import type { Client } from "./client.ts";
import type { AskedFunnel, Conversion, FunnelOptions } from "./checks/conversion.ts";
import type { EventMatch, EventMatcher } from "./event-matcher.ts";
import type { Fault, FaultTarget } from "./fault.ts";
import type { PlanCoverage } from "./plan/coverage.ts";
import type { RequestMatch } from "./request-match.ts";
import type { RecordedRequest } from "./wire.ts";

/** The parts of a view that assertions read. */
export type AssertedView = Pick<TestView, "token" | "ask" | "events" | "persons" | "requests" | "warnings"> & {
  readonly insights: Pick<InsightsHandle, "trend" | "funnel" | "retention">;
};

/**
 * One project of a test hoglet: the requests of an app to its token, and their results. Every read first waits until
 * bound clients have sent their events and running requests are answered.
 */
export interface TestView {
  /** Another object, with the same token, after a reset. */
  readonly project: Project;
  /** Its public token. */
  readonly token: string;
  /** Captures in process. In strict mode it also rejects for warnings. */
  capture(events: CapturedEvent | readonly CapturedEvent[], options?: InProject): Promise<void>;
  /** A real posthog-node bound to the token, in process, sending at once; see `bindPostHog`. */
  posthog(options?: PostHogOptions): Promise<PostHog>;
  /**
   * Waits for a client of your own too, before each read: it is flushed. posthog-js sends each event at once from here on.
   * @returns the client
   * @example const posthog = hoglet.adopt(new PostHog(hoglet.token, { fetch: hoglet.fetch }));
   */
  adopt<Own extends Client>(client: Own): Own;
  /** The project's questions by `filters`. */
  readonly insights: InsightsHandle;
  /** Answers a query node. */
  readonly ask: QueryHandle["ask"];
  /** Runs HogQL. */
  readonly query: QueryHandle["query"];

  /** Oldest first; at equal times, in the order of arrival. */
  events(match?: string | EventMatch): Promise<EventRecord[]>;
  /** The newest event; null = none. */
  lastEvent(match?: string | EventMatch): Promise<EventRecord | null>;
  /** Oldest first. */
  persons(): Promise<PersonRecord[]>;
  /** The requests in the order of arrival, including refused requests: raw, and decoded. */
  requests(match?: RequestMatch): Promise<RecordedRequest[]>;
  /** Warnings that explain missing or changed events; oldest first. */
  warnings(): Promise<WarningRecord[]>;
  /**
   * The first event that matches, as soon as it arrives.
   * @param options `timeout` in real milliseconds. @default 2000
   * @throws AssertionError after the timeout, naming the captured events, nearest first
   */
  waitFor(matcher: EventMatcher, options?: { timeout?: number }): Promise<EventRecord>;
  /**
   * The first answer to a query that passes, as soon as it does: the query is watched (`hoglet.watch`).
   * @example await hoglet.until({ kind: "TrendsQuery", series: [{ event: "paid" }] }, ({ results }) => results[0]?.count === 3);
   * @param options `timeout` in real milliseconds. @default 2000
   * @throws AssertionError after the timeout, with the last results; HogletError 400 when the query cannot be answered
   */
  until<const Kind extends QueryName>(
    query: QueryNode<Kind> & { kind: Kind },
    passes: (answer: AnswerTo<Kind>) => boolean,
    options?: { timeout?: number },
  ): Promise<AnswerTo<Kind>>;
  /** Resolves when bound clients have sent everything and every request is answered. */
  settle(): Promise<void>;

  /** A funnel for assertions: `await hoglet.expectFunnel(["signed up", "paid"]).toConvert({ rate: 0.5 })`. */
  expectFunnel(
    funnel: AskedFunnel,
    options?: FunnelOptions,
  ): { toConvert(expected: Conversion): Promise<void>; not: { toConvert(expected: Conversion): Promise<void> } };

  /**
   * Makes requests fail, to prove that an app survives failures of its analytics; the returned function removes the
   * part that has not happened.
   * @example hoglet.fail({ status: 503, retryAfterSeconds: 1 }, { path: "/batch/", times: 2 });
   */
  fail(fault: Fault, target?: FaultTarget): () => void;
  /** Removes all faults. */
  heal(): void;

  /**
   * Throws if, since the last call, anything was refused, dropped or warned about, or (with a plan in mode `strict`)
   * was off the plan. In strict mode `reset()` and `close()` do this too.
   * @throws StrictError listing all problems
   */
  verify(): Promise<void>;
  /** The coverage of the plan by captured events. @throws Error without a plan */
  coverage(): Promise<PlanCoverage>;
}
