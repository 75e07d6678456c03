import { BUDGET_BYTES } from "./candidate.ts";
import type { Candidate, Define } from "./candidate.ts";
import { withCohorts } from "../../lib/questions/shared/ask.ts";
import type { Actors, ActorsPlan, Appearances } from "../../lib/port/actors.ts";
import type { AppearancesPlan } from "../../lib/questions/retention/plan.ts";
import type { Engine } from "../../lib/port/engine.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { toClock } from "../../lib/base/clock.ts";
import { dropSegments, projectBlock } from "../../lib/engines/columns/index.ts";
import { HogletError } from "../../lib/base/errors.ts";
import { createResultCache } from "../../lib/questions/index.ts";
import { lifecycle, lifecycleActors } from "../../lib/questions/lifecycle/index.ts";
import { retention, retentionActors } from "../../lib/questions/retention/index.ts";
import { stickiness, stickinessActors } from "../../lib/questions/stickiness/index.ts";
import { trend, trendActors } from "../../lib/questions/trend/index.ts";
import type { ResultCache } from "../../lib/questions/shared/result-cache.ts";
import type { ProjectSettings } from "../../lib/questions/index.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { openEmpty } from "../questions/load-case.ts";
import { rounds } from "../support/rounds.ts";
import { addEvents, disturb, NOW, openLog } from "../engines/columns/random-log.ts";
import { randomQuestion } from "../engines/columns/random-question.ts";
import type { RandomQuestion } from "../engines/columns/random-question.ts";

const QUESTIONS = 30;

/** Points of each line that are compared. */
const POINTS = 3;

type Fields = Record<string, unknown>;

function sample<T>(random: Random, list: readonly T[]): T[] {
  return list.length === 0 ? [] : Array.from({ length: POINTS }, () => random.pick(list));
}

/** The fields that name points of an answer, as its links have them. */
async function pointsOf(ctx: Asked, random: Random, { kind, query }: RandomQuestion): Promise<Fields[]> {
  const { project } = ctx;
  switch (kind) {
    case "trend": {
      const { result } = await trend(ctx, project, query);
      return result.flatMap(({ persons_urls: many, persons: one }) =>
        sample(random, many ?? (one === undefined ? [] : [one])).map(({ filter }) => filter),
      );
    }
    case "lifecycle": {
      const { result } = await lifecycle(ctx, project, query);
      return result.flatMap(({ persons_urls: links }) => sample(random, links).map(({ filter }) => filter));
    }
    case "stickiness": {
      const { result } = await stickiness(ctx, project, query);
      return result.flatMap(({ persons_urls: links }) => sample(random, links).map(({ filter }) => filter));
    }
    case "retention": {
      const { result } = await retention(ctx, project, query);
      const urls = result.flatMap(({ values, people_url: url }) => [url].concat(values.map((cell) => cell.people_url)));
      return sample(random, urls).map((url) => Object.fromEntries(new URL(url, "http://x").searchParams));
    }
  }
}

interface Asked {
  db: Db;
  clock: ReturnType<typeof toClock>;
  engine: Engine;
  results: ResultCache;
  project: ProjectSettings;
}

type Plan = { kind: "actors"; plan: ActorsPlan } | { kind: "appearances"; plan: AppearancesPlan };

async function toPlan(ctx: Asked, kind: RandomQuestion["kind"], fields: Fields): Promise<Plan | null> {
  if (kind === "retention") {
    const point = retentionActors(ctx, ctx.project, fields);
    return point.plan && ({ kind: point.show, plan: point.plan } as Plan);
  }
  const find = { trend: trendActors, lifecycle: lifecycleActors, stickiness: stickinessActors }[kind];
  const plan = await find(ctx, ctx.project, fields);
  return plan && { kind: "actors", plan };
}

const run = async (engine: Engine, asked: Plan): Promise<Actors | Appearances> =>
  asked.kind === "actors" ? engine.ask(asked.plan) : engine.ask(asked.plan);

async function runSeed(seed: number, candidate: Candidate): Promise<{ asked: number; found: number }> {
  const random = createRandom(seed, 3);
  const db = openEmpty();
  const projects = openLog(db, random);
  const rows = rowsEngine(db);
  const engine = candidate.over(db, random.pick([BUDGET_BYTES, 20_000, 0]));
  const counts = { asked: 0, found: 0 };
  for (let round = 0; round < QUESTIONS; round++) {
    const index = random.integer(0, 1);
    const project = projects[index];
    assert.ok(project);
    if (random.chance(0.3)) disturb(db, project, random);
    if (random.chance(0.3)) addEvents(db, project, random, random.integer(1, 20));
    if (random.chance(0.1)) projectBlock(db);
    if (random.chance(0.05)) dropSegments(db);
    const question = randomQuestion(random, index + 1);
    const ctx = { db, clock: toClock(NOW), engine: rows, results: createResultCache(db), project };
    for (const fields of await pointsOf(ctx, random, question).catch(refused)) {
      const asked = await toPlan(ctx, question.kind, fields);
      if (asked === null) continue;
      // A worker thread gets a copy of it.
      const plan = structuredClone({ ...asked, plan: withCohorts(db, asked.plan) }) as Plan;
      const wanted = await run(rows, plan);
      const found = await run(engine, plan);
      assert.equal(found, wanted, `--seed ${seed}, question ${round}: ${JSON.stringify(asked)}`);
      counts.asked += 1;
      if (lengthOf("actors" in wanted ? wanted.actors : wanted) > 0) counts.found += 1;
    }
  }
  await engine.close?.();
  db.close();
  return counts;
}

function lengthOf(actors: Actors): number {
  return actors.by === "persons" ? actors.ids.length : actors.keys.length;
}

function refused(error: unknown): Fields[] {
  if (error instanceof HogletError && error.status === 400) return [];
  throw error;
}

/** Actors behind the numbers of random answers are those of rows. */
export function conformToActors(test: Define, candidate: Candidate): void {
  test("actors behind random answers are those of rows, in the same order", async () => {
    const at = process.argv.indexOf("--seed");
    const seeds = at < 0 ? Array.from({ length: rounds(6) }, (_, index) => index + 1) : [Number(process.argv[at + 1])];
    const total = { asked: 0, found: 0 };
    for (const seed of seeds) {
      const { asked, found } = await runSeed(seed, candidate);
      total.asked += asked;
      total.found += found;
    }
    assert.ok(total.found > total.asked / 10, `somebody behind ${total.found} of ${total.asked}`);
  });
}
