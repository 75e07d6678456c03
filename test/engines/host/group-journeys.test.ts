import type { Engine } from "../../../lib/port/engine.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../../lib/base/clock.ts";
import type { Random } from "../../../fixtures/random.ts";
import { createGroupThread } from "../../../lib/engines/host/group-thread.ts";
import { hostedEngine } from "../../../lib/engines/host/hosted-engine.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { createResultCache } from "../../../lib/questions/index.ts";
import type { ActorPage } from "../../../lib/port/actors.ts";
import { pagesOf } from "../../../lib/questions/shared/actor-pages.ts";
import type { Asks } from "../../../lib/questions/index.ts";
import { correlation } from "../../../lib/questions/correlation/index.ts";
import { funnel, olderFunnelActors } from "../../../lib/questions/funnel/index.ts";
import { paths } from "../../../lib/questions/paths/index.ts";
import type { ProjectSettings } from "../../../lib/questions/shared/project-settings.ts";
import { rowsEngine } from "../../reference/rows/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { addEvents, disturb, NAMES, NOW, skip } from "../columns/random-log.ts";
import type { Visit } from "../columns/random-visits.ts";
import { addVisits, randomPathQuery, randomVisits } from "../columns/random-visits.ts";
import { rounds, size } from "../../support/rounds.ts";
import { openFile } from "./open-file.ts";

const SEEDS = rounds(1, 2);
const QUESTIONS = size(2, 20);
const BLOCK = 65_536;

/** Persons with a few visits each: enough persons that each thread of a worker group has some. */
const CROWD = Array.from({ length: 400 }, (_, index) => `crowd ${index}`);

interface JourneyQuestion {
  kind: "funnel" | "correlation" | "actors" | "paths";
  query: Record<string, unknown>;
}

function randomQuestion(random: Random): JourneyQuestion {
  if (random.chance(0.25)) return { kind: "paths", query: randomPathQuery(random) };
  // Some funnels have more distinct steps than a word has bits.
  const isWide = random.chance(0.15);
  const steps = isWide ? random.integer(33, 70) : random.integer(2, 4);
  const events = Array.from({ length: steps }, (_, order) => ({
    id: random.pick(NAMES),
    type: "events",
    order,
    ...(isWide && { properties: [{ key: "amount", type: "event", operator: "is_not", value: `${order}` }] }),
  }));
  const kind = random.pick(["funnel", "funnel", "funnel", "correlation", "actors"] as const);
  const some = (part: object, probability = 0.3) => (random.chance(probability) ? part : {});
  const order = random.pick(["ordered", "ordered", "strict", "unordered"]);
  const query = {
    events,
    date_from: random.pick(["all", "-30d", "2024-03-01"]),
    funnel_order_type: order,
    funnel_window_interval: random.integer(1, 30),
    funnel_window_interval_unit: random.pick(["hour", "day"]),
    ...some({ properties: [{ key: "amount", value: 1, operator: "gt", type: "event" }] }, 0.2),
    ...some({ properties: [{ key: "plan", value: "a", operator: "exact", type: "person" }] }, 0.1),
    ...(order !== "strict" &&
      some({
        exclusions: [{ id: random.pick(NAMES), type: "events", funnel_from_step: 0, funnel_to_step: steps - 1 }],
      })),
    ...(kind === "funnel" && some({ funnel_viz_type: random.pick(["trends", "time_to_convert"]) })),
    ...(kind === "funnel" && some({ breakdown: random.pick(["plan", "amount"]), breakdown_type: "event" })),
    ...(kind === "correlation" && { funnel_correlation_type: "events" }),
    ...(kind === "actors" && { funnel_step: random.pick([1, 2, -2]) }),
    refresh: true,
  };
  return { kind, query };
}

function visitsOfCrowd(random: Random): Visit[] {
  return CROWD.filter(() => random.chance(0.25)).map((distinctId) => ({
    event: random.pick(NAMES),
    distinctId,
    timestampMs: Date.UTC(2024, 2, 28) + random.integer(0, 48) * 3_600_000,
    properties: { plan: random.pick(["a", "b"]), amount: random.integer(1, 3) },
  }));
}

/** A page of the actors behind a step. */
async function actorsOfFunnel(ctx: Asks, project: ProjectSettings, query: Record<string, unknown>): Promise<ActorPage> {
  return pagesOf(ctx, await olderFunnelActors(ctx, project, query))({ after: null, skip: 1, limit: 1000 });
}

/** The answer as JSON text, or the refusal. Means depend on the order of adding in their last digits. */
async function ask(
  db: Db,
  engine: Engine,
  project: ProjectSettings,
  { kind, query }: JourneyQuestion,
): Promise<string> {
  const ctx = { db, clock: toClock(NOW), engine, results: createResultCache(db) };
  const insights = { funnel, correlation, actors: actorsOfFunnel, paths };
  try {
    const {
      is_cached: _,
      last_refresh: __,
      ...answer
    } = (await insights[kind](ctx, { ...project, path_cleaning_filters: [] }, query)) as object & {
      is_cached?: unknown;
      last_refresh?: unknown;
    };
    return JSON.stringify(answer, (___, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(12)) : value,
    );
  } catch (error) {
    if (error instanceof HogletError && error.status === 400) return `${error.attr}: ${error.detail}`;
    throw error;
  }
}

const journeys = suite("createGroupThread");

journeys(
  "answers what persons did one after the other like rows do, whatever is written, merged and deleted",
  async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { db, file, projects, random, remove } = openFile(seed);
      const [project] = projects;
      assert.ok(project);
      const addBlock = () => {
        addEvents(db, project, random, 30);
        addVisits(db, project.id, random, visitsOfCrowd(random));
        addVisits(db, project.id, random, randomVisits(random, ["id1", "id2", "id3", "id4"], Date.UTC(2024, 2, 28)));
        skip(db, BLOCK);
      };
      for (let block = 0; block < 3; block++) addBlock();
      const setup = {
        file,
        // In 20,000 bytes an actor index has no room: it is read from its file.
        budgetBytes: seed % 2 === 0 ? 20_000 : 256 * 1024 * 1024,
        secureDelete: true,
        sharedEvents: 0,
        storing: { leastRows: 1, chunkRows: 50 },
      };
      const thread = createGroupThread(setup, { size: () => 2 + (seed % 2) });
      const rows = rowsEngine(db);
      const hosted = hostedEngine({ local: () => rows, thread, isQuick: () => false });
      for (let round = 0; round < QUESTIONS; round++) {
        if (random.chance(0.3)) disturb(db, project, random);
        if (random.chance(0.3)) addEvents(db, project, random, random.integer(1, 20));
        if (random.chance(0.1)) addBlock();
        if (random.chance(0.2)) {
          while (await thread.projectAll(true));
          await thread.ask({ kind: "store" });
        }
        const question = randomQuestion(random);
        const wanted = await ask(db, rows, project, question);
        const story = `seed ${seed}, question ${round}: ${JSON.stringify(question)}`;
        assert.is(await ask(db, hosted, project, question), wanted, story);
      }
      await thread.close();
      remove();
    }
  },
);

journeys.run();
