import type { AssertionError } from "node:assert";
import { toVisibleLines } from "../../lib/index.ts";
import { assertionError } from "./assertion-error.ts";
import { calledFlag } from "./checks/called-flag.ts";
import type { FlagCall } from "./checks/called-flag.ts";
import { captured, capturedTimes } from "./checks/captured.ts";
import { converts } from "./checks/funnel.ts";
import { generated } from "./checks/generated.ts";
import type { Generation } from "./checks/generated.ts";
import { kept } from "./checks/kept.ts";
import type { AskedFunnel, Conversion, FunnelOptions } from "./checks/conversion.ts";
import { merged, person } from "./checks/person.ts";
import { retains } from "./checks/retention.ts";
import type { AskedRetention } from "./checks/retention.ts";
import { trends } from "./checks/trend.ts";
import type { AskedTrend, SeriesMatch } from "./checks/trend.ts";
import type { Verdict } from "./checks/verdict.ts";
import type { EventMatch } from "./event-matcher.ts";
import { insideOf } from "./inside-view.ts";
import type { InsideView } from "./inside-view.ts";
import type { AssertedView } from "./test-view.ts";

/**
 * The assertions about a hoglet. Each first waits until clients have sent their events; a failure names the nearest
 * events and the properties that differ. `R` is the result of the runner's matchers: a promise to await.
 */
export interface HogletMatchers<R = Promise<void>> {
  /**
   * The captured events include this event.
   * @param properties a part of its properties
   * @example await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
   */
  toHaveCaptured(event: string | EventMatch, properties?: Record<string, unknown>): R;
  /** The event was captured exactly this number of times. */
  toHaveCapturedTimes(event: string | EventMatch, times: number, properties?: Record<string, unknown>): R;
  /**
   * An app asked for this flag, and got this value.
   * @example await expect(hoglet).toHaveCalledFlag("new-checkout", { value: true });
   */
  toHaveCalledFlag(key: string, call?: FlagCall): R;
  /**
   * An app called a language model, within these bounds of cost and time, and the model called these tools.
   * @param expected bounds of all calls, or of those of one model. @default any call
   * @example await expect(hoglet).toHaveGenerated({ model: "gpt-4o", maxCostUsd: 0.01, maxLatencyMs: 2000, tools: ["search"] });
   */
  toHaveGenerated(expected?: Generation): R;
  /** A person has this distinct id, and these properties among others. */
  toHavePerson(distinctId: string, properties?: Record<string, unknown>): R;
  /** All of these distinct ids are one person. */
  toHaveMerged(...distinctIds: [string, string, ...string[]]): R;
  /** All that clients sent was stored: no request was refused, and none was for a part of PostHog that hoglet lacks, such as logs. */
  toHaveKeptEverything(): R;
  /**
   * A funnel has this conversion.
   * @param funnel steps, counted of all time; a whole FunnelsQuery; or a question of the older dialect
   * @param options further fields of the FunnelsQuery that steps alone become
   * @example await expect(hoglet).toConvert(["visited", "signed up"], { within: "1h", rate: 0.5 });
   */
  toConvert(funnel: AskedFunnel, expected: Conversion, options?: FunnelOptions): R;
  /** A retention has these rows. */
  toRetain(query: AskedRetention, rows: readonly (readonly number[])[]): R;
  /** A trend has these series. @example await expect(hoglet).toHaveTrend("paid", { count: 3 }); */
  toHaveTrend(query: AskedTrend, expected: SeriesMatch | readonly SeriesMatch[]): R;
}

type Check = (view: AssertedView, ...args: never[]) => Promise<Verdict>;

const CHECKS = {
  toHaveCaptured: captured,
  toHaveCapturedTimes: capturedTimes,
  toHaveCalledFlag: calledFlag,
  toHaveGenerated: generated,
  toHavePerson: person,
  toHaveMerged: merged,
  toHaveKeptEverything: kept,
  toConvert: converts,
  toRetain: retains,
  toHaveTrend: trends,
} satisfies Record<keyof HogletMatchers, Check>;

export const assertionNames = Object.keys(CHECKS) as readonly (keyof HogletMatchers)[];

/** The assertions of one hoglet (or tenant), and their opposites. */
export type HogletExpectation = HogletMatchers & { not: HogletMatchers };

/**
 * Assertions for any runner: they throw node's AssertionError.
 * @example await expectHoglet(hoglet).not.toHaveCaptured("signed up");
 */
export function expectHoglet(view: AssertedView): HogletExpectation {
  return { ...throwing(view, true), not: throwing(view, false) };
}

function throwing(view: AssertedView, wanted: boolean): HogletMatchers {
  const { unawaited } = requireInside(view, "expectHoglet", "expectHoglet(hoglet)");
  const entries = Object.entries(CHECKS).map(([name, check]) => {
    const expectation = (...args: unknown[]) =>
      unawaited.watch(name, expectation, async () => {
        const verdict = toShown(await (check as Check)(view, ...(args as never[])));
        if (verdict.pass !== wanted) throw failure(verdict, expectation);
      });
    return [name, expectation];
  });
  return Object.fromEntries(entries) as HogletMatchers;
}

/** A terminal may show the message: it tells what was captured. */
function toShown(verdict: Verdict): Verdict {
  return { ...verdict, message: () => toVisibleLines(verdict.message()) };
}

function failure(verdict: Verdict, from: (...args: never[]) => unknown): AssertionError {
  const { expected, actual } = verdict;
  return assertionError({ message: verdict.message(), expected, actual, operator: "hoglet", stackStartFn: from });
}

/** The matchers for `expect.extend` of Vitest and Jest: a function for each, with the received value first. */
export type RunnerMatchers = Record<keyof HogletMatchers, (received: unknown, ...args: unknown[]) => Promise<Verdict>>;

export function runnerMatchers(): RunnerMatchers {
  const entries = Object.entries(CHECKS).map(([name, check]) => {
    const matcher = async (received: unknown, ...args: unknown[]) => {
      const { unawaited } = requireInside(received, name, `expect(hoglet).${name}(…)`);
      return unawaited.watchRunner(name, matcher, async () =>
        toShown(await (check as Check)(received as AssertedView, ...(args as never[]))),
      );
    };
    return [name, matcher];
  });
  return Object.fromEntries(entries) as RunnerMatchers;
}

/** @param form the right call, for the message */
function requireInside(received: unknown, name: string, form: string): InsideView {
  const inside = insideOf(received);
  if (inside !== undefined) return inside;
  throw new TypeError(`${name} is about a test hoglet: ${form}, made by createTestHoglet or connectTestHoglet.`);
}
