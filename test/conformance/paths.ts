import { BUDGET_BYTES } from "./candidate.ts";
import type { Candidate, Define } from "./candidate.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { toClock } from "../../lib/base/clock.ts";
import { createResultCache } from "../../lib/questions/index.ts";
import { olderPathActors, paths } from "../../lib/questions/paths/index.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { askWhole } from "../support/whole-list.ts";
import { assertPages } from "./paging.ts";
import { randomVisits } from "../engines/columns/random-visits.ts";
import { seeds, size } from "../support/rounds.ts";
import { loadCase, openEmpty } from "../questions/load-case.ts";
import { modelPaths } from "../questions/paths/path-model.ts";
import type { ModelPath, ModelQuery } from "../questions/paths/path-model.ts";

const PERSONS = { ada: ["a", "a2"], bob: ["b"], cleo: ["c", "c2", "c3"], dan: ["d"] };
const IDS = [...Object.values(PERSONS).flat(), "nobody"];
const FROM_MS = Date.UTC(2024, 2, 20);
const NOW = "2024-03-25T12:00:00Z";

const personOf = (id: string) => Object.entries(PERSONS).find(([, ids]) => ids.includes(id))?.[0];

/** Edges of the model, in the order that answers have: sessions and mean times counted by hand. */
function toEdges(
  found: ModelPath[],
): { source: string; target: string; value: number; average_conversion_time: number }[] {
  const edges = new Map<string, { source: string; target: string; gaps: number[] }>();
  for (const { keys, times } of found) {
    keys.slice(1).forEach((target, at) => {
      const source = keys[at] ?? "";
      const edge = edges.get(`${source}\0${target}`) ?? { source, target, gaps: [] };
      edge.gaps.push((times[at + 1] ?? 0) - (times[at] ?? 0));
      edges.set(`${source}\0${target}`, edge);
    });
  }
  return [...edges.values()]
    .map(({ source, target, gaps }) => {
      const average_conversion_time = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
      return { source, target, value: gaps.length, average_conversion_time };
    })
    .toSorted(
      (a, b) =>
        b.value - a.value ||
        Buffer.compare(Buffer.from(a.source), Buffer.from(b.source)) ||
        Buffer.compare(Buffer.from(a.target), Buffer.from(b.target)),
    );
}

/** Paths and the persons behind them are those of a model. */
export function conformToPaths(test: Define, candidate: Candidate): void {
  test("paths and the persons behind them agree with a model that was written without looking at an engine", async () => {
    const played = seeds(4, 10);
    let edges = 0;
    let repeated = 0;
    for (const seed of played) {
      const random = createRandom(seed);
      const db = openEmpty();
      const visits = randomVisits(random, IDS, FROM_MS);
      const settings = loadCase(db, {
        now: NOW,
        persons: Object.values(PERSONS).map((distinct_ids) => ({ distinct_ids })),
        events: visits.map(({ event, distinctId, timestampMs, properties }) => {
          return { event, distinct_id: distinctId, timestamp: new Date(timestampMs).toISOString(), properties };
        }),
      });
      const project = { ...settings, path_cleaning_filters: [] };
      const point = () => random.pick(["/", "/a", "paid", "viewed", "..."]);
      const asked: ModelQuery = {
        limit: random.integer(1, 6),
        ...(random.chance(0.4) && { start: point() }),
        ...(random.chance(0.4) && { end: point() }),
      };
      const story = `seed ${seed}: ${JSON.stringify(asked)}`;
      const found = modelPaths(visits, personOf, asked);
      const wanted = toEdges(found);
      const query = { start_point: asked.start, end_point: asked.end, step_limit: asked.limit, edge_limit: 100_000 };
      const candidateEngine = candidate.over(db, BUDGET_BYTES);
      const names = Object.keys(PERSONS);
      for (const engine of [rowsEngine(db), candidateEngine]) {
        const ctx = { db, clock: toClock(NOW), engine, results: createResultCache(db) };
        assert.equal((await paths(ctx, project, { ...query, refresh: true })).result, wanted, story);
        const peopleAt = async (where: object) => {
          const list = await olderPathActors(ctx, project, { ...query, ...where });
          assert.ok(list);
          const actors = await askWhole(engine, list);
          if (random.chance(0.1)) await assertPages(random, engine, { list, whole: actors, story });
          assert.is(actors.by, "persons");
          // Persons were stored in the order of their names, from 1 on.
          return actors.by === "persons" ? [...actors.ids].map((id) => names[id - 1]) : [];
        };
        const modelAt = (is: (path: ModelPath) => boolean) =>
          names.filter((name) => found.some((path) => path.person === name && is(path)));
        for (const { source, target, value } of random.chance(0.5) ? wanted.slice(0, 6) : wanted.slice(-6)) {
          const people = await peopleAt({ path_start_key: source, path_end_key: target });
          assert.equal(
            people,
            modelAt(({ keys }) => keys.some((key, at) => key === source && keys[at + 1] === target)),
            story,
          );
          assert.ok(people.length <= value, "an edge counts sessions");
          if (people.length < value) repeated++;
          assert.equal(
            await peopleAt({ path_start_key: source }),
            modelAt(({ keys }) => keys.indexOf(source) >= 0 && keys.at(-1) !== source),
            story,
          );
          assert.equal(
            await peopleAt({ path_end_key: target }),
            modelAt(({ keys }) => keys.includes(target)),
            story,
          );
          assert.equal(
            await peopleAt({ path_dropoff_key: target, path_start_key: "9_x" }),
            modelAt(({ keys, goesOn }) => keys.at(-1) === target && !goesOn),
            story,
          );
          edges++;
        }
        assert.equal(
          await peopleAt({}),
          modelAt(() => true),
          story,
        );
      }
      await candidateEngine.close?.();
      db.close();
    }
    assert.ok(
      edges > 3 * played.length && repeated >= size(0, 1),
      `${edges} edges, ${repeated} of them of somebody several times`,
    );
  });
}
