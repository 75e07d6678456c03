import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

interface Row {
  date: string;
  values: { count: number; people_url?: string }[];
}

/** Tokyo's Monday has begun, and London's Sunday has not ended. */
const NOW = "2024-03-10T20:00:00Z";

/** An hourly tape, more or less, of three weeks and 23 persons. */
const TAPE = Array.from({ length: 400 }, (_, place) => ({
  event: place % 3 === 0 ? "opened" : "joined",
  distinct_id: `p${(place * 7) % 23}`,
  timestamp: new Date(Date.parse("2024-02-20T00:00:00Z") + place * 4_000_000).toISOString(),
}));

const QUESTIONS: Record<string, unknown>[] = [
  {},
  { date_from: "-4d" },
  { date_to: "-2d" },
  { period: "Week", date_from: "2024-02-20", total_intervals: 2 },
  { period: "Month", total_intervals: 2 },
  { period: "Hour", total_intervals: 5, date_to: "2024-03-09T10:20:00Z" },
  { retention_type: "retention_first_time" },
];

async function openTokyo() {
  const hoglet = await createHoglet({ now: NOW });
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const url = new URL(path, `http://hoglet.test/api/projects/${hoglet.project.id}/`);
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return (await (await hoglet.fetch(url, init)).json()) as Answer;
  };
  await ask("PATCH", ".", { timezone: "Asia/Tokyo" });
  await hoglet.capture(TAPE);
  return { ask, [Symbol.asyncDispose]: () => hoglet.close() };
}

const dialects = suite("a retention in both dialects");

for (const question of QUESTIONS) {
  dialects(`has the same numbers and people for ${JSON.stringify(question)}`, async () => {
    await using tokyo = await openTokyo();
    const entities = { target_entity: { id: "joined" }, returning_entity: { id: "opened" } };
    const filters = { insight: "RETENTION", total_intervals: 6, ...entities, ...question };
    const older = await tokyo.ask<{ result: Row[] }>("POST", "insights/retention/", filters);
    const { id } = await tokyo.ask<{ id: number }>("POST", "insights/", { filters });
    const saved = await tokyo.ask<{ result: Row[] }>("GET", `insights/${id}/?refresh=true`);
    const numbersOf = (rows: Row[]) =>
      rows.map(({ date, values }, row) => [
        date,
        // The older answer is a triangle.
        ...values.slice(0, rows.length - row).map(({ count }) => count),
      ]);
    assert.equal(numbersOf(older.result), numbersOf(saved.result));
    for (const { count, people_url: url = "" } of older.result.flatMap(({ values }) => values)) {
      assert.is((await tokyo.ask<{ result: unknown[] }>("GET", url)).result.length, count, url);
    }
  });
}

dialects.run();
