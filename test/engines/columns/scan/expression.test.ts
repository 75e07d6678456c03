import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Execution } from "../../../../lib/engines/columns/execution.ts";
import type { Segment } from "../../../../lib/engines/columns/log/segment.ts";
import { compileExpression } from "../../../../lib/engines/columns/scan/expression.ts";

const expressions = suite("compileExpression");

/** Rows at these times. */
const segmentOf = (times: Uint32Array) => ({ minMs: 0, core: () => ({ times }) }) as unknown as Segment;

expressions("evaluates each distinct value once, and forgets them when they are too many to come back", () => {
  const seen: number[] = [];
  const openAll = () => (events: Iterable<readonly unknown[]>) =>
    Array.from(events, ([value]) => {
      seen.push(value as number);
      return Number((value as number) % 3 === 0);
    });
  const execution = { evaluator: () => ({ openAll }), checkpoint: () => {} } as unknown as Execution;
  const context = {
    timezone: "UTC",
    subject: "event" as const,
    weekStartDay: 0,
    nowMs: 0,
    inputs: [{ of: "column", key: "timestamp" } as const],
  };
  const { of } = compileExpression({ key: "x", context }, "condition", execution, Number);
  const count = (times: Uint32Array) => of(segmentOf(times), 0, times.length).reduce((sum, value) => sum + value, 0);

  assert.is(count(Uint32Array.of(3, 4, 3, 6)), 3);
  assert.is(count(Uint32Array.of(6, 3)), 2);
  assert.equal(seen, [3, 4, 6]);

  const many = Uint32Array.from({ length: 70_000 }, (_, ms) => ms);
  assert.is(count(many), Math.ceil(many.length / 3));
  seen.length = 0;
  assert.is(count(Uint32Array.of(6, 7)), 1);
  assert.equal(seen, [6, 7]);
});

expressions.run();
