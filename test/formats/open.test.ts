import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkFile, createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { countTexts } from "../support/compact.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { EARLIER, eventOf, fileOf, GONE, LATER, NOW } from "./made.ts";

const opening = suite("a file of each format that a release wrote");

const FORMATS = readdirSync("fixtures/formats").map((name) => Number.parseInt(name, 10));

/** The numbers of the events that are left. */
const LEFT = Array.from({ length: EARLIER + LATER }, (_, n) => n).filter((n) => n !== GONE);

opening("is there for the present format", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const present = Number(db.sqlite.pragma("user_version", { simple: true }));
  db.close();
  assert.equal(
    FORMATS.toSorted((a, b) => a - b),
    Array.from({ length: present }, (_, index) => index + 1),
  );
});

for (const format of FORMATS) {
  opening(`is opened, has every event, and answers: format ${format}`, async () => {
    const folder = tempFolder();
    const file = folder.file("a.db");
    writeFileSync(file, gunzipSync(readFileSync(fileOf(format))));
    const db = openDatabase({ file, durability: "normal" });
    // The file has both kinds of places: a chunk with columns, and a row.
    assert.ok(countTexts(db).inChunks > 0 && countTexts(db).inRows > 0);
    assert.is(db.sql("SELECT count(*) FROM segments").pluck().get(), 1);
    db.close();
    assert.equal((await checkFile(file)).findings, []);
    await using hoglet = await createHoglet({ file, now: NOW, deletionCron: "" });
    for (const n of LEFT) {
      const { event, distinct_id, properties } = await hoglet.events.get(eventOf(n).uuid);
      assert.equal(
        [event, distinct_id, properties["plan"], properties["n"]],
        [eventOf(n).event, eventOf(n).distinct_id, eventOf(n).properties.plan, n],
      );
    }
    assert.is(
      (await hoglet.events.list({ event: "seen" })).count,
      LEFT.filter((n) => eventOf(n).event === "seen").length,
    );
    const { results } = await hoglet.persons.list();
    assert.equal(results.map(({ distinct_ids: ids }) => ids.toSorted().join()).toSorted(), [
      "u0,u1",
      "u2",
      "u3",
      "u4",
      "u5",
      "u6",
    ]);
    const trend = await hoglet.insights.trend({
      events: [{ id: "bought" }],
      breakdown: "plan",
      date_from: "2024-03-01",
    });
    const bought = LEFT.filter((n) => eventOf(n).event === "bought");
    for (const plan of ["free", "größer 🦔"]) {
      const wanted = Array.from(
        { length: 9 },
        (_, day) => bought.filter((n) => eventOf(n).properties.plan === plan && n % 9 === day).length,
      );
      assert.equal(trend.result.find(({ breakdown_value: value }) => value === plan)?.data.slice(0, 9), wanted, plan);
    }
    // It goes on: a known event stays one, and a new one is added.
    await hoglet.capture([eventOf(7), { ...eventOf(0), uuid: "018df000-0000-7000-8000-ffffffffffff" }]);
    assert.is((await hoglet.events.list({ event: "bought" })).count, bought.length + 1);
    folder.remove();
  });
}

opening.run();
