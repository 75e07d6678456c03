import { BUDGET_BYTES } from "./candidate.ts";
import type { Candidate, Define } from "./candidate.ts";
import type {
  ActorsFunnelPlan,
  FunnelPeriodsPlan,
  FunnelTimesPlan,
  FunnelTracePlan,
} from "../../lib/questions/funnel/plan.ts";
import type { FunnelActorList } from "../../lib/questions/funnel/plan.ts";
import type { Engine } from "../../lib/port/engine.ts";
import type { LineKey } from "../../lib/port/lines.ts";
import type { ValueSource } from "../../lib/port/value-source.ts";
import type { Selection } from "../../lib/port/selection.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { parseElements } from "../../lib/events/elements/index.ts";
import { projectBlock } from "../../lib/engines/columns/index.ts";
import type { CorrelationPlan } from "../../lib/questions/correlation/index.ts";
import type { FunnelBreakdown, FunnelPlan } from "../../lib/questions/funnel/index.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { askWhole } from "../support/whole-list.ts";
import { assertPages } from "./paging.ts";
import type { Db } from "../../lib/storage/index.ts";
import { openEmpty } from "../questions/load-case.ts";
import { completing } from "../questions/completing.ts";
import { seeds, size } from "../support/rounds.ts";
import { disturb, ELEMENTS, openLog } from "../engines/columns/random-log.ts";
import { addVisits } from "../engines/columns/random-visits.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2024, 2, 28);
const NAMES = ["a", "b", "c", "$autocapture"];
const IDS = Array.from({ length: 9 }, (_, index) => `id${index}`);

/** Events of few persons at few moments, so that equal times, repeats and the edges of windows are common. */
function addSteps(db: Db, projectId: number, random: Random, count: number): void {
  const visits = Array.from({ length: count }, () => ({
    event: random.pick(NAMES),
    distinctId: random.pick(IDS),
    timestampMs: START_MS + random.integer(0, 40) * HOUR_MS + random.pick([0, 0, 0, 1, 999, 1000]),
    properties: {
      ...(random.chance(0.7) && { plan: random.pick(["x", "y", "z", "", 7]) }),
      ...(random.chance(0.5) && { $group_0: random.pick(["g", "h", ""]) }),
      ...(random.chance(0.5) && { $event_type: random.pick(["click", "submit", 7]) }),
    },
    elements: random.pick(ELEMENTS),
  }));
  addVisits(db, projectId, random, visits);
}

const VALUES: ValueSource[] = [
  { type: "event", key: "plan", as: "text" },
  { type: "person", key: "plan", as: "text" },
  { type: "hogql", key: "coalesce(properties.plan, 'none')", as: "text" },
  { type: "hogql", key: "concat(distinct_id, person.properties.plan)", as: "text" },
];

function randomSelection(random: Random): Selection {
  const properties = random.chance(0.2)
    ? [{ type: "event" as const, key: "plan", operator: "exact" as const, value: ["x"], negation: false }]
    : [];
  const event = random.chance(0.1) ? null : random.pick(NAMES);
  return {
    anyOf: [{ event, filter: { type: "AND", values: [] } }],
    filter: { type: "AND", values: properties as never[] },
    needsPerson: false,
    needsSession: false,
    ...(random.chance(0.1) && { firstOf: random.pick(["tests", "selection"] as const) }),
  };
}

/** One of many distinct selections, which rows may be of together. */
function wideSelection(random: Random, place: number): Selection {
  const event = random.pick([null, ...NAMES, ...NAMES]);
  const [key, values] = random.pick([
    ["plan", ["x", "y", "z", "7"]] as const,
    ["$event_type", ["click", "submit"]] as const,
  ]);
  const value = [`only ${place}`, ...values.filter(() => random.chance(0.5))];
  const select = randomSelection(random);
  const filter = {
    type: "event" as const,
    key,
    operator: random.pick(["exact", "is_not"] as const),
    value,
    negation: false,
  };
  return {
    ...select,
    anyOf: [{ event, filter: { type: "AND", values: [] } }],
    filter: { type: "AND", values: [filter] as never[] },
  };
}

