import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { allEvents } from "../../../lib/log/event-rows.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { whenAll } from "../../support/rounds.ts";

const NOW = "2024-03-10T12:00:00Z";
/** More events than the caller's thread answers. */
const MANY = 1500;

function* lines() {
  for (let index = 0; index < MANY; index++) {
    const timestamp = new Date(Date.UTC(2024, 2, 1 + (index % 10), index % 24)).toISOString();
    const properties = { plan: ["free", "pro", "team"][index % 3] };
    yield { kind: "event", event: "seen", distinct_id: `u${index % 30}`, timestamp, properties };
  }
}

/** A file whose events are in columns, a handle on it that logs into `logged`, and a connection that can damage the file. */
async function openStored(): Promise<{ hoglet: Hoglet; db: Db; logged: [string, unknown][]; close(): Promise<void> }> {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const logged: [string, unknown][] = [];
  const log = (message: string, fields: unknown) => void logged.push([message, fields]);
  const hoglet = await createHoglet({ file, now: NOW, logger: { info: log, warn: log, error: log } });
  await hoglet.import(lines());
  const db = openDatabase({ file, durability: "normal" });
  writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 65536 WHERE name = 'events'").run());
  await hoglet.import([{ kind: "event", event: "other", distinct_id: "u1", timestamp: "2024-03-01T00:00:00Z" }]);
  assert.is(db.sql("SELECT count(*) FROM segments").pluck().get(), 1);
  return {
    hoglet,
    db,
    logged,
    async close() {
      db.close();
      await hoglet.close();
      folder.remove();
    },
  };
}

async function ask(hoglet: Hoglet, id = "seen"): Promise<string> {
  const events = [{ id, math: "dau" as const }];
  const { result } = await hoglet.insights.trend({ events, breakdown: "plan", date_from: "-9d", refresh: true });
  // A trend by days reads hours, a funnel times.
  const steps = [{ id }, { id }];
  const { result: funnel } = await hoglet.insights.funnel({ events: steps, date_from: "-9d", refresh: true });
  return JSON.stringify([result, funnel]);
}

/** Waits until damaged columns are made again: an import runs after that work. */
async function mended(hoglet: Hoglet): Promise<void> {
  await hoglet.import([]);
}

const damage = suite("a damaged column");

damage(
  "is noticed by the question that reads it, which is answered right; the log names it, and it is made again",
  async () => {
    const { hoglet, db, logged, close } = await openStored();
    const wanted = await ask(hoglet);
    const names = db
      .sql("SELECT name FROM segment_columns WHERE name IN ('time', 'hour', 'actor', 'p:plan')")
      .pluck()
      .all();
    assert.is(names.length, 4);
    for (const name of names) {
      // A rebuild drops the columns in memory.
      await hoglet.rebuild();
      logged.length = 0;
      const before = db.sql("SELECT data FROM segment_columns WHERE name = ?").pluck().get(name);
      writeNow(db, () => db.sql("UPDATE segment_columns SET data = zeroblob(length(data)) WHERE name = ?").run(name));
      assert.is(await ask(hoglet), wanted);
      assert.equal(logged, [
        [
          "A stored column is damaged. Questions read the event log instead; the segment is made again.",
          { project_id: 1, block: 0, column: name },
        ],
      ]);
      await mended(hoglet);
      assert.equal(db.sql("SELECT data FROM segment_columns WHERE name = ?").pluck().get(name), before);
      logged.length = 0;
      assert.is(await ask(hoglet), wanted);
      assert.equal(logged, []);
    }
    await close();
  },
);

whenAll(damage)(
  "of an event log that is damaged too makes the question fail with the event's name, until it is deleted",
  async () => {
    const { hoglet, db, logged, close } = await openStored();
    const uuid = (await hoglet.events.list({ limit: 1, event: "other" })).results[0]?.uuid ?? "";
    writeNow(db, () => db.sql("UPDATE events SET properties = substr(properties, 2) WHERE seq > 65536").run());
    try {
      await ask(hoglet, "other");
      assert.unreachable();
    } catch (error) {
      const { code, status, detail } = error as { code: string; status: number; detail: string };
      assert.equal([code, status], ["storage_corrupt", 500]);
      assert.ok(detail.includes(`The event ${uuid} (seq 65537) is damaged`), detail);
      assert.ok(detail.includes(`hoglet deletions request event ${uuid}`), detail);
    }
    const reply = await hoglet.fetch(
      `/api/projects/@current/insights/trend?date_from=-30d&refresh=true&breakdown=plan&events=${encodeURIComponent('[{"id":"other"}]')}`,
      { headers: { authorization: `Bearer ${hoglet.personalApiKey}` } },
    );
    const body = (await reply.json()) as { code: string; detail: string };
    assert.equal([reply.status, body.code], [500, "storage_corrupt"]);
    assert.ok(body.detail.includes(uuid), body.detail);
    await hoglet.deletions.request({ kind: "event", key: uuid });
    const [done] = await hoglet.deletions.runNow();
    assert.equal([done?.status, done?.receipt?.deleted["events"]], ["done", 1]);
    assert.ok((await ask(hoglet, "other")).length > 0);
    assert.equal(
      logged.map(([message]) => message),
      ["request failed"],
    );
    assert.not.match(JSON.stringify(logged), /Unexpected/);
    await close();
  },
);

whenAll(damage)("stays as it is when a rebuild meets a damaged event, and questions go on", async () => {
  const { hoglet, db, close } = await openStored();
  const wanted = await ask(hoglet);
  const uuid = db.sql("SELECT lower(hex(uuid)) FROM events WHERE seq = 7").pluck().get() as string;
  writeNow(db, () => db.sql("UPDATE events SET properties = substr(properties, 2) WHERE seq = 7").run());
  try {
    await hoglet.rebuild();
    assert.unreachable();
  } catch (error) {
    const { code, detail } = error as { code: string; detail: string };
    assert.is(code, "storage_corrupt");
    assert.ok(
      detail.replaceAll("-", "").includes(`Event ${uuid} (seq 7): Its properties or its elements have changed.`),
      detail,
    );
  }
  assert.is(await ask(hoglet), wanted);
  const { blocks, left } = await hoglet.rebuild({ skipBad: true });
  assert.equal([blocks, left.map((place) => place.seq)], [1, [7]]);
  assert.is(await ask(hoglet), wanted);
  await close();
});

damage.run();

const imports = suite("an import");

imports("says that all is stored before it makes columns", async () => {
  const { hoglet, db, close } = await openStored();
  writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 131072 WHERE name = 'events'").run());
  const told: unknown[] = [];
  const stored = () => db.sql("SELECT count(*) FROM segments").pluck().get();
  const events = () => db.sql(`SELECT count(*) FROM ${allEvents()}`).pluck().get();
  const line = { kind: "event", event: "late", distinct_id: "u1", timestamp: "2024-03-01T00:00:00Z" };
  const counts = await hoglet.import([line], {
    onStored: (soFar) => told.push(soFar.events, stored(), events()),
    onColumns: (progress) => told.push(progress),
  });
  assert.is(counts.events, 1);
  assert.equal(told, [1, 1, MANY + 2, { wanted: 2, stored: 1 }, { wanted: 2, stored: 2 }]);
  await close();
});

imports.run();
