import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import type { LineKey } from "../../../../lib/port/lines.ts";
import type { Selection } from "../../../../lib/port/selection.ts";
import { openActorFunnel } from "../../../../lib/questions/funnel/columns/actor-funnel.ts";
import type { ActorFunnelPlan } from "../../../../lib/questions/funnel/columns/actor-funnel.ts";
import type {
  ActorsFunnelPlan,
  FunnelActorsPlan,
  FunnelBreakdown,
  FunnelPeriodsPlan,
  FunnelTimesPlan,
} from "../../../../lib/questions/funnel/plan.ts";
import { bestOf, toAttempts } from "../../../reference/rows/funnel/attempts.ts";
import type { Attempt, StepRow } from "../../../reference/rows/funnel/attempts.ts";

// The other way is that of the reference: it lists every attempt by the rules as the plan states them.

const DAY_MS = 86_400_000;
const VALUES = ["x", "y", "", "z"];
const NAMED: LineKey[] = ["y", "x"].map((value) => ({ type: "values", values: [value] }));

interface Row extends StepRow {
  value: string;
}

function select(event: string): Selection {
  const filter = { type: "AND" as const, values: [] };
  return { anyOf: [{ event, filter }], filter, needsPerson: false, needsSession: false };
}

function randomPlan(random: Random): ActorsFunnelPlan {
  const order = random.pick(["ordered", "strict", "unordered"] as const);
  const count = random.integer(1, 4);
  const range = { fromMs: 0, untilMs: 4 * DAY_MS };
  const hasExclusion = count > 1 && order !== "strict" && random.chance(0.5);
  return {
    kind: "funnel",
    projectId: 1,
    range,
    sessionRange: range,
    order,
    steps: Array.from({ length: count }, (_, step) => ({
      select: select(`step ${step}`),
      isRepeat: random.chance(0.2),
    })),
    exclusions: hasExclusion ? [{ select: select("excluded"), fromStep: 0, toStep: count - 1 }] : [],
    window: random.pick([
      { by: "length", ms: 5 },
      { by: "length", ms: DAY_MS },
      { by: "day", firstDayMs: 0, lengthsMs: [5, 3, DAY_MS, 9] },
    ]),
    between: select("between"),
    actors: { by: "persons" },
    breakdown: null,
  };
}

/** Rows of an actor at few moments, in order. */
function randomRows(random: Random, { steps, exclusions, order }: ActorsFunnelPlan): Row[] {
  const rows = Array.from({ length: random.integer(1, 12) }, () => ({
    timestampMs: random.integer(0, 3) * DAY_MS + random.integer(0, 6) * 500,
    steps: [...steps.keys()].filter(() => random.chance(0.4)),
    exclusions: exclusions.length > 0 && random.chance(0.1) ? [0] : [],
    value: random.pick(VALUES),
  }));
  // Only strict funnels look at rows of no step.
  const counted = rows.filter((row) => order === "strict" || row.steps.length + row.exclusions.length > 0);
  return counted.toSorted((a, b) => a.timestampMs - b.timestampMs);
}

/** Answers a plan over actors, who come in blocks. @param keys of actors */
function ask<P extends ActorFunnelPlan>(
  plan: P,
  actors: Row[][],
  { random, keys, named = [] }: { random: Random; keys: readonly number[]; named?: LineKey[] },
) {
  const open = openActorFunnel(plan, named);
  const bitOf = (event: string) => {
    const place = open.selections.findIndex(({ anyOf }) => anyOf[0]?.event === event);
    return place < 0 ? 0 : (1 << place) >>> 0;
  };
  const marksOf = (row: Row) =>
    [...row.steps.map((step) => `step ${step}`), ...row.exclusions.map(() => "excluded"), "between"]
      .map(bitOf)
      .reduce((bits, bit) => (bits | bit) >>> 0, 0);
  const lineOf = ({ value }: Row) => ({ y: 0, x: 1, z: 2 })[value] ?? 3;
  for (let at = 0; at < actors.length;) {
    const until = Math.min(actors.length, at + random.integer(1, 5));
    const rows = actors.slice(at, until).flat();
    const lengths = actors.slice(at, until).map(({ length }) => length);
    open.add({
      keys: keys.slice(at, until),
      ends: lengths.map((_, actor) => lengths.slice(0, actor + 1).reduce((sum, length) => sum + length, 0)),
      times: Float64Array.from(rows, ({ timestampMs }) => timestampMs),
      marks: Uint32Array.from(rows, marksOf),
      ...(named.length > 0 && { lines: Uint32Array.from(rows, lineOf) }),
    });
    at = until;
  }
  return open.answer();
}

function attemptsOf(plan: ActorsFunnelPlan, rows: Row[]): Attempt[] {
  const starts = plan.order === "unordered" ? [...plan.steps.keys()] : [0];
  return toAttempts(plan, rows, starts);
}

function furthestOf(attempts: readonly Attempt[]): number {
  return Math.max(0, ...attempts.map(({ furthest }) => furthest));
}

/** Actors by how far they got. */
function countFurthest(plan: ActorsFunnelPlan, actors: Row[][]): number[] {
  const best = actors.map((rows) => furthestOf(attemptsOf(plan, rows)));
  return plan.steps.map((_, step) => best.filter((furthest) => furthest === step + 1).length);
}

