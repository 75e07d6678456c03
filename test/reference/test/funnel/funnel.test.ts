import type { CorrelationPlan } from "../../../../lib/questions/correlation/plan.ts";
import type {
  FunnelActorList,
  FunnelPeriodsPlan,
  FunnelTimesPlan,
  FunnelTracePlan,
} from "../../../../lib/questions/funnel/plan.ts";
import type { Engine } from "../../../../lib/port/engine.ts";
import type { LineKey } from "../../../../lib/port/lines.ts";
import type { Selection } from "../../../../lib/port/selection.ts";
import { suite } from "uvu";
import { askWhole } from "../../../support/whole-list.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import type { FilterNode } from "../../../../lib/events/filters/index.ts";
import type { FunnelAttribution, FunnelPlan } from "../../../../lib/questions/funnel/index.ts";
import type { ActorsFunnelPlan } from "../../../../lib/questions/funnel/plan.ts";
import { rowsEngine } from "../../rows/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { rounds } from "../../../support/rounds.ts";
import { matches, modelOutcomes, modelSeconds, repeats } from "./funnel-model.ts";
import type { ModelEvent, ModelFunnel, ModelOutcome, ModelTest } from "./funnel-model.ts";

const START_MS = Date.UTC(2020, 0, 1);
const UNTIL_MS = START_MS + 40_000;
const NAMES = ["A", "B", "C"];
const VALUES = ["", "x", "y", "z"];
const LIMIT = 2;

/** Persons with two distinct ids each, as after a merge: half of their events have either id. */
const PERSONS = ["p", "q", "r"].map((id) => ({ distinct_ids: [id, `${id}-too`] }));

function randomEvents(random: Random): (ModelEvent & { distinctId: string })[] {
  return Array.from({ length: random.integer(1, 22) }, (_, seq) => {
    const actor = random.pick(["p", "q", "r"]);
    // Few moments, so that equal times and the window's edge are common; some a hair beside a second, or out of range.
    const ms = START_MS + random.integer(-1, 14) * 3000 + random.pick([0, 0, 0, 999, 1]);
    const distinctId = random.chance(0.5) ? actor : `${actor}-too`;
    return { actor, distinctId, name: random.pick(NAMES), ms, seq, value: random.pick(VALUES) };
  });
}

function randomTest(random: Random): ModelTest {
  return {
    name: random.chance(0.1) ? null : random.pick(NAMES),
    value: random.chance(0.2) ? random.pick(["x", "y"]) : null,
  };
}

function randomFunnel(random: Random, named: string[]): ModelFunnel {
  const steps = Array.from({ length: random.integer(1, 4) }, () => randomTest(random));
  const last = steps.length - 1;
  const order = random.pick(["ordered", "strict", "unordered"] as const);
  const exclusions = Array.from({ length: last > 0 && order !== "strict" ? random.integer(0, 2) : 0 }, () => {
    const fromStep = order === "unordered" ? 0 : random.integer(0, last - 1);
    return {
      test: randomTest(random),
      fromStep,
      toStep: order === "unordered" ? last : random.integer(fromStep + 1, last),
    };
  });
  const attribution = random.pick(["none", "first", "last", "event", { step: random.integer(0, last) }] as const);
  return { order, steps, exclusions, windowMs: random.pick([3000, 6000, 9000, 100_000]), attribution, named };
}

function toSelection({ name, value }: ModelTest): Selection {
  const is: FilterNode = { type: "event", key: "v", operator: "exact", value: [value], negation: false };
  return {
    anyOf: [{ event: name, filter: { type: "AND", values: [] } }],
    filter: { type: "AND", values: value === null ? [] : [is] },
    needsPerson: true,
    needsSession: false,
  };
}

const ANY: ModelTest = { name: null, value: null };

