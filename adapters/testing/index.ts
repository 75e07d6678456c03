/**
 * The test kit: a hoglet in memory whose clock stands still and whose ids repeat, to test apps that send analytics.
 *
 * `createTestHoglet` opens a *stage* (`stage.ts`): the current hoglet with a *wire* around it, which records requests
 * and applies faults. A *view* (`test-view.ts`) shows one project: the first, or a tenant's. Every read waits until
 * clients have sent their events, so tests need no flushing. `reset`, `fork` and `load` replace the hoglet; clients,
 * `fetch` and the server's address stay. Checks (`checks/`) pass, or name the nearest events; `expectHoglet` throws,
 * and `hoglet/testing/vitest`, `/jest` and `/node` bring the checks to their runners. `plan/` is the tracking plan.
 *
 * Invariants: an ordinary hoglet has no part of the kit; the kit uses only the public handle (`lib/index.ts`); two runs
 * of one test, with bound clients, leave the same snapshot.
 */
export { createTestHoglet } from "./create-test-hoglet.ts";
export type { TestHogletOptions } from "./create-test-hoglet.ts";
export { connectTestHoglet } from "./connect-test-hoglet.ts";
export type { ConnectedHoglet, Connection } from "./connect-test-hoglet.ts";
export type { TestHoglet } from "./test-hoglet.ts";
export type { RequestMatch } from "./request-match.ts";
export type { AssertedView, TestView } from "./test-view.ts";
export type { TestTenant } from "./tenants.ts";
export type { TestClock } from "./test-clock.ts";
export type { Fault, FaultTarget } from "./fault.ts";
export type { RecordedRequest } from "./wire.ts";
export type { EventMatch, EventMatcher } from "./event-matcher.ts";
export type { SnapshotOptions } from "./snapshot.ts";
export { StrictError } from "./verify.ts";
export { expectHoglet, runnerMatchers } from "./expect-hoglet.ts";
export type { HogletExpectation, HogletMatchers, RunnerMatchers } from "./expect-hoglet.ts";
export type { AskedFunnel, Conversion, FunnelOptions, FunnelStep } from "./checks/conversion.ts";
export type { AskedRetention } from "./checks/retention.ts";
export type { AskedTrend, SeriesMatch } from "./checks/trend.ts";
export type { Verdict } from "./checks/verdict.ts";
export { defineEvents, PlanError, describeIssue } from "./plan/define-events.ts";
export type {
  EventPlan,
  EventRules,
  EventSchemas,
  PlanIssue,
  PlanMode,
  PlannedEvent,
  TypedCapture,
} from "./plan/define-events.ts";
export { overBudget } from "./checks/model-costs.ts";
export { coverPlan, toJUnit } from "./plan/coverage.ts";
export type { PlanCoverage } from "./plan/coverage.ts";
export { capturedTypes, planTypes, toDeclarations } from "./plan/event-types.ts";
export type { EventTypes } from "./plan/event-types.ts";
export type { JsonType } from "./plan/json-type.ts";
export type { StandardIssue, StandardResult, StandardSchema } from "./plan/standard-schema.ts";
