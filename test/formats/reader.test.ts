import { copyFileSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { newestSeq, openDatabase } from "../../lib/log/index.ts";
import { compactAll, countTexts } from "../support/compact.ts";
import { rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { readFile } from "./reader.ts";
import type { FileContents } from "./reader.ts";
import { NOW, tell } from "./story.ts";

const ROUNDS = rounds(2, 4);

const reading = suite("docs/file-format.md");

/** Events and persons by `hoglet export`, and the arrivals of events. */
async function exported(file: string) {
  await using hoglet = await createHoglet({ file, now: NOW, deletionCron: "" });
  const [events, persons, arrivals]: [unknown[], unknown[], Map<string, number>] = [[], [], new Map()];
  for (const { id: project } of (await hoglet.projects.list()).results) {
    for await (const text of hoglet.export({ project, kinds: ["event", "person"] })) {
      const { kind, ...line } = JSON.parse(text) as Record<string, unknown>;
      if (kind === "event") events.push({ project, ...line });
      else persons.push({ project, ...line, distinct_ids: (line["distinct_ids"] as string[]).toSorted() });
    }
  }
  for (const { id: project } of (await hoglet.projects.list()).results) {
    const { results } = await hoglet.events.list({ project, limit: 1000 });
    for (const { uuid, created_at: arrived } of results) arrivals.set(uuid, Date.parse(arrived));
  }
  return { events, persons, arrivals };
}

function toLines({ events, persons }: FileContents) {
  return {
    events: events.map((event) => ({
      project: event.projectId,
      event: event.event,
      distinct_id: event.distinctId,
      timestamp: event.timestampMs,
      uuid: event.uuid,
      properties: JSON.parse(event.properties) as unknown,
      ...(event.elements !== null && { elements: JSON.parse(event.elements) as unknown }),
    })),
    persons: persons
      .filter(({ distinctIds }) => distinctIds.length > 0)
      .map((person) => ({
        project: person.projectId,
        distinct_ids: person.distinctIds.toSorted(),
        properties: JSON.parse(person.properties) as unknown,
        created_at: person.createdAtMs,
        is_identified: person.isIdentified,
      })),
  };
}

function toMs(instant: unknown): unknown {
  return typeof instant === "string" ? Date.parse(instant) : instant;
}

/** In one order, with instants as numbers. */
function settled(rows: readonly unknown[]): string[] {
  const texts = rows.map((row) => {
    const { timestamp, created_at: createdAt, elements = [], ...rest } = row as Record<string, unknown>;
    return JSON.stringify({ ...rest, timestamp: toMs(timestamp), created_at: toMs(createdAt), elements });
  });
  return texts.toSorted();
}

for (let seed = 1; seed <= ROUNDS; seed++) {
  reading(`lets another program read every event and person that a story has stored (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const folder = tempFolder();
    const file = folder.file("a.db");
    const first = await createHoglet({ file, now: NOW, deletionCron: "" });
    await first.projects.create({ name: "second" });
    await tell(first, random, 12);
    await first.close();
    // Half of the events move into chunks; then the story goes on, with deletions in them.
    const db = openDatabase({ file, durability: "normal" });
    compactAll(db, {
      untilSeq: Math.floor(newestSeq(db) / 2),
      chunkBytes: random.pick([300, 5000]),
      stepBytes: 20_000,
    });
    db.close();
    const second = await createHoglet({ file, now: NOW, deletionCron: "" });
    await tell(second, random, 12);
    await second.close();
    const again = openDatabase({ file, durability: "normal" });
    const places = countTexts(again);
    again.close();
    assert.ok(places.inChunks > 20 && places.inRows > 20, JSON.stringify(places));
    const [found, wanted] = [readFile(file), await exported(file)];
    const read = toLines(found);
    assert.equal(new Map(found.events.map(({ uuid, receivedAtMs }) => [uuid, receivedAtMs])), wanted.arrivals);
    assert.equal(settled(read.events), settled(wanted.events));
    assert.equal(settled(read.persons), settled(wanted.persons));
    assert.is(read.events.length, places.inChunks + places.inRows);
    folder.remove();
  });
}

reading("is read by a program that knows nothing of hoglet, and is short", () => {
  const source = readFileSync("test/formats/reader.ts", "utf8");
  const imports = [...source.matchAll(/from "([^"]+)"/g)].map(([, name]) => name);
  assert.equal(imports, ["node:sqlite", "node:zlib"]);
  assert.ok(source.split("\n").length <= 201);
});

reading("has checksums by which another program notices damage", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file, now: NOW, deletionCron: "" });
  await tell(hoglet, createRandom(1), 6);
  await hoglet.close();
  const db = openDatabase({ file, durability: "normal" });
  compactAll(db, { untilSeq: 20 });
  db.close();
  assert.ok(readFile(file).events.length > 20);
  for (const harm of [
    "UPDATE events SET timestamp = timestamp + 1 WHERE seq = (SELECT max(seq) FROM events)",
    "UPDATE events SET received_at = received_at + 1",
    "UPDATE events SET properties = '{}'",
    "UPDATE event_texts SET data = CAST(substr(data, 1, length(data) - 1) || x'00' || substr(data, -1) AS BLOB)",
    "UPDATE event_texts SET events = events + 1",
    "UPDATE persons SET head_sum = head_sum + 1",
    "UPDATE distinct_ids SET text_sum = text_sum + 1",
    "DELETE FROM event_names",
    "PRAGMA user_version = 2",
  ]) {
    copyFileSync(file, folder.file("harmed.db"));
    const copy = new DatabaseSync(folder.file("harmed.db"));
    copy.exec(`PRAGMA foreign_keys = OFF; ${harm}`);
    copy.close();
    assert.throws(() => readFile(folder.file("harmed.db")), /damaged or lost|is not known/, harm);
  }
  folder.remove();
});

reading.run();