function toPlan(projectId: number, funnel: ModelFunnel): ActorsFunnelPlan {
  const range = { fromMs: START_MS, untilMs: UNTIL_MS };
  const { attribution, windowMs } = funnel;
  const by: FunnelAttribution | null =
    attribution === "none"
      ? null
      : attribution === "event"
        ? { by: "event" }
        : typeof attribution === "string"
          ? { by: attribution, skipsEmpty: true }
          : { by: "step", step: attribution.step };
  return {
    kind: "funnel",
    projectId,
    range,
    sessionRange: range,
    order: funnel.order,
    steps: funnel.steps.map((step, i) => ({ select: toSelection(step), isRepeat: repeats(funnel.steps, i) })),
    exclusions: funnel.exclusions.map(({ test, ...steps }) => ({ select: toSelection(test), ...steps })),
    window: { by: "length", ms: windowMs },
    between: toSelection(ANY),
    actors: { by: "persons" },
    breakdown: by && {
      by: "values",
      sources: [{ type: "event", key: "v", as: "text" }],
      attribution: by,
      ranked: toSelection(ANY),
      limit: LIMIT,
    },
  };
}

function nameOf(key: LineKey): string {
  return key.type === "values" ? `=${key.values.join()}` : key.type;
}

/** The most frequent values, of equal ones the greater. */
function topValues(events: ModelEvent[]): string[] {
  const count = (value: string) => events.filter((event) => event.value === value).length;
  const seen = VALUES.filter((value) => count(value) > 0);
  return seen.toSorted((a, b) => count(b) - count(a) || (a < b ? 1 : -1)).slice(0, LIMIT);
}

const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;

function median(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? NaN) : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2;
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6);
const bestOf = ({ attempts }: ModelOutcome) => Math.max(...attempts.map(({ k }) => k));

function byLine(outcomes: ModelOutcome[]): [string, ModelOutcome[]][] {
  const names = [...new Set(outcomes.map(({ line }) => line))].toSorted();
  return names.map((name) => [name, outcomes.filter(({ line }) => line === name)]);
}

function modelSteps(funnel: ModelFunnel, outcomes: ModelOutcome[]) {
  return byLine(outcomes).map(([line, own]) => {
    const seconds = funnel.steps.map((_, step) =>
      own.map(({ attempts }) => modelSeconds(funnel, attempts, step)).filter((list) => step > 0 && list.length > 0),
    );
    const over = (fold: (list: number[]) => number) =>
      seconds.map((actors) => (actors.length === 0 ? null : rounded(fold(actors.map(fold)))));
    const furthest = funnel.steps.map((_, step) => own.filter((outcome) => bestOf(outcome) === step + 1).length);
    return { line, furthest, averageSeconds: over(mean), medianSeconds: over(median) };
  });
}

async function askSteps(engine: Engine, plan: FunnelPlan) {
  const { lines } = await engine.ask(plan);
  return lines
    .filter(({ furthest }) => furthest.some((count) => count > 0))
    .map(({ key, furthest, averageSeconds, medianSeconds }) => ({
      line: nameOf(key),
      furthest,
      averageSeconds: averageSeconds.map(rounded),
      medianSeconds: medianSeconds.map(rounded),
    }))
    .toSorted((a, b) => (a.line < b.line ? -1 : 1));
}

/** A log, a funnel, and the model's answer. */
function draw(seed: number) {
  const random = createRandom(seed, 11);
  const events = randomEvents(random);
  const inside = events.filter(({ ms }) => ms >= START_MS && ms < UNTIL_MS);
  const funnel = randomFunnel(random, topValues(inside));
  const db = openEmpty();
  const stored = events.map(({ name, distinctId, ms, value }) => ({
    event: name,
    distinct_id: distinctId,
    timestamp: new Date(ms).toISOString(),
    properties: value === "" ? {} : { v: value },
  }));
  const project = loadCase(db, { now: "2020-02-01T00:00:00Z", persons: PERSONS, events: stored });
  const ids = new Map(["p", "q", "r"].map((actor, index) => [actor, index + 1]));
  return {
    random,
    funnel,
    ids,
    engine: rowsEngine(db),
    plan: toPlan(project.id, funnel),
    outcomes: modelOutcomes(funnel, inside),
    db,
    inside,
  };
}

const model = suite("rows answer funnels as the model does");
const ROUNDS = rounds(10, 30);

model("how far everybody got in each line, and how long it took them", async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { funnel, engine, plan, outcomes } = draw(seed);
    assert.equal(await askSteps(engine, plan), modelSteps(funnel, outcomes), `seed ${seed}: ${JSON.stringify(funnel)}`);
  }
});

