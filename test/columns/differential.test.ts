import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { toClock } from "../../lib/clock.ts";
import { columnsEngine, dropSegments, projectBlock } from "../../lib/columns/index.ts";
import { HogletError } from "../../lib/errors.ts";
import { lifecycle, retention, stickiness, trend } from "../../lib/insights/index.ts";
import type { Engine, ProjectSettings } from "../../lib/insights/index.ts";
import { rowsEngine } from "../../lib/rows/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { openEmpty } from "../insights/load-case.ts";
import { rounds } from "../support/rounds.ts";
import { addEvents, disturb, NOW, openLog } from "./random-log.ts";
import { randomQuestion } from "./random-question.ts";
import type { Question } from "./random-question.ts";

const INSIGHTS = { trend, lifecycle, stickiness, retention };
const QUESTIONS = 40;

// What no engine has a part in.
const ECHOES = new Set(["action", "filter", "persons_urls", "people_url", "days", "labels"]);

/** Sums of fractions depend on the order of adding in their last digits. */
function toComparable(key: string, value: unknown): unknown {
  if (ECHOES.has(key)) return undefined;
  return typeof value === "number" ? Number(value.toPrecision(12)) : value;
}

/** The answer as JSON text, or the refusal. */
async function ask(db: Db, engine: Engine, project: ProjectSettings, { kind, query }: Question): Promise<string> {
  try {
    const { result } = await INSIGHTS[kind]({ db, clock: toClock(NOW), engine }, project, query);
    return JSON.stringify(result, toComparable, 1);
  } catch (error) {
    if (error instanceof HogletError && error.status === 400) return error.message;
    throw error;
  }
}

/** Counts the plans that it is given. */
function counted(engine: Engine): { engine: Engine; counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  const proxy = new Proxy(engine, {
    get(target, name) {
      counts[String(name)] = (counts[String(name)] ?? 0) + 1;
      return Reflect.get(target, name);
    },
  });
  return { engine: proxy, counts };
}

async function runSeed(seed: number): Promise<{ asked: number; delegated: number }> {
  const random = createRandom(seed);
  const db = openEmpty();
  const projects = openLog(db, random);
  const rows = rowsEngine(db);
  const fallback = counted(rows);
  const budgetBytes = random.pick([256 * 1024 * 1024, 20_000, 0]);
  const columns = columnsEngine(db, fallback.engine, { budgetBytes });
  const happened: string[] = [];
  for (let round = 0; round < QUESTIONS; round++) {
    const index = random.integer(0, 1);
    const project = projects[index];
    assert.ok(project);
    if (random.chance(0.3)) happened.push(disturb(db, project, random));
    if (random.chance(0.3)) addEvents(db, project, random, random.integer(1, 20));
    if (random.chance(0.1)) happened.push(`projected: ${projectBlock(db)}`);
    if (random.chance(0.05)) {
      dropSegments(db);
      happened.push("segments are dropped");
    }
    const question = randomQuestion(random, index + 1);
    const wanted = await ask(db, rows, project, question);
    const found = await ask(db, columns, project, question);
    const story = `again with --seed ${seed}, question ${round}: ${JSON.stringify(question)} of ${JSON.stringify(project)} after ${happened.join("; ")}`;
    assert.is(found, wanted, story);
  }
  db.close();
  const delegated = ["trend", "lifecycle", "stickiness", "retention", "distinctNumbers"]
    .map((name) => fallback.counts[name] ?? 0)
    .reduce((sum, count) => sum + count, 0);
  return { asked: QUESTIONS, delegated };
}

const differential = suite("columns and rows");

differential("answer random questions about random logs alike, and columns answers most itself", async () => {
  const at = process.argv.indexOf("--seed");
  const seeds = at < 0 ? Array.from({ length: rounds(15) }, (_, index) => index + 1) : [Number(process.argv[at + 1])];
  let asked = 0;
  let delegated = 0;
  for (const seed of seeds) {
    const done = await runSeed(seed);
    asked += done.asked;
    delegated += done.delegated;
  }
  assert.ok(delegated < asked / 3, `${delegated} of ${asked} questions were delegated`);
});

differential.run();
