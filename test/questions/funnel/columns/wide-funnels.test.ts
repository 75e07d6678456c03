import { columnRunners } from "../../../../lib/questions/columns.ts";
import type { Selection } from "../../../../lib/port/selection.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { columnsEngine, projectBlock } from "../../../../lib/engines/columns/index.ts";
import type { FunnelPlan } from "../../../../lib/questions/funnel/index.ts";
import { loadCase, openEmpty } from "../../load-case.ts";
import { addVisits } from "../../../engines/columns/random-visits.ts";
import type { Visit } from "../../../engines/columns/random-visits.ts";
import { oneIn } from "../../../support/rounds.ts";

const START_MS = Date.UTC(2024, 2, 1);
const SECOND_MS = 1000;
const IDS = Array.from({ length: 40 }, (_, index) => `id${index}`);

/** An event that no step asks for; it matters to strict funnels only. */
const OTHER = "other";

interface Event {
  step: number;
  ms: number;
}

/**
 * Events of a person, a second apart: the steps from some step on, nearly in their order, with turns back and other events
 * in between. Step −1 is another event.
 */
function randomWalk(random: Random, count: number): Event[] {
  const events: Event[] = [];
  let ms = START_MS + random.integer(0, 1000) * SECOND_MS;
  const slips = random.pick([0, 0, 0.01, 0.1]);
  // Some never do the first one.
  const lowest = random.chance(0.3) ? 1 : 0;
  for (let walk = random.integer(1, 3); walk > 0; walk--) {
    const first = random.chance(0.7) ? lowest : random.integer(lowest, count - 1);
    const until = random.chance(0.4) ? count : random.integer(first, count);
    for (let step = first; step < until; step++) {
      if (random.chance(slips))
        events.push({ step: random.pick([-1, random.integer(lowest, count - 1)]), ms: (ms += SECOND_MS) });
      events.push({ step, ms: (ms += SECOND_MS) });
    }
  }
  return events;
}

type FurthestOf = (events: Event[], at: number, count: number, endMs: number) => number;

/** The furthest step of an attempt that begins with an event, by the definition of each order. */
const FURTHEST: Record<FunnelPlan["order"], FurthestOf> = {
  ordered(events, at, count, endMs) {
    if (events[at]?.step !== 0) return 0;
    let reached = 1;
    for (const { step, ms } of events.slice(at + 1)) if (step === reached && ms <= endMs && reached < count) reached++;
    return reached;
  },
  strict(events, at, count, endMs) {
    if (events[at]?.step !== 0) return 0;
    let reached = 0;
    for (const { step, ms } of events.slice(at, at + count)) {
      if (step !== reached || ms > endMs) break;
      reached++;
    }
    return reached;
  },
  unordered(events, at, _, endMs) {
    if (events[at]?.step === -1) return 0;
    const inside = events.slice(at).filter(({ step, ms }) => step >= 0 && ms <= endMs);
    return new Set(inside.map(({ step }) => step)).size;
  },
};

function toSelection(event: string | null): Selection {
  return {
    anyOf: [{ event, filter: { type: "AND", values: [] } }],
    filter: { type: "AND", values: [] },
    needsPerson: true,
    needsSession: false,
  };
}

const wide = suite("funnels of many steps");
// Four of twelve: each order, and each count.
const ofSteps = oneIn(4, wide);

for (const count of [32, 33, 64, 255]) {
  for (const order of ["ordered", "strict", "unordered"] as const) {
    ofSteps(`of ${count}, ${order}, come to what their definition says`, async () => {
      const random = createRandom(count);
      const db = openEmpty();
      const persons = IDS.map((id) => ({ distinct_ids: [id] }));
      const { id: projectId } = loadCase(db, { now: "2024-04-01T00:00:00Z", persons, events: [] });
      const walks = IDS.map((distinctId) => ({ distinctId, events: randomWalk(random, count) }));
      const visits = walks.flatMap(({ distinctId, events }): Visit[] =>
        events.map(({ step, ms }) => ({
          event: step < 0 ? OTHER : `step ${step}`,
          distinctId,
          timestampMs: ms,
          properties: {},
        })),
      );
      addVisits(db, projectId, random, visits);
      projectBlock(db);
      const windowMs = count * 2 * SECOND_MS;
      const range = { fromMs: START_MS, untilMs: START_MS + 1e9 };
      const plan: FunnelPlan = {
        kind: "funnel",
        projectId,
        range,
        sessionRange: range,
        order,
        steps: Array.from({ length: count }, (_, step) => ({ select: toSelection(`step ${step}`), isRepeat: false })),
        exclusions: [],
        window: { by: "length", ms: windowMs },
        between: toSelection(null),
        actors: { by: "persons" },
        breakdown: null,
      };
      const wanted = Array.from({ length: count }, () => 0);
      for (const { events } of walks) {
        const best = Math.max(0, ...events.map(({ ms }, at) => FURTHEST[order](events, at, count, ms + windowMs)));
        if (best > 0) wanted[best - 1] = (wanted[best - 1] ?? 0) + 1;
      }
      assert.ok((wanted[count - 1] ?? 0) > 2, "some get to the end");
      assert.ok(wanted.filter((actors) => actors > 0).length > 3, "others do not");
      const { lines } = await columnsEngine(db, columnRunners()).ask(plan);
      assert.equal(
        lines.map(({ furthest }) => furthest),
        [wanted],
      );
      db.close();
    });
  }
}

wide.run();
