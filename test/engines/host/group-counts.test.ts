import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../../lib/base/clock.ts";
import type { Random } from "../../../fixtures/random.ts";
import { createGroupThread } from "../../../lib/engines/host/group-thread.ts";
import { hostedEngine } from "../../../lib/engines/host/hosted-engine.ts";
import type { Engine } from "../../../lib/port/engine.ts";
import { createResultCache } from "../../../lib/questions/index.ts";
import { lifecycle } from "../../../lib/questions/lifecycle/index.ts";
import { retention } from "../../../lib/questions/retention/index.ts";
import { stickiness } from "../../../lib/questions/stickiness/index.ts";
import { trend } from "../../../lib/questions/trend/index.ts";
import type { ProjectSettings } from "../../../lib/questions/shared/project-settings.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { rowsEngine } from "../../reference/rows/index.ts";
import { NAMES, NOW, skip } from "../columns/random-log.ts";
import { addVisits } from "../columns/random-visits.ts";
import type { Visit } from "../columns/random-visits.ts";
import { openFile } from "./open-file.ts";
import { size, whenAll } from "../../support/rounds.ts";

const INSIGHTS = { trend, lifecycle, stickiness, retention };
const HOUR_MS = 3_600_000;

/** Runs of an event on a day are long enough for compiled kernels, which leave short runs to JavaScript. */
const EVENTS_OF_BLOCK = 2000;

/** A block of events of many persons within two days; the last of them come late. */
function visits(random: Random): Visit[] {
  const fromMs = Date.UTC(2024, 2, 28) + random.integer(0, 2) * 24 * HOUR_MS;
  return Array.from({ length: EVENTS_OF_BLOCK }, (_, index) => ({
    event: random.chance(0.6) ? "viewed" : random.pick(NAMES),
    distinctId: `crowd ${random.integer(1, 300)}`,
    timestampMs: fromMs + random.integer(0, 48 * HOUR_MS) - (index > 1950 ? 30 * HOUR_MS : 0),
    properties: {
      plan: random.pick(["a", "b", "c", "d"]),
      city: `city ${random.integer(1, 60)}`,
      code: `code ${random.integer(1, 900)}`,
      amount: random.integer(1, 500) / 4,
    },
  }));
}

const DATES = { date_from: "2024-03-20", date_to: "2024-04-01" };
const VIEWED = [{ id: "viewed", type: "events", order: 0 }];

interface Question {
  kind: keyof typeof INSIGHTS;
  query: Record<string, unknown>;
}

/** Each reaches other kernels. */
const QUESTIONS: Question[] = [
  { kind: "trend", query: { events: [{ id: "viewed", math: "dau" }] } },
  { kind: "trend", query: { events: [{ id: "viewed", math: "weekly_active" }] } },
  { kind: "trend", query: { events: [{ id: "viewed", math: "first_time_for_user" }] } },
  { kind: "trend", query: { events: VIEWED, breakdown: "plan", properties: [{ key: "city", value: "city 7" }] } },
  { kind: "trend", query: { events: VIEWED, breakdown: "city", properties: [{ key: "plan", value: ["a", "c"] }] } },
  { kind: "trend", query: { events: [{ id: "viewed", math: "sum", math_property: "amount" }], breakdown: "plan" } },
  // More hours times codes than are counted in one pass: millions of numbers.
  ...size<Question[]>(
    [],
    [{ kind: "trend", query: { events: VIEWED, breakdown: "code", interval: "hour", date_from: "2023-12-01" } }],
  ),
  { kind: "trend", query: { events: [{ id: "viewed", math: "dau" }], properties: [{ key: "plan", value: "b" }] } },
  { kind: "lifecycle", query: { events: VIEWED } },
  { kind: "stickiness", query: { events: VIEWED } },
  { kind: "retention", query: { target_entity: VIEWED[0], returning_entity: VIEWED[0], period: "Day" } },
  { kind: "retention", query: { retention_type: "retention_first_time", target_entity: VIEWED[0], period: "Day" } },
];

async function ask(db: Db, engine: Engine, project: ProjectSettings, place: number): Promise<string> {
  const { kind, query } = QUESTIONS[place] ?? { kind: "trend", query: {} };
  const ctx = { db, clock: toClock(NOW), engine, results: createResultCache(db) };
  const { result } = await INSIGHTS[kind](ctx, project, { ...DATES, ...query, refresh: true });
  return JSON.stringify(result);
}

const THREADS = size([2], [1, 2, 3, 4]);

const counts = suite("createGroupThread");

whenAll(counts)("counts long runs of rows like rows do, with one to four threads", async () => {
  const { db, file, projects, random, remove } = openFile(5);
  const [project] = projects;
  assert.ok(project);
  for (let block = 0; block < size(2, 3); block++) {
    addVisits(db, project.id, random, visits(random));
    skip(db, 65_536);
  }
  const rows = rowsEngine(db);
  const wanted: string[] = [];
  for (const place of QUESTIONS.keys()) wanted.push(await ask(db, rows, project, place));
  for (const threads of THREADS) {
    const setup = { file, budgetBytes: 2 ** 26, secureDelete: true, sharedEvents: 0 };
    const thread = createGroupThread(setup, { size: () => threads });
    if (threads === 1) while (await thread.projectAll(true));
    const hosted = hostedEngine({ local: () => rows, thread, isQuick: () => false });
    // The second asking works in the memory that the first has left.
    for (const again of [false, true]) {
      for (const [place, answer] of wanted.entries()) {
        assert.is(
          await ask(db, hosted, project, place),
          answer,
          `question ${place}, ${threads} threads, again: ${again}`,
        );
      }
    }
    await thread.close();
  }
  remove();
});

counts.run();
