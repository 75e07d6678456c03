import { suite } from "uvu";
import * as assert from "uvu/assert";
import Database from "better-sqlite3";
import { checkFile, createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

// After an import of many events the unfinished block of 65,536 places is ended: its events have columns, and the log goes on behind it.

const MANY = 17_000;
const NOW = "2024-03-10T12:00:00Z";

const ends = suite("the block that an import ends");

function lines(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      kind: "event",
      event: "viewed",
      distinct_id: `person ${(from + index) % 500}`,
      timestamp: `2024-03-0${1 + ((from + index) % 9)}T10:00:00Z`,
      uuid: `00000000-0000-4000-8000-${String(from + index).padStart(12, "0")}`,
      properties: { n: index % 7 },
    }),
  ).join("\n");
}

/** The newest place that was given, the events in columns, and the places of events after one. */
function look(file: string, after: number) {
  const db = new Database(file, { readonly: true });
  const one = (sql: string, ...values: number[]) =>
    Number(
      db
        .prepare(sql)
        .pluck()
        .get(...values),
    );
  const found = {
    newest: one("SELECT seq FROM sqlite_sequence WHERE name = 'events'"),
    inColumns: one("SELECT coalesce(sum(rows), 0) FROM segments"),
    later: db.prepare("SELECT seq FROM events WHERE seq > ? ORDER BY seq").pluck().all(after),
  };
  db.close();
  return found;
}

async function countViewed(hoglet: Hoglet): Promise<number> {
  const series = { events: [{ id: "viewed" }], date_from: "2024-03-01", breakdown: "n", refresh: true };
  const { result } = await hoglet.insights.trend(series);
  return result.reduce((sum, line) => sum + line.count, 0);
}

whenAll(ends)("has columns, and captures go on behind it, from every handle", async () => {
  const folder = tempFolder();
  const file = folder.file("ends.db");
  const hoglet = await createHoglet({ file, now: NOW });
  const other = await createHoglet({ file, now: NOW });
  const capture = (by: Hoglet, id: number) =>
    by.capture({ event: "viewed", distinct_id: "a", timestamp: NOW, properties: { n: 1, id } });
  const live: unknown[] = [];
  // Both know their newest place.
  await capture(hoglet, 1);
  await capture(other, 2);
  const stream = hoglet.events.live();
  const listening = (async () => {
    for await (const { properties } of stream) live.push(properties["id"] ?? "imported");
  })();
  await hoglet.import(lines(0, MANY));
  assert.equal(look(file, 60_000), { newest: 65_536, inColumns: MANY + 2, later: [] });
  await capture(hoglet, 3);
  await capture(other, 4);
  assert.equal(look(file, 60_000), { newest: 65_538, inColumns: MANY + 2, later: [65_537, 65_538] });
  assert.is(await countViewed(hoglet), MANY + 4);
  assert.is(await countViewed(other), MANY + 4);

  // The same again changes nothing; a small import ends no block.
  const { duplicates } = await hoglet.import(lines(0, MANY));
  assert.is(duplicates, MANY);
  await hoglet.import(lines(MANY, 100));
  await capture(hoglet, 5);
  assert.is(look(file, 0).newest, 65_639);
  assert.is(await countViewed(hoglet), MANY + 105);
  while (live.at(-1) !== 5) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(
    live.filter((id) => id !== "imported"),
    [3, 4, 5],
  );
  await hoglet.close();
  await listening;
  await other.close();

  const again = await createHoglet({ file, now: NOW });
  assert.is(await countViewed(again), MANY + 105);
  await again.close();
  assert.equal((await checkFile(file)).findings, []);
  folder.remove();
});

ends.run();
