import type { Engine } from "../../../lib/port/engine.ts";
import { Worker } from "node:worker_threads";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../../lib/base/clock.ts";
import { dropSegments } from "../../../lib/engines/columns/index.ts";
import { createGroupThread } from "../../../lib/engines/host/group-thread.ts";
import { hostedEngine } from "../../../lib/engines/host/hosted-engine.ts";
import { startWorker } from "../../../lib/engines/host/thread.ts";
import type { Thread } from "../../../lib/engines/host/thread.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { createResultCache } from "../../../lib/questions/index.ts";
import { lifecycle } from "../../../lib/questions/lifecycle/index.ts";
import { retention } from "../../../lib/questions/retention/index.ts";
import { stickiness } from "../../../lib/questions/stickiness/index.ts";
import { trend } from "../../../lib/questions/trend/index.ts";
import type { ProjectSettings } from "../../../lib/questions/shared/project-settings.ts";
import { rowsEngine } from "../../reference/rows/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { addEvents, disturb, NOW } from "../columns/random-log.ts";
import { randomQuestion } from "../columns/random-question.ts";
import type { RandomQuestion } from "../columns/random-question.ts";
import { rounds, size, whenAll } from "../../support/rounds.ts";
import { openFile } from "./open-file.ts";

const INSIGHTS = { trend, lifecycle, stickiness, retention };
const QUESTIONS = size(5, 20);
const SEEDS = rounds(1, 2);
const BUDGET_BYTES = 256 * 1024 * 1024;

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

/** Blocks of events, which several threads can share. */
function addBlocks(db: Db, project: ProjectSettings, random: Parameters<typeof addEvents>[2], count: number): void {
  for (let block = 0; block < count; block++) {
    addEvents(db, project, random, 10);
    writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = seq + 65536 WHERE name = 'events'").run());
  }
}

const threads = suite("createGroupThread");

threads("answers random questions like rows do, whatever is written, merged, deleted and projected", async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { db, file, projects, random, remove } = openFile(seed);
    for (const project of projects) addBlocks(db, project, random, 3);
    const setup = { file, budgetBytes: seed % 2 === 0 ? 20_000 : BUDGET_BYTES, secureDelete: true, sharedEvents: 0 };
    const thread = createGroupThread(setup, { size: () => 1 + (seed % 3 || 3) });
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
  }
});

/** Counts the events and the actors by two questions. */
async function counts(thread: Pick<Thread, "ask">, projectId: number, signal?: AbortSignal): Promise<unknown> {
  const range = { fromMs: Date.UTC(2010, 0), untilMs: Date.UTC(2040, 0) };
  const select = {
    anyOf: [{ event: null, filter: { type: "AND", values: [] } }],
    filter: { type: "AND", values: [] },
    needsPerson: false,
    needsSession: false,
  };
  const series = [{ by: "events" }, { by: "actors" }].map((counting) => ({
    select,
    counting,
    breakdown: null,
    valueRange: range,
  }));
  const plan = {
    kind: "trend",
    projectId,
    range,
    sessionRange: range,
    edgesMs: [range.fromMs],
    series,
  };
  const answer = await thread.ask({ kind: "answer", plan }, { signal });
  return (answer as { series: { data: number[] }[][] }).series.map(([line]) => line?.data[0]);
}

