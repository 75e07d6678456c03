import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { Attempts } from "../../../../lib/questions/funnel/columns/attempts.ts";
import { StepSeconds } from "../../../../lib/questions/funnel/columns/step-seconds.ts";

const WINDOW_MS = 60_000;
const endOf = (ms: number) => ms + WINDOW_MS;

interface Attempt {
  weight: number;
  /** NaN = it never came. */
  timesMs: number[];
}

/** Attempts of `count` steps, some of which go on alike; of strict ones a step may be there though the one before is not. */
function randomAttempts(random: Random, count: number): Attempt[][] {
  return Array.from({ length: random.integer(1, 40) }, () => {
    const later = Array.from({ length: count - 1 }, () => (random.chance(0.2) ? NaN : random.integer(30, 150) * 700));
    return Array.from({ length: random.integer(1, 3) }, () => ({
      weight: random.integer(1, 3),
      timesMs: [random.integer(0, 60) * 700, ...later],
    }));
  });
}

/** The seconds of every single attempt, in order. Source: insights.md 11.6. */
function naive(attempts: Attempt[], step: number): number[] {
  const all: number[] = [];
  for (const { weight, timesMs } of attempts) {
    const [before = NaN, ms = NaN] = [timesMs[step - 1], timesMs[step]];
    // NaN fails.
    if (!(ms <= before + WINDOW_MS)) continue;
    for (let time = 0; time < weight; time++) all.push(Math.floor(ms / 1000) - Math.floor(before / 1000));
  }
  return all.toSorted((a, b) => a - b);
}

const seconds = suite("StepSeconds");

seconds("gives count, sum and median of the seconds of every attempt", () => {
  const found = new StepSeconds(endOf);
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const count = random.integer(2, 5);
    const alike = randomAttempts(random, count);
    const attempts = new Attempts({ count, order: "strict" }, false);
    for (const group of alike) {
      const chain = attempts.openChain();
      for (let step = 1; step < count; step++) attempts.timesMs[chain + step] = group[0]?.timesMs[step] ?? NaN;
      for (const { weight, timesMs } of group) attempts.add(1, weight, timesMs[0] ?? NaN, chain);
    }
    found.open(attempts);
    for (let step = 1; step < count; step++) {
      const wanted = naive(alike.flat(), step);
      found.read(step);
      const story = `seed ${seed}, step ${step}`;
      assert.is(found.count, wanted.length, story);
      assert.is(
        found.sum,
        wanted.reduce((sum, each) => sum + each, 0),
        story,
      );
      if (wanted.length === 0) continue;
      assert.ok(step < found.endStep, story);
      const middle = ((wanted[(wanted.length - 1) >>> 1] ?? NaN) + (wanted[wanted.length >>> 1] ?? NaN)) / 2;
      assert.is(found.median(), middle, story);
    }
  }
});

seconds("ends after the last step that any attempt came to", () => {
  const attempts = new Attempts({ count: 4, order: "ordered" }, false);
  const found = new StepSeconds(endOf);
  attempts.addLonely(1, 0);
  found.open(attempts);
  assert.is(found.endStep, 1);
  const chain = attempts.openChain();
  attempts.timesMs.set([1, 2, NaN], chain + 1);
  attempts.add(3, 1, 0, chain);
  found.open(attempts);
  assert.is(found.endStep, 3);
});

seconds.run();
