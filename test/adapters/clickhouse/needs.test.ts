import { suite } from "uvu";
import * as assert from "uvu/assert";
import { needsOf } from "../../../adapters/clickhouse/needs.ts";
import type { AnyPlan } from "../../../lib/engine.ts";

const needs = suite("rows that a plan needs");

const RANGE = { fromMs: 1000, untilMs: 2000 };

needs("a trace looks at events outside of its funnel's range, the funnel does not", () => {
  const funnel = { kind: "funnel", projectId: 1, range: RANGE, steps: [] } as unknown as AnyPlan;
  assert.equal(needsOf(funnel).range, RANGE);
  assert.is(needsOf({ kind: "funnel-trace", funnel, actor: 1 } as AnyPlan).range, null);
});

needs.run();
