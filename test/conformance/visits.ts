import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { SESSION_KEYS } from "../../lib/events/sessions/index.ts";
import type { SessionsAnswer, SessionsPlan, VisitsPlan } from "../../lib/questions/visits/plan.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { openEmpty } from "../questions/load-case.ts";
import { completing } from "../questions/completing.ts";
import { addEvents, disturb, NOW, openLog } from "../engines/columns/random-log.ts";
import { seeds } from "../support/rounds.ts";
import { BUDGET_BYTES } from "./candidate.ts";
import type { Candidate, Define } from "./candidate.ts";
import { randomSelection } from "./returns.ts";

const DAY_MS = 86_400_000;

function randomRange(random: Random) {
  const untilMs = Date.parse(NOW) + random.integer(-20, 2) * DAY_MS;
  return { fromMs: untilMs - random.integer(1, 20) * DAY_MS, untilMs };
}

/** The sessions in the order of their ids, each with its values. */
function toRows({ ids, distinctIds, columns, isTooMany }: SessionsAnswer) {
  const rows = ids.map((id, place) => [
    id,
    distinctIds[place],
    ...columns.map(({ values, codes }) => values[codes[place] ?? NaN]),
  ]);
  return { isTooMany, rows: rows.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)) };
}

/** Random visits and sessions are those of rows. */
export function conformToVisits(test: Define, candidate: Candidate): void {
  test("visits and sessions, whole beyond the range, are those of rows over random logs", async () => {
    for (const seed of seeds(1, 3)) {
      const random = createRandom(seed, 20);
      const db = openEmpty();
      const projects = openLog(db, random);
      const engine = candidate.over(db, BUDGET_BYTES);
      const [rows, found] = [completing(db, rowsEngine(db)), completing(db, engine)];
      for (let round = 0; round < 12; round++) {
        const project = random.pick(projects);
        const projectId = project.id;
        if (random.chance(0.4)) disturb(db, project, random);
        if (random.chance(0.4)) addEvents(db, project, random, random.integer(5, 40));
        const select = { ...randomSelection(random), needsSession: true };
        const plan: VisitsPlan = { kind: "visits", projectId, range: randomRange(random), select };
        assert.equal(
          await found.ask(plan),
          await rows.ask(plan),
          `seed ${seed}, round ${round}: ${JSON.stringify(plan)}`,
        );
        const list: SessionsPlan = {
          kind: "sessions",
          projectId,
          range: randomRange(random),
          keys: SESSION_KEYS,
          hasDistinctIds: true,
          limit: random.pick([3, 100]),
        };
        assert.equal(toRows(await found.ask(list)), toRows(await rows.ask(list)), `seed ${seed}, round ${round}`);
      }
      await engine.close?.();
      db.close();
    }
  });
}
