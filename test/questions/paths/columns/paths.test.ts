import { columnRunners } from "../../../../lib/questions/columns.ts";
import type { Engine } from "../../../../lib/port/engine.ts";
import { suite } from "uvu";
import { askWhole } from "../../../support/whole-list.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { toClock } from "../../../../lib/base/clock.ts";
import { columnsEngine, projectBlock } from "../../../../lib/engines/columns/index.ts";
import { runPaths } from "../../../../lib/questions/paths/columns/paths.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { readOlderPaths } from "../../../../lib/questions/paths/older/question.ts";
import { toPathsPlan } from "../../../../lib/questions/paths/to-paths-plan.ts";
import { createResultCache } from "../../../../lib/questions/index.ts";
import { olderPathActors, paths } from "../../../../lib/questions/paths/index.ts";
import type { PathSettings } from "../../../../lib/questions/paths/index.ts";
import { rowsEngine } from "../../../reference/rows/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { openEmpty } from "../../load-case.ts";
import { completing } from "../../completing.ts";
import { seeds, size } from "../../../support/rounds.ts";
import { disturb, NOW, openLog } from "../../../engines/columns/random-log.ts";
import { addVisits, randomPathQuery, randomVisits } from "../../../engines/columns/random-visits.ts";

const IDS = ["id0", "id1", "id6", "id7", "id12", "id13"];
const DAYS_MS = Date.UTC(2024, 2, 28);

interface Asked {
  db: Db;
  project: PathSettings;
  query: Record<string, unknown>;
}

/** Edges, and for each of a few points the actors. */
async function ask(engine: Engine, { db, project, query }: Asked, points: object[]): Promise<unknown> {
  const ctx = { db, clock: toClock(NOW), engine, results: createResultCache(db) };
  const { result } = await paths(ctx, project, query);
  const actors = [];
  for (const point of points) {
    const list = await olderPathActors(ctx, project, { ...query, ...point });
    const found = list === null ? null : await askWhole(completing(db, engine), structuredClone(list));
    actors.push(found?.by === "persons" ? [...found.ids] : found);
  }
  return { result, actors };
}

/** Points that exist, and some that do not. */
async function randomPoints(random: Random, { db, project, query }: Asked): Promise<object[]> {
  const ctx = { db, clock: toClock(NOW), engine: rowsEngine(db), results: createResultCache(db) };
  const { result } = await paths(ctx, project, query);
  const some = result.length > 0 ? [random.pick(result), random.pick(result)] : [];
  const points = [
    {},
    { path_dropoff_key: random.pick(["1_/", "2_paid", "3_..."]) },
    { path_start_key: "1_/", path_end_key: "3_paid" },
    ...some.flatMap(({ source, target }) => [
      { path_start_key: source, path_end_key: target },
      { path_start_key: source },
      { path_end_key: random.pick([source, target]) },
      { path_dropoff_key: target },
    ]),
  ];
  return points.filter(() => random.chance(0.3));
}

async function runSeed(seed: number): Promise<{ edges: number; found: number }> {
  const random = createRandom(seed);
  const db = openEmpty();
  const projects = openLog(db, random);
  const rows = rowsEngine(db);
  const done = { edges: 0, found: 0 };
  const columns = columnsEngine(db, columnRunners(), { budgetBytes: random.pick([256 * 1024 * 1024, 20_000, 0]) });
  const happened: string[] = [];
  for (let round = 0; round < size(3, 12); round++) {
    const settings = random.pick(projects);
    const project = {
      ...settings,
      path_cleaning_filters: [
        { regex: "/b/\\d+", alias: "/b/:n" },
        { regex: "(", alias: "never" },
      ],
    };
    if (random.chance(0.5)) addVisits(db, project.id, random, randomVisits(random, IDS, DAYS_MS));
    if (random.chance(0.4)) happened.push(disturb(db, project, random));
    if (random.chance(0.1)) happened.push(`projected: ${projectBlock(db)}`);
    const asked = { db, project, query: randomPathQuery(random) };
    const points = await randomPoints(random, asked);
    const wanted = await ask(rows, asked, points);
    const found = await ask(columns, asked, points);
    const story = `again with --seed ${seed}, question ${round}: ${JSON.stringify(asked.query)} of ${JSON.stringify(project)} after ${happened.join("; ")}`;
    assert.equal(found, wanted, story);
    const { result, actors } = wanted as { result: unknown[]; actors: number[][] };
    done.edges += result.length;
    done.found += actors.flat().length;
  }
  db.close();
  return done;
}

const differential = suite("paths by columns and by rows");

differential("are alike for random questions about random visits, and so are the persons behind them", async () => {
  const played = seeds(1, 3);
  const total = { edges: 0, found: 0 };
  for (const seed of played) {
    const { edges, found } = await runSeed(seed);
    total.edges += edges;
    total.found += found;
  }
  assert.ok(
    total.edges > size(8, 12) * played.length && total.found > size(1, 4) * played.length,
    JSON.stringify(total),
  );
});

differential.run();

const batches = suite("paths of more rows than are held at once");

batches("are those of all rows together", () => {
  const random = createRandom(1);
  const db = openEmpty();
  const [project] = openLog(db, random);
  assert.ok(project);
  for (let round = 0; round < 5; round++) addVisits(db, project.id, random, randomVisits(random, IDS, DAYS_MS));
  const { query } = readOlderPaths({});
  const range = { fromMs: DAYS_MS, untilMs: DAYS_MS + 10 * 86_400_000 };
  const asked = { project, nowMs: DAYS_MS, calendar: { timezone: "UTC", weekStartDay: 0 }, origin: "" };
  const plan = toPathsPlan(asked, { ...project, path_cleaning_filters: [] }, query, range);
  const execution = openExecution(db, { store: createStore(db), peopleStore: createPeople(db), projectId: project.id });
  const whole = runPaths(execution, plan);
  assert.ok(whole.edges.length > 10, `${whole.edges.length} edges`);
  for (const maxRows of [1, 7, 50]) assert.equal(runPaths(execution, plan, { maxRows, partBits: 1 }), whole);
  db.close();
});

batches.run();
