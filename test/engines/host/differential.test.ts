import type { Engine } from "../../../lib/port/engine.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../../lib/base/clock.ts";
import { columnsEngine, dropSegments } from "../../../lib/engines/columns/index.ts";
import { hostedEngine } from "../../../lib/engines/host/hosted-engine.ts";
import { columnRunners } from "../../../lib/questions/columns.ts";
import { createThread } from "../../../lib/engines/host/thread.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { createResultCache } from "../../../lib/questions/index.ts";
import { lifecycle } from "../../../lib/questions/lifecycle/index.ts";
import { retention } from "../../../lib/questions/retention/index.ts";
import { stickiness } from "../../../lib/questions/stickiness/index.ts";
import { trend } from "../../../lib/questions/trend/index.ts";
import type { ProjectSettings } from "../../../lib/questions/shared/project-settings.ts";
import { rowsEngine } from "../../reference/rows/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { addEvents, disturb, NOW } from "../columns/random-log.ts";
import { randomQuestion } from "../columns/random-question.ts";
import type { RandomQuestion } from "../columns/random-question.ts";
import { rounds, size } from "../../support/rounds.ts";
import { openFile } from "./open-file.ts";

const INSIGHTS = { trend, lifecycle, stickiness, retention };
const QUESTIONS = size(6, 12);
/** For each budget: columns are read again and again. */
const TIGHT_QUESTIONS = size(3, 12);
const SEEDS = rounds(1, 2);
const DEFAULT_BYTES = 256 * 1024 * 1024;

/** The answer as JSON text, or the refusal. Sums of fractions depend on the order of adding in their last digits. */
async function ask(db: Db, engine: Engine, project: ProjectSettings, { kind, query }: RandomQuestion): Promise<string> {
  try {
    const { result } = await INSIGHTS[kind](
      { db, clock: toClock(NOW), engine, results: createResultCache(db) },
      project,
      { ...query, refresh: true },
    );
    return JSON.stringify(result, (_, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(12)) : value,
    );
  } catch (error) {
    if (error instanceof HogletError && error.status === 400) return `${error.attr}: ${error.detail}`;
    throw error;
  }
}

const threads = suite("the engine in its thread");

for (let seed = 1; seed <= SEEDS; seed++) {
  threads(
    `answers random questions of seed ${seed} like rows do, whatever is written, merged, deleted and dropped`,
    async () => {
      const { db, file, projects, random, remove } = openFile(seed);
      const budgetBytes = seed % 2 === 0 ? 20_000 : DEFAULT_BYTES;
      const thread = createThread({ file, budgetBytes, secureDelete: true });
      const rows = rowsEngine(db);
      const hosted = hostedEngine({ local: () => rows, thread, isQuick: () => false });
      for (let round = 0; round < QUESTIONS; round++) {
        const index = random.integer(0, 1);
        const project = projects[index];
        assert.ok(project);
        if (random.chance(0.4)) disturb(db, project, random);
        if (random.chance(0.3)) addEvents(db, project, random, random.integer(1, 20));
        if (random.chance(0.2)) await thread.ask({ kind: "project" });
        if (random.chance(0.05)) dropSegments(db);
        if (random.chance(0.1))
          await thread.ask({ kind: "remake", place: { projectId: project.id, block: 0 }, skipBad: false });
        const question = randomQuestion(random, index + 1);
        const wanted = await ask(db, rows, project, question);
        const story = `seed ${seed}, question ${round}: ${JSON.stringify(question)}`;
        assert.is(await ask(db, hosted, project, question), wanted, story);
      }
      await thread.close();
      remove();
    },
  );
}

threads.run();

const budgets = suite("the memory budget");

for (const budgetBytes of [0, 5000, 100_000]) {
  budgets(`of ${budgetBytes} bytes changes no answer`, async () => {
    const { db, projects, random, remove } = openFile(7);
    const [project] = projects;
    assert.ok(project);
    addEvents(db, project, random, size(500, 3000));
    const [tight, ample] = [budgetBytes, DEFAULT_BYTES].map((bytes) =>
      columnsEngine(db, columnRunners(), { budgetBytes: bytes }),
    );
    assert.ok(tight && ample);
    for (let round = 0; round < TIGHT_QUESTIONS; round++) {
      const question = randomQuestion(random, 1);
      const wanted = await ask(db, ample, project, question);
      assert.is(await ask(db, tight, project, question), wanted, JSON.stringify(question));
    }
    remove();
  });
}

budgets.run();
