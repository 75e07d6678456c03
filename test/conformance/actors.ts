import { BUDGET_BYTES } from "./candidate.ts";
import type { Candidate, Define } from "./candidate.ts";
import { withCohorts } from "../../lib/questions/shared/ask.ts";
import type { ActorList, ActorPage } from "../../lib/port/actors.ts";
import type { Engine } from "../../lib/port/engine.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { toClock } from "../../lib/base/clock.ts";
import { askWhole } from "../support/whole-list.ts";
import { assertPages } from "./paging.ts";
import { dropSegments, projectBlock } from "../../lib/engines/columns/index.ts";
import { HogletError } from "../../lib/base/errors.ts";
import { createResultCache } from "../../lib/questions/index.ts";
import { lifecycle, olderLifecycleActors } from "../../lib/questions/lifecycle/index.ts";
import { retention, olderRetentionActors } from "../../lib/questions/retention/index.ts";
import { stickiness, olderStickinessActors } from "../../lib/questions/stickiness/index.ts";
import { trend, olderTrendActors } from "../../lib/questions/trend/index.ts";
import type { ResultCache } from "../../lib/questions/shared/result-cache.ts";
import type { ProjectSettings } from "../../lib/questions/shared/project-settings.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { openEmpty } from "../questions/load-case.ts";
import { seeds, size } from "../support/rounds.ts";
import { addEvents, disturb, NOW, openLog } from "../engines/columns/random-log.ts";
import { randomQuestion } from "../engines/columns/random-question.ts";
import type { RandomQuestion } from "../engines/columns/random-question.ts";

const QUESTIONS = size(2, 15);

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

async function toList(ctx: Asked, random: Random, { kind }: RandomQuestion, fields: Fields): Promise<ActorList | null> {
  if (kind === "retention") return olderRetentionActors(ctx, ctx.project, fields).list;
  if (kind === "lifecycle") return olderLifecycleActors(ctx, ctx.project, fields);
  if (kind === "stickiness") return olderStickinessActors(ctx, ctx.project, fields);
  const list = await olderTrendActors(ctx, ctx.project, fields);
  return list && Object.assign(list, { order: random.pick(["values", "keys"]) });
}

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
      const asked = await toList(ctx, random, question, fields);
      if (asked === null) continue;
      // A worker thread gets a copy of it.
      const list = structuredClone(withCohorts(db, asked));
      const story = `--seed ${seed}, question ${round}: ${JSON.stringify(asked)}`;
      const wanted = await askWhole(rows, list);
      assert.equal(await askWhole(engine, list), wanted, story);
      if (random.chance(0.5)) await assertPages(random, engine, { list, whole: wanted, story });
      if (random.chance(0.1)) await assertPages(random, rows, { list, whole: wanted, story });
      counts.asked += 1;
      if (lengthOf(wanted) > 0) counts.found += 1;
    }
  }
  await engine.close?.();
  db.close();
  return counts;
}

function lengthOf(actors: ActorPage): number {
  return actors.by === "persons" ? actors.ids.length : actors.keys.length;
}

function refused(error: unknown): Fields[] {
  if (error instanceof HogletError && error.status === 400) return [];
  throw error;
}

/** Actors behind the numbers of random answers are those of rows. */
export function conformToActors(test: Define, candidate: Candidate): void {
  test("actors behind random answers are those of rows, in the same order, on one page as on many", async () => {
    const total = { asked: 0, found: 0 };
    for (const seed of seeds(1, 3)) {
      const { asked, found } = await runSeed(seed, candidate);
      total.asked += asked;
      total.found += found;
    }
    assert.ok(total.found > total.asked / 10, `somebody behind ${total.found} of ${total.asked}`);
  });
}