model("how long it took from one step to another", async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { random, funnel: drawn, engine, plan, inside } = draw(seed);
    if (drawn.steps.length < 2) continue;
    const funnel = { ...drawn, attribution: "none" as const };
    const fromStep = random.integer(0, drawn.steps.length - 2);
    const toStep = random.integer(fromStep + 1, drawn.steps.length - 1);
    const { startSeconds, widthSeconds, averageSeconds, medianSeconds, counts } = await engine.ask<FunnelTimesPlan>({
      kind: "funnel-times",
      funnel: { ...plan, breakdown: null },
      fromStep,
      toStep,
      bins: 4,
    });
    const wanted = modelOutcomes(funnel, inside).flatMap(({ attempts }) => {
      const steps = funnel.steps.map((_, step) => step).filter((step) => step > fromStep && step <= toStep);
      const own = steps.map((step) => modelSeconds(funnel, attempts, step));
      return own.every((list) => list.length > 0) ? [own.reduce((sum, list) => sum + mean(list), 0)] : [];
    });
    const story = `seed ${seed}: ${JSON.stringify(funnel)}`;
    assert.is(rounded(averageSeconds), wanted.length === 0 ? null : rounded(mean(wanted)), story);
    assert.is(rounded(medianSeconds), wanted.length === 0 ? null : rounded(median(wanted)), story);
    if (wanted.length === 0) continue;
    const places = wanted.map((seconds) => Math.floor((seconds - Math.floor(Math.min(...wanted))) / widthSeconds));
    const binned = counts.map((_, bin) => places.filter((place) => place === bin).length);
    assert.equal([startSeconds, counts.length, counts], [Math.floor(Math.min(...wanted)), 5, binned], story);
  }
});

model("how far those got who started in each period", async () => {
  const edgesMs = [START_MS, START_MS + 9000, START_MS + 20_000];
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { funnel, engine, plan, outcomes } = draw(seed);
    const [fromStep, toStep] = [0, funnel.steps.length - 1];
    const { lines } = await engine.ask<FunnelPeriodsPlan>({
      kind: "funnel-periods",
      funnel: plan,
      edgesMs,
      fromStep,
      toStep,
    });
    const wanted = byLine(outcomes).map(([line, own]) => {
      const count = (step: number) =>
        edgesMs.map((edge, index) => {
          const isHere = (ms: number) => ms >= edge && ms < (edgesMs[index + 1] ?? UNTIL_MS);
          return own.filter(({ attempts }) => attempts.some(({ t0, k }) => isHere(t0) && k > step)).length;
        });
      return { line, reachedFrom: count(fromStep), reachedTo: count(toStep) };
    });
    const found = lines
      .map(({ key, reachedFrom, reachedTo }) => ({ line: nameOf(key), reachedFrom, reachedTo }))
      .filter(({ reachedFrom }) => reachedFrom.some((count) => count > 0));
    assert.equal(
      found.toSorted((a, b) => (a.line < b.line ? -1 : 1)),
      wanted,
      `seed ${seed}: ${JSON.stringify(funnel)}`,
    );
  }
});

model("who is behind a step, or a period, in one line or in any", async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { random, funnel, engine, plan, outcomes, ids } = draw(seed);
    const steps = funnel.steps.map((_, index) => index + 1).filter(() => random.chance(0.5));
    const chosen = random.pick([...outcomes.map(({ line }) => line), null]);
    const line = chosen === null ? null : toKey(chosen);
    const own = outcomes.filter((outcome) => chosen === null || outcome.line === chosen);
    const idsOf = (wanted: ModelOutcome[]) =>
      [...new Set(wanted.map(({ actor }) => ids.get(actor) ?? 0))].toSorted((a, b) => a - b);
    const story = `seed ${seed}: ${JSON.stringify({ funnel, steps, chosen })}`;
    const point = { by: "furthest", steps } as const;
    const found = await askWhole<FunnelActorList>(engine, {
      kind: "funnel-actors",
      funnel: plan,
      point,
      line,
      did: null,
    });
    assert.equal(
      "ids" in found && [...found.ids],
      idsOf(own.filter((outcome) => steps.includes(bestOf(outcome)))),
      story,
    );
    const [fromMs, untilMs, isDropOff] = [START_MS + 6000, START_MS + 15_000, random.chance(0.5)];
    const toStep = funnel.steps.length - 1;
    const period = { by: "period", fromMs, untilMs, fromStep: 0, toStep, isDropOff } as const;
    const started = await askWhole<FunnelActorList>(engine, {
      kind: "funnel-actors",
      funnel: plan,
      point: period,
      line,
      did: null,
    });
    const wanted = own.filter(({ attempts }) => {
      const here = attempts.filter(({ t0 }) => t0 >= fromMs && t0 < untilMs).map(({ k }) => k);
      const best = Math.max(0, ...here);
      return isDropOff ? best > 0 && best <= toStep : best > toStep;
    });
    assert.equal("ids" in started && [...started.ids], idsOf(wanted), story);
  }
});

