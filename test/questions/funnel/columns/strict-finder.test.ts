import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { Attempts } from "../../../../lib/questions/funnel/columns/attempts.ts";
import type { FunnelRules } from "../../../../lib/questions/funnel/columns/funnel-rules.ts";
import { createStrictFinder } from "../../../../lib/questions/funnel/columns/strict-finder.ts";
import { toValueSteps } from "../../../../lib/questions/funnel/columns/value-steps.ts";
import { EntitySpan } from "../../../../lib/engines/columns/actor-index/entity-span.ts";

/** Rows of steps 0 to 2, or of 3, which is no step. */
const KINDS = 4;
const COUNT = 3;

/** How far each attempt got, where the rows of a kind have the value that is `factor` times as much, and one more. */
function find(kinds: number[], factor: number): number[] {
  const rules: FunnelRules = {
    order: "strict",
    count: COUNT,
    steps: toValueSteps({ limit: KINDS * factor + 1, count: COUNT }, (value, step) => value === step * factor + 1),
    repeats: new Uint8Array(COUNT),
    exclusions: [],
    windowMs: 1000,
    endOf: (ms) => ms + 1000,
  };
  const rows = new EntitySpan({
    times: Float64Array.from(kinds, (_, index) => index),
    values: Uint32Array.from(kinds, (kind) => kind * factor + 1),
    places: new Uint32Array(kinds.length),
  });
  rows.until = kinds.length;
  const attempts = new Attempts(rules, false);
  createStrictFinder(rules, attempts, false)(rows, new Uint8Array(COUNT).fill(1));
  return Array.from({ length: attempts.count }, (_, attempt) => attempts.furthest[attempt] ?? 0);
}

const finder = suite("createStrictFinder");

finder("counts the rows that follow right behind a start, whether values are few or many", () => {
  const random = createRandom(1);
  for (let round = 0; round < 200; round++) {
    const kinds = Array.from({ length: random.integer(0, 30) }, () => random.integer(0, KINDS - 1));
    const wanted = kinds.flatMap((kind, at) => {
      if (kind !== 0) return [];
      return [kinds[at + 1] !== 1 ? 1 : kinds[at + 2] !== 2 ? 2 : 3];
    });
    // Few values have a bit of a word each; values 32 apart look the same to a shift.
    assert.equal(find(kinds, 1), wanted);
    assert.equal(find(kinds, 32), wanted);
  }
});

finder.run();