const funnels = suite("openActorFunnel");

function each(test: (random: Random, plan: ActorsFunnelPlan, actors: Row[][]) => void): void {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed, 19);
    const plan = randomPlan(random);
    test(
      random,
      plan,
      Array.from({ length: random.integer(0, 12) }, () => randomRows(random, plan)),
    );
  }
}

funnels("counts how far actors got, in all and by period", () => {
  each((random, plan, actors) => {
    const keys = actors.map((_, actor) => actor + 1);
    const [line] = ask(plan, actors, { random, keys }).lines;
    assert.equal(line?.furthest, countFurthest(plan, actors), JSON.stringify(plan));
    const edgesMs = [0, DAY_MS, 2 * DAY_MS, 3 * DAY_MS];
    const toStep = plan.steps.length - 1;
    const overTime: FunnelPeriodsPlan = { kind: "funnel-periods", funnel: plan, edgesMs, fromStep: 0, toStep };
    const [periods] = ask(overTime, actors, { random, keys }).lines;
    const wanted = edgesMs.map((fromMs) =>
      actors.map((rows) => {
        const own = attemptsOf(plan, rows).filter(({ startMs }) => startMs >= fromMs && startMs < fromMs + DAY_MS);
        return furthestOf(own);
      }),
    );
    assert.equal(
      periods?.reachedFrom,
      wanted.map((best) => best.filter((furthest) => furthest > 0).length),
    );
    assert.equal(
      periods?.reachedTo,
      wanted.map((best) => best.filter((furthest) => furthest > toStep).length),
    );
  });
});

funnels("takes the mean of the actors' mean seconds", () => {
  let found = 0;
  each((random, plan, actors) => {
    if (plan.window.by !== "length" || plan.steps.length < 2) return;
    const { ms } = plan.window;
    const keys = actors.map(() => 1);
    const times: FunnelTimesPlan = { kind: "funnel-times", funnel: plan, fromStep: 0, toStep: 1, bins: 1 };
    const answer = ask(times, actors, { random, keys });
    const means = actors.flatMap((rows) => {
      const seconds = bestOf(attemptsOf(plan, rows)).flatMap(({ timesMs: [first = 0, second] }) =>
        second === undefined || second > first + ms ? [] : [Math.floor(second / 1000) - Math.floor(first / 1000)],
      );
      return seconds.length === 0 ? [] : [mean(seconds)];
    });
    if (means.length === 0) assert.is(answer.averageSeconds, null);
    else assert.ok(Math.abs((answer.averageSeconds ?? NaN) - mean(means)) < 1e-9, JSON.stringify(plan));
    found += means.length;
  });
  assert.ok(found > 100, `${found} actors`);
});

funnels("lists the actors of a point in hoglet's order, page by page", () => {
  each((random, funnel, actors) => {
    // Persons, and personless actors: neither come in their order.
    const keys = actors.map((_, actor) => (actor % 3 === 0 ? -actor - 1 : 20 - actor));
    const step = random.integer(1, funnel.steps.length);
    const wanted = keys.filter((_, actor) => furthestOf(attemptsOf(funnel, actors[actor] ?? [])) === step);
    const ordered = [
      ...wanted.filter((key) => key > 0).toSorted((a, b) => a - b),
      ...wanted.filter((key) => key < 0).toSorted((a, b) => b - a),
    ];
    const page = { after: null, skip: 1, limit: 2 };
    const plan: FunnelActorsPlan = {
      kind: "funnel-actors",
      funnel,
      point: { by: "furthest", steps: [step] },
      line: null,
      did: null,
      page,
    };
    const found = ask(plan, actors, { random, keys });
    assert.equal(found.by === "persons" && [...found.ids], ordered.slice(1, 3));
    assert.equal(found.next, ordered.length > 3 ? { key: ordered[2] } : null);
  });
});

funnels("splits the rows of actors into the lines of their values", () => {
  const by = { by: "values", sources: [], ranked: select("step 0"), limit: 2 } as const;
  each((random, plan, actors) => {
    const attribution = random.pick([{ by: "event" }, { by: "last", skipsEmpty: true }] as const);
    const breakdown: FunnelBreakdown = { ...by, sources: [], attribution };
    const { lines } = ask({ ...plan, breakdown }, actors, { random, keys: actors.map(() => 1), named: NAMED });
    for (const line of ["x", "y", "rest"]) {
      const parts = actors.map((rows) => {
        if (attribution.by === "event") return rows.filter(({ value }) => nameOf(value) === line);
        const touches = rows.filter(({ steps }) => steps.length > 0);
        const touch = touches.findLast(({ value }) => value !== "") ?? touches.at(-1);
        return touch !== undefined && nameOf(touch.value) === line ? rows : [];
      });
      const found = lines.find(({ key }) => (key.type === "values" ? key.values[0] : key.type) === line);
      const wanted = countFurthest(plan, parts);
      assert.equal(
        found?.furthest ?? wanted.map(() => 0),
        wanted,
        `${line} of ${JSON.stringify({ ...plan, breakdown })}`,
      );
    }
  });
});

/** The line of a value. */
function nameOf(value: string): string {
  return value === "x" || value === "y" ? value : "rest";
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

funnels.run();