function randomPlan(random: Random, projectId: number, projectNumber: number): ActorsFunnelPlan {
  const order = random.pick(["ordered", "ordered", "strict", "unordered"] as const);
  const isWide = random.chance(0.1);
  const steps = Array.from({ length: isWide ? random.integer(33, 70) : random.integer(1, 5) }, (_, place) => ({
    select: isWide ? wideSelection(random, place) : randomSelection(random),
    isRepeat: random.chance(isWide ? 0.03 : 0.3),
  }));
  const count = steps.length;
  const exclusions = Array.from({ length: count > 1 && order !== "strict" ? random.integer(0, 2) : 0 }, () => {
    const fromStep = order === "unordered" ? 0 : random.integer(0, count - 2);
    const toStep = order === "unordered" ? count - 1 : random.integer(fromStep + 1, count - 1);
    return { select: isWide ? wideSelection(random, 100) : randomSelection(random), fromStep, toStep };
  });
  const range = {
    fromMs: START_MS + random.integer(0, 5) * HOUR_MS,
    untilMs: START_MS + random.integer(20, 60) * HOUR_MS,
  };
  const days = Array.from({ length: 5 }, () => random.integer(1, 12) * HOUR_MS);
  return {
    kind: "funnel",
    projectId,
    range,
    sessionRange: range,
    order,
    steps,
    exclusions,
    window: random.chance(0.2)
      ? { by: "day", firstDayMs: START_MS, lengthsMs: days }
      : { by: "length", ms: random.pick([1, 999, HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS, 1000 * HOUR_MS]) },
    between: {
      anyOf: [{ event: null, filter: { type: "AND", values: [] } }],
      filter: { type: "AND", values: [] },
      needsPerson: false,
      needsSession: false,
    },
    actors: random.chance(0.25) ? { by: "groups", groupTypeIndex: 0 } : { by: "persons" },
    breakdown: random.chance(0.5) ? randomBreakdown(random, steps, projectNumber) : null,
  };
}

function randomBreakdown(random: Random, steps: FunnelPlan["steps"], projectNumber: number): FunnelBreakdown {
  if (random.chance(0.15)) return { by: "cohorts", ids: [null, projectNumber * 10 + 1] };
  const attribution = random.pick([
    { by: "first", skipsEmpty: true },
    { by: "last", skipsEmpty: true },
    { by: "first", skipsEmpty: false },
    { by: "step", step: random.integer(0, steps.length - 1) },
    { by: "event" },
  ] as const);
  const sources = [random.pick(VALUES)];
  const person = random.chance(0.3) ? [{ type: "person" as const, key: "plan", as: "text" as const }] : [];
  const ranked = steps[0]?.select;
  assert.ok(ranked);
  return { by: "values", sources: [...sources, ...person], attribution, ranked, limit: random.pick([1, 2, 25]) };
}

function randomPoint(random: Random, funnel: ActorsFunnelPlan, line: LineKey | null): FunnelActorList {
  const count = funnel.steps.length;
  const fromMs = funnel.range.fromMs + random.integer(0, 10) * HOUR_MS;
  const point = random.chance(0.6)
    ? { by: "furthest" as const, steps: [random.integer(1, count), random.integer(1, count)] }
    : {
        by: "period" as const,
        fromMs,
        untilMs: fromMs + 12 * HOUR_MS,
        fromStep: 0,
        toStep: count - 1,
        isDropOff: random.chance(0.5),
      };
  const elements = random.pick([null, ...ELEMENTS]);
  const elementsText = elements === null ? null : JSON.stringify(parseElements(elements));
  const did = random.chance(0.3) ? { select: randomSelection(random), elementsText, range: funnel.range } : null;
  return { kind: "funnel-actors", funnel, point, line, did };
}

function toRounded(_: string, value: unknown): unknown {
  if (value instanceof Float64Array)
    return [...value].toSorted((a, b) => a - b).map((number) => Number(number.toPrecision(12)));
  return typeof value === "number" ? Number(value.toPrecision(12)) : value;
}

function randomCorrelation(random: Random, plan: ActorsFunnelPlan): CorrelationPlan {
  const entered = Array.from({ length: random.integer(1, 3) }, () => random.integer(1, plan.steps.length));
  const what = random.pick<CorrelationPlan["what"]>([
    { by: "events", exceptNames: [random.pick(NAMES)] },
    {
      by: "event_properties",
      names: ["a", random.pick(NAMES), random.pick(NAMES), "unheard of"],
      exceptProperties: random.pick([[], ["plan"]]),
      minActors: random.integer(0, 2),
    },
    { by: "properties", keys: random.pick([null, ["plan", "missing"]]), exceptKeys: random.pick([[], ["amount"]]) },
  ]);
  const limit = random.pick([1, 3, 100]);
  return { kind: "correlation", funnel: { ...plan, breakdown: null }, entered, range: plan.range, what, limit };
}