function toKey(line: string): LineKey {
  if (line === "whole" || line === "rest") return { type: line };
  return { type: "values", values: [line.slice(1)] };
}

model("what is common to those who finished, and to the others", async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { funnel: drawn, engine, plan, inside } = draw(seed);
    const funnel = { ...drawn, attribution: "none" as const };
    const count = funnel.steps.length;
    const found = await engine.ask<CorrelationPlan>({
      kind: "correlation",
      funnel: { ...plan, breakdown: null },
      entered: funnel.steps.map((_, index) => index + 1),
      range: plan.range,
      what: { by: "events", exceptNames: ["A"] },
      limit: 100,
    });
    const items = new Map<string, { success: Set<string>; failure: Set<string> }>();
    for (const { actor, attempts } of modelOutcomes(funnel, inside)) {
      const best = Math.max(...attempts.map(({ k }) => k));
      const candidates = attempts.filter(({ k }) => k === best);
      const first = Math.min(...candidates.map(({ t0 }) => t0));
      // Among attempts that begin together: the one that ends first.
      const lasts = candidates.filter(({ t0 }) => t0 === first).map((attempt) => lastOf(funnel, attempt));
      const close = best === count ? Math.min(...lasts) : first + funnel.windowMs;
      for (const event of inside) {
        if (event.actor !== actor || event.name === "A" || event.ms <= first || event.ms >= close) continue;
        const item = items.get(event.name) ?? { success: new Set(), failure: new Set() };
        items.set(event.name, item);
        item[best === count ? "success" : "failure"].add(actor);
      }
    }
    if (found.success === 0 || found.failure === 0) items.clear();
    const wanted = [...items].map(([event, { success, failure }]) => [event, success.size, failure.size]);
    const shown = found.items.map(({ item, success, failure }) => [
      item.by === "event" ? item.event : "?",
      success,
      failure,
    ]);
    assert.equal(shown.toSorted(), wanted.toSorted(), `seed ${seed}: ${JSON.stringify(funnel)}`);
  }
});

function lastOf({ windowMs }: ModelFunnel, { t0, times }: { t0: number; times: (number | undefined)[] }): number {
  return Math.max(...times.filter((ms) => ms !== undefined && ms <= t0 + windowMs).map((ms) => ms ?? 0));
}

model("which event took which step, of one person", async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { funnel: drawn, engine, plan, ids, inside } = draw(seed);
    const funnel = { ...drawn, attribution: "none" as const };
    const outcomes = modelOutcomes(funnel, inside);
    for (const [actor, id] of ids) {
      const { steps: traced } = await engine.ask<FunnelTracePlan>({
        kind: "funnel-trace",
        funnel: { ...plan, breakdown: null },
        actor: id,
      });
      const outcome = outcomes.find((each) => each.actor === actor);
      assert.ok(traced.every(({ event, reason }) => (event === null) === (reason !== null)));
      const steps = traced.filter(({ event }) => event !== null).length;
      assert.is(steps, outcome === undefined ? 0 : bestOf(outcome), `seed ${seed}: ${JSON.stringify(funnel)}`);
      for (const [step, { event }] of traced.entries()) {
        const test = funnel.steps[step];
        if (event === null || test === undefined) continue;
        const isThere = inside.some(
          (each) => each.actor === actor && each.ms === event.timestampMs && matches(test, each),
        );
        assert.ok(isThere, `seed ${seed}: step ${step}`);
      }
    }
  }
});

model.run();