whenAll(threads)("answers while somebody writes all the time, each time as of one moment", async () => {
  const { db, file, projects, random, remove } = openFile(5);
  const [project] = projects;
  assert.ok(project);
  addBlocks(db, project, random, 4);
  const thread = createGroupThread(
    { file, budgetBytes: BUDGET_BYTES, secureDelete: true, sharedEvents: 0 },
    { size: () => 2 },
  );
  const count = () => Number(db.sql("SELECT count(*) FROM events WHERE project_id = ?").pluck().get(project.id));
  for (let round = 0; round < 60; round++) {
    const before = count();
    const answer = counts(thread, project.id);
    // Events come in pairs: an answer from parts of different moments could be odd.
    const done: unknown[] = [];
    void answer.then((value) => done.push(value));
    while (done.length === 0) {
      addEvents(db, project, random, 2);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const [events = NaN] = (await answer) as number[];
    assert.ok(events >= before && events <= count() && (events - before) % 2 === 0, `${before} ${events} ${count()}`);
  }
  await thread.close();
  remove();
});

whenAll(threads)("answers without another one that died, and starts it again", async () => {
  const { db, file, projects, random, remove } = openFile(6);
  const [project] = projects;
  assert.ok(project);
  addBlocks(db, project, random, 4);
  const started: Worker[] = [];
  const thread = createGroupThread(
    { file, budgetBytes: BUDGET_BYTES, secureDelete: true, sharedEvents: 0 },
    { size: () => 2 },
    (setup) => {
      const worker = startWorker(setup);
      started.push(worker);
      return worker;
    },
  );
  const wanted = await counts(thread, project.id);
  assert.is(started.length, 2);
  for (let round = 0; round < 3; round++) {
    const [asked, ended] = [counts(thread, project.id), started.at(-1)?.terminate()];
    assert.equal(await asked, wanted);
    await ended;
    assert.equal(await counts(thread, project.id), wanted);
    assert.is(started.length, 3 + round);
  }
  // When the first thread dies, open questions fail, and the next question starts all threads again.
  await started[0]?.terminate();
  assert.equal(await counts(thread, project.id), wanted);
  assert.is(started.length, 7);
  await thread.close();
  remove();
});

whenAll(threads)(
  "starts all threads before the first question where several answer, and none where one does",
  async () => {
    const { db, file, projects, random, remove } = openFile(7);
    const [project] = projects;
    assert.ok(project);
    addBlocks(db, project, random, 4);
    const wanted = Number(db.sql("SELECT count(*) FROM events WHERE project_id = ?").pluck().get(project.id));
    for (const count of [1, 3]) {
      const started: Worker[] = [];
      const setup = { file, budgetBytes: BUDGET_BYTES, secureDelete: true, sharedEvents: 0 };
      const thread = createGroupThread(setup, { size: () => count }, (own) => {
        const worker = startWorker(own);
        started.push(worker);
        return worker;
      });
      thread.start();
      assert.is(started.length, count === 1 ? 0 : count);
      const [events] = (await counts(thread, project.id)) as number[];
      assert.is(events, wanted);
      assert.is(started.length, count);
      await thread.close();
    }
    remove();
  },
);

threads("does not wait for a thread that cannot answer", async () => {
  const { db, file, projects, random, remove } = openFile(8);
  const [project] = projects;
  assert.ok(project);
  addBlocks(db, project, random, 4);
  let count = 0;
  const failing = `require("node:worker_threads").parentPort.on("message", () => process.exit(3));`;
  const thread = createGroupThread(
    { file, budgetBytes: BUDGET_BYTES, secureDelete: true, sharedEvents: 0 },
    { size: () => 2 },
    (setup) => (count++ === 0 ? startWorker(setup) : new Worker(failing, { eval: true })),
  );
  const events = db.sql("SELECT count(*) FROM events WHERE project_id = ?").pluck().get(project.id);
  for (let round = 0; round < 2; round++) assert.is(((await counts(thread, project.id)) as number[])[0], events);
  await thread.close();
  remove();
});

whenAll(threads)(
  "leaves off together when nobody wants the answer any more, and answers the next question",
  async () => {
    const { db, file, projects, random, remove } = openFile(9);
    const [project] = projects;
    assert.ok(project);
    addBlocks(db, project, random, 6);
    const thread = createGroupThread({ file, budgetBytes: 0, secureDelete: true, sharedEvents: 0 }, { size: () => 2 });
    const wanted = await counts(thread, project.id);
    for (let round = 0; round < 20; round++) {
      const controller = new AbortController();
      const asked = counts(thread, project.id, controller.signal).catch((error: HogletError) => error.code);
      setTimeout(() => controller.abort(), round % 5);
      const answer = await asked;
      assert.ok(answer === "cancelled" || JSON.stringify(answer) === JSON.stringify(wanted), JSON.stringify(answer));
      assert.equal(await counts(thread, project.id), wanted);
    }
    await thread.close();
    remove();
  },
);

threads.run();