/** Sums of fractions depend on the order of adding in their last digits; lines come in no order. */
function toText(answer: unknown): string {
  const { lines } = answer as { lines?: { key: LineKey }[] };
  const sorted = lines?.toSorted((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1));
  return JSON.stringify(sorted === undefined ? answer : { lines: sorted }, toRounded, 1);
}

async function compare(
  random: Random,
  plan: ActorsFunnelPlan,
  [rows, columns]: [Engine, Engine],
  story: string,
): Promise<void> {
  const count = plan.steps.length;
  const wanted = await rows.ask(plan);
  assert.is(toText(await columns.ask(plan)), toText(wanted), `funnel, ${story}`);
  const byValue = { ...plan, actors: { by: "values" as const, source: random.pick(VALUES) } };
  assert.is(toText(await columns.ask(byValue)), toText(await rows.ask(byValue)), `funnel of values, ${story}`);
  const edgesMs = [0, 12, 24, 36].map((hour) => START_MS + hour * HOUR_MS);
  const toStep = random.integer(0, count - 1);
  const periods: FunnelPeriodsPlan = {
    kind: "funnel-periods",
    funnel: plan,
    edgesMs,
    fromStep: random.integer(0, toStep),
    toStep,
  };
  assert.is(toText(await columns.ask(periods)), toText(await rows.ask(periods)), `periods, ${story}`);
  if (plan.breakdown === null && count > 1) {
    const times: FunnelTimesPlan = {
      kind: "funnel-times",
      funnel: plan,
      fromStep: 0,
      toStep: random.integer(1, count - 1),
      bins: random.pick([null, 1, 7]),
    };
    assert.is(toText(await columns.ask(times)), toText(await rows.ask(times)), `times, ${story}`);
  }
  const correlation = randomCorrelation(random, plan);
  assert.is(
    toText(await columns.ask(correlation)),
    toText(await rows.ask(correlation)),
    `correlation ${JSON.stringify(correlation)}, ${story}`,
  );
  const line = random.chance(0.5) && wanted.lines.length > 0 ? random.pick(wanted.lines).key : null;
  const point = randomPoint(random, plan, line);
  const told = `actors ${JSON.stringify(point)}, ${story}`;
  const whole = await askWhole(columns, point);
  assert.is(toText(whole), toText(await askWhole(rows, point)), told);
  const behindValues = { ...point, funnel: byValue };
  assert.is(
    toText(await askWhole(columns, behindValues)),
    toText(await askWhole(rows, behindValues)),
    `persons behind values ${JSON.stringify(behindValues)}, ${story}`,
  );
  if (random.chance(0.5)) await assertPages(random, columns, { list: point, whole, story: told });
  const actor = plan.actors.by === "groups" ? random.pick(["g", "h", "no"]) : random.integer(-12, 16);
  const trace: FunnelTracePlan = { kind: "funnel-trace", funnel: plan, actor };
  assert.is(toText(await columns.ask(trace)), toText(await rows.ask(trace)), `trace of ${actor}, ${story}`);
}

/** Random funnels in all their views are those of rows. */
export function conformToFunnels(test: Define, candidate: Candidate): void {
  test("funnels have the outcomes, times, periods and actors of rows over random logs", async () => {
    for (const seed of seeds(1, 3)) {
      const random = createRandom(seed);
      const db = openEmpty();
      const projects = openLog(db, random);
      const engine = candidate.over(db, BUDGET_BYTES);
      const engines: [Engine, Engine] = [completing(db, rowsEngine(db)), completing(db, engine)];
      for (let round = 0; round < size(2, 12); round++) {
        const index = random.integer(0, 1);
        const project = projects[index];
        assert.ok(project);
        if (round === 0 || random.chance(0.2))
          for (const { id } of projects) addSteps(db, id, random, random.integer(5, 80));
        if (random.chance(0.2)) disturb(db, project, random);
        if (random.chance(0.1)) projectBlock(db);
        const plan = randomPlan(random, project.id, index + 1);
        await compare(random, plan, engines, `again with --seed ${seed}, round ${round}: ${JSON.stringify(plan)}`);
      }
      await engine.close?.();
      db.close();
    }
  });
}
