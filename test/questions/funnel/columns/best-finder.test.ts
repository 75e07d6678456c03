import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { Attempts } from "../../../../lib/questions/funnel/columns/attempts.ts";
import { createBestFinder, findFirst } from "../../../../lib/questions/funnel/columns/best-finder.ts";
import type { FunnelRules } from "../../../../lib/questions/funnel/columns/funnel-rules.ts";
import { createOrderedFinder } from "../../../../lib/questions/funnel/columns/ordered-finder.ts";
import { StepSeconds } from "../../../../lib/questions/funnel/columns/step-seconds.ts";
import { toValueSteps } from "../../../../lib/questions/funnel/columns/value-steps.ts";
import { EntitySpan } from "../../../../lib/engines/columns/actor-index/entity-span.ts";

/** Values of rows are sets of five selections, as bits. */
const LIMIT = 32;

/** By value, 1 = it has the bit. */
function having(bit: number): Uint8Array {
  return Uint8Array.from({ length: LIMIT }, (_, value) => ((value & bit) === 0 ? 0 : 1));
}

/** Steps of which several may ask for the same, over few bits. */
function randomRules(random: Random): FunnelRules {
  const count = random.integer(1, 6);
  const windowMs = random.pick([0, 1000, 5000, 60_000]);
  const isByDay = random.chance(0.2);
  const exclusions = Array.from({ length: count > 1 && random.chance(0.4) ? 1 : 0 }, () => {
    const fromStep = random.integer(0, count - 2);
    return { isMeant: having(1 << random.integer(3, 4)), fromStep, toStep: random.integer(fromStep + 1, count - 1) };
  });
  const stepBits = Array.from({ length: count }, () => 1 << random.integer(0, 3));
  return {
    order: "ordered",
    count,
    steps: toValueSteps({ limit: LIMIT, count }, (value, step) => (value & (stepBits[step] ?? 0)) !== 0),
    repeats: new Uint8Array(count),
    exclusions,
    windowMs: isByDay ? null : windowMs,
    // Later starts may have less time.
    endOf: (ms) => ms + (isByDay && ms % 3000 === 0 ? 500 : windowMs),
  };
}

/** Some rows, many of them at the same moments. */
function randomRows(random: Random): EntitySpan {
  const length = random.integer(1, 40);
  const times = Float64Array.from({ length }, () => random.integer(0, 30) * 500).toSorted();
  const values = Uint32Array.from({ length }, () => {
    return random.chance(0.8) ? 1 << random.integer(0, 4) : random.integer(1, 31);
  });
  const rows = new EntitySpan({ times, values, places: new Uint32Array(length) });
  rows.until = length;
  return rows;
}

/** An actor's attempts as funnels read them. */
function read(attempts: Attempts, rules: FunnelRules): unknown {
  const seconds = new StepSeconds(rules.endOf);
  seconds.open(attempts);
  const steps = Array.from({ length: rules.count - 1 }, (_, index) => {
    seconds.read(index + 1);
    return seconds.count === 0 ? null : [seconds.count, seconds.sum, seconds.median()];
  });
  const starts = Array.from({ length: attempts.count }, (_, attempt) => {
    return attempts.furthest[attempt] === attempts.best
      ? [attempts.startsMs[attempt], attempts.endMs(attempt)].join()
      : "";
  });
  return {
    best: attempts.best,
    steps,
    first: starts.filter(Boolean).toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))[0],
  };
}

const finder = suite("createBestFinder");

finder("finds what following every chain finds", () => {
  const seen = new Set<number>();
  for (let seed = 1; seed <= 4000; seed++) {
    const random = createRandom(seed);
    const rules = randomRules(random);
    const rows = randomRows(random);
    const [best, all] = [new Attempts(rules, true), new Attempts(rules, false)];
    createBestFinder(rules, best)(rows, new Uint8Array(rules.count).fill(1));
    createOrderedFinder(rules, all, false)(rows, new Uint8Array(rules.count).fill(1));
    // Without those that got less far.
    const kept = new Attempts(rules, true);
    for (let attempt = 0; attempt < all.count; attempt++) {
      if (all.furthest[attempt] !== all.best) continue;
      const chain = kept.openChain();
      for (let step = 1; step < rules.count; step++) kept.timesMs[chain + step] = all.timeMs(attempt, step);
      kept.add(all.best, all.weights[attempt] ?? 0, all.startsMs[attempt] ?? 0, chain);
    }
    assert.equal(read(best, rules), read(kept, rules), `seed ${seed}`);
    seen.add(best.best);
  }
  assert.is(seen.size, 7);
});

finder.run();

const first = suite("findFirst");

first("gives the first row of the moment of the first start", () => {
  const rows = new EntitySpan({
    times: Float64Array.of(1, 2, 2, 2, 3),
    values: Uint32Array.of(2, 2, 4, 1, 1),
    places: new Uint32Array(5),
  });
  rows.until = 5;
  assert.is(findFirst(rows, having(1)), 1);
  assert.is(findFirst(rows, having(2)), 0);
  assert.is(findFirst(rows, having(8)), -1);
});

first.run();
