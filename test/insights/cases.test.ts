import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../lib/clock.ts";
import { HogletError } from "../../lib/errors.ts";
import { trend } from "../../lib/insights/index.ts";
import { rowsEngine } from "../../lib/rows/index.ts";
import { compareSeries } from "./compare-series.ts";
import type { ExpectedSeries } from "./compare-series.ts";
import { loadCase, openEmpty } from "./load-case.ts";
import type { CaseData } from "./load-case.ts";

interface GivenCase extends CaseData {
  id: string;
  insight: string;
  note: string;
  query: Record<string, unknown>;
  expected: ExpectedSeries;
}

const FILE = new URL("../../fixtures/cases/insights.json", import.meta.url);
const cases = (JSON.parse(readFileSync(FILE, "utf8")) as GivenCase[]).filter(({ insight }) => insight === "trends");

/** As many as pass today: one that begins to be skipped or refused is a step back. */
const LEAST_PASSING = 36;

const passed: string[] = [];
const skipped: string[] = [];

const given = suite("given cases: trends");

for (const one of cases) {
  given(`${one.id}: ${one.note}`, async () => {
    const outcome = await check(one);
    (outcome === "passed" ? passed : skipped).push(one.id);
  });
}

given("enough of them are supported", () => {
  process.stdout.write(
    `\n${passed.length} of ${cases.length} passed, ${skipped.length} not supported yet: ${skipped.join(" ")}\n`,
  );
  assert.ok(passed.length >= LEAST_PASSING, `only ${passed.length} passed, expected at least ${LEAST_PASSING}`);
});

given.run();

/** A case is skipped only when the code itself refuses a field of its query as not supported yet. */
async function check(one: GivenCase): Promise<"passed" | "skipped"> {
  const db = openEmpty();
  try {
    const project = loadCase(db, one);
    const ctx = { clock: toClock(one.now), engine: rowsEngine(db) };
    const answer = await trend(ctx, project, one.query).catch(toRefusal);
    if (answer instanceof HogletError && answer.code === "unsupported") return "skipped";
    if (answer instanceof HogletError) {
      assert.is(one.expected.error, true, `refused: ${answer.message}`);
      assert.is(answer.status, 400);
    } else compareSeries(answer.result as unknown as Record<string, unknown>[], one.expected);
    return "passed";
  } finally {
    db.close();
  }
}

function toRefusal(error: unknown): HogletError {
  if (error instanceof HogletError) return error;
  throw error;
}
