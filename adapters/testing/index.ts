/**
 * The test kit: a hoglet in memory whose clock stands still and whose ids repeat, to test apps that send analytics.
 *
 * `createTestHoglet` opens a *stage* (`stage.ts`): the hoglet of the moment with a *wire* around it, which writes every
 * request down and spoils those that it was told to. A *view* (`test-view.ts`) looks at one project of it: the first, or a
 * tenant's. Looking waits for what clients still have to send, so a test needs no flushing. `reset`, `fork` and `load` put
 * another hoglet in the place of the old one; clients, `fetch` and the server's address stay as they are. Checks
 * (`checks/`) find something, or say what came nearest; `expectHoglet` throws, the entries `hoglet/testing/vitest`, `/jest`
 * and `/node` bring the same checks to their runners. `plan/` is the tracking plan.
 *
 * Invariants: nothing here is reachable in an ordinary hoglet; everything is done by the public handle (`lib/index.ts`);
 * two runs of one test, with bound clients, leave the same snapshot.
 */
export { createTestHoglet } from "./create-test-hoglet.ts";
export type { TestHogletOptions } from "./create-test-hoglet.ts";
export type { TestHoglet } from "./test-hoglet.ts";
export type { RequestMatch, TestView } from "./test-view.ts";
export type { TestTenant } from "./tenants.ts";
export type { TestClock } from "./test-clock.ts";
export type { Fault, FaultTarget } from "./fault.ts";
export type { RecordedRequest } from "./wire.ts";
export type { EventMatch, EventMatcher } from "./event-matcher.ts";
export type { SnapshotOptions } from "./snapshot.ts";
export { StrictError } from "./verify.ts";
export { expectHoglet, runnerMatchers } from "./expect-hoglet.ts";
export type { HogletExpectation, HogletMatchers, RunnerMatchers } from "./expect-hoglet.ts";
export type { Conversion, FunnelOptions, FunnelStep } from "./checks/conversion.ts";
export type { SeriesMatch } from "./checks/trend.ts";
export type { Verdict } from "./checks/verdict.ts";
export { defineEvents, PlanError, tellIssue } from "./plan/define-events.ts";
export type {
  EventPlan,
  EventRules,
  EventSchemas,
  PlanIssue,
  PlanMode,
  PlannedEvent,
  TypedCapture,
} from "./plan/define-events.ts";
export { coverPlan, toJUnit } from "./plan/coverage.ts";
export type { PlanCoverage } from "./plan/coverage.ts";
export { capturedTypes, planTypes, toDeclarations } from "./plan/event-types.ts";
export type { EventTypes } from "./plan/event-types.ts";
export type { JsonType } from "./plan/json-type.ts";
export type { StandardIssue, StandardResult, StandardSchema } from "./plan/standard-schema.ts";
