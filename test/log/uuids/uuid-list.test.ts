import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import type { Random } from "../../../fixtures/random.ts";
import { toUuidText } from "../../../lib/base/ids.ts";
import { createHoglet } from "../../../lib/index.ts";
import { checkLog, findEventSeq, openDatabase } from "../../../lib/log/index.ts";
import { relistBlock } from "../../../lib/log/uuids/list-uuids.ts";
import { unpackTexts } from "../../../lib/log/chunks/unpack-chunk.ts";
import { packTexts } from "../../../lib/log/chunks/pack-chunk.ts";
import { storedUuids } from "../../../lib/log/uuids/find-event.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import type { EventTexts } from "../../../lib/log/chunks/pack-chunk.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { hashUuid, isSound, pageOf, placesOf, UuidFilters, UuidListMaker } from "../../../lib/log/uuids/uuid-list.ts";
import { compactAll, countTexts } from "../../support/compact.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { whenAll } from "../../support/rounds.ts";

function randomUuid(random: Random): Buffer {
  return Buffer.from(random.bytes(16));
}

const lists = suite("UuidListMaker and UuidFilters");

lists("find every uuid at its place, and let few others pass, in 40 blocks", () => {
  const random = createRandom(7);
  const filters = new UuidFilters();
  const blocks = Array.from({ length: 40 }, (_, index) => {
    const uuids = Array.from({ length: index === 0 ? 20_000 : 100 }, () => randomUuid(random));
    const maker = new UuidListMaker();
    for (const [place, uuid] of uuids.entries()) maker.add(hashUuid(uuid), place);
    const list = maker.finish();
    filters.add(index * 3, list.filter);
    return { uuids, list };
  });
  for (const [index, { uuids, list }] of blocks.entries()) {
    for (const [place, uuid] of uuids.entries()) {
      const hash = hashUuid(uuid);
      assert.ok(filters.find(hash).includes(index * 3));
      assert.ok(placesOf(list.pages[pageOf(hash)] as Buffer, hash).includes(place));
    }
  }
  const others = Array.from({ length: 10_000 }, () => hashUuid(randomUuid(random)));
  assert.ok(others.filter((hash) => filters.find(hash).length > 0).length < 300);
});

whenAll(lists)("are the same whether filters come one by one or together", () => {
  const random = createRandom(8);
  const stored = new Map<number, unknown>();
  const hashes: number[] = [];
  // 32 full blocks, which are taken together; 32 with a small one; a few, of which one is lost and one damaged.
  for (let block = 0; block < 72; block++) {
    const maker = new UuidListMaker();
    for (let place = 0; place < (block === 40 ? 50 : 33_000); place++) {
      const uuid = randomUuid(random);
      maker.add(hashUuid(uuid), place);
      if (place % 3000 === 0) hashes.push(hashUuid(uuid));
    }
    stored.set(block, block === 66 ? undefined : block === 67 ? Buffer.from("x") : maker.finish().filter);
  }
  const [single, together] = [new UuidFilters(), new UuidFilters()];
  for (const [block, filter] of stored) single.add(block, filter);
  together.addNew([...stored.keys()], (block) => stored.get(block));
  for (let odd = 0; odd < 3000; odd++) hashes.push(hashUuid(randomUuid(random)));
  for (const hash of hashes) assert.equal(together.find(hash), single.find(hash));
});

lists("notice every flipped bit; a damaged filter lets all pass", () => {
  const maker = new UuidListMaker();
  const uuid = randomUuid(createRandom(1));
  maker.add(hashUuid(uuid), 5);
  const { pages, filter } = maker.finish();
  const page = pages[pageOf(hashUuid(uuid))] as Buffer;
  for (let bit = 0; bit < page.length * 8; bit++) {
    const flipped = Buffer.from(page);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.is(isSound(flipped), false, `bit ${bit}`);
  }
  filter[50] = (filter[50] ?? 0) ^ 1;
  const filters = new UuidFilters();
  filters.add(3, filter);
  filters.add(4, undefined);
  assert.equal(filters.find(123), [3, 4]);
});

lists.run();

const EVENTS = 60;
const random = createRandom(11);
const uuids = Array.from({ length: EVENTS }, () => toUuidText(randomUuid(random)));
const toEvent = (uuid: string, n: number) => ({ event: "x", distinct_id: `u${n % 5}`, uuid, properties: { n } });
const toLine = (uuid: string) => ({
  kind: "event",
  event: "imported",
  distinct_id: "v",
  timestamp: "2024-01-01",
  uuid,
});
const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex");

/** The bytes of a log of `EVENTS` events, with the index and the lists that `change` leaves. */
async function makeContents(change: (db: Db) => void): Promise<Uint8Array> {
  const hoglet = await createHoglet();
  await hoglet.capture(uuids.map(toEvent));
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  change(db);
  const contents = db.sqlite.serialize();
  db.close();
  return contents;
}

const KINDS: Record<string, (db: Db) => void> = {
  "texts in rows": () => {},
  "texts in chunks": (db) => compactAll(db),
  "texts of half in chunks": (db) => compactAll(db, { untilSeq: 30 }),
  "a damaged page and filter": (db) => {
    compactAll(db);
    db.sql("UPDATE uuid_pages SET data = zeroblob(length(data))").run();
  },
  "lost pages": (db) => {
    compactAll(db);
    db.sql("DELETE FROM uuid_pages").run();
  },
};

const found = suite("findEventSeq and storedUuids");

for (const [kind, change] of Object.entries(KINDS)) {
  found(`find each event by its uuid, in its project alone, and no other: ${kind}`, async () => {
    const contents = await makeContents(change);
    const db = openDatabase({ file: undefined, contents, durability: "normal" });
    const { has } = storedUuids(db);
    for (const [index, uuid] of uuids.entries()) {
      assert.equal([findEventSeq(db, 1, bytesOf(uuid)), has(1, bytesOf(uuid))], [index + 1, true]);
      assert.equal([findEventSeq(db, 2, bytesOf(uuid)), has(2, bytesOf(uuid))], [undefined, false]);
      const other = randomUuid(random);
      assert.equal([findEventSeq(db, 1, other), has(1, other)], [undefined, false]);
    }
    db.close();
  });

  whenAll(found)(`capture, import and get know each event, and store it once: ${kind}`, async () => {
    await using hoglet = await createHoglet({ contents: await makeContents(change) });
    await hoglet.capture([...uuids.map(toEvent), { event: "new", distinct_id: "u1" }]);
    // A new distinct id and a new name, which a duplicate must not add.
    await hoglet.capture({ event: "other name", distinct_id: "somebody", uuid: uuids[3] as string });
    const fresh = toUuidText(randomUuid(random));
    const imported = await hoglet.import([...uuids.slice(20, 40), fresh, fresh].map(toLine));
    assert.equal([imported.events, imported.duplicates], [1, 21]);
    const { count, results } = await hoglet.events.list({ limit: 100 });
    assert.is(count, EVENTS + 2);
    assert.equal(results.map(({ uuid }) => uuid).filter((uuid) => uuids.includes(uuid)).length, EVENTS);
    assert.is((await hoglet.persons.list({ search: "somebody" })).results.length, 0);
    assert.equal((await hoglet.events.get(uuids[7] as string)).properties["n"], 7);
  });

  found(`a deleted event may come again, and its uuid is not in the file before: ${kind}`, async () => {
    await using hoglet = await createHoglet({ contents: await makeContents(change), deletionCron: "" });
    const gone = uuids[5] as string;
    await hoglet.deletions.request({ kind: "event", key: gone });
    await hoglet.deletions.runNow();
    assert.is(Buffer.from(await hoglet.serialize()).includes(bytesOf(gone)), false);
    await hoglet.capture(toEvent(gone, 5));
    assert.is((await hoglet.events.list()).count, EVENTS);
  });
}

found("nothing of a deleted event's uuid stays in the bytes of its chunk", async () => {
  const contents = await makeContents((db) => compactAll(db));
  const db = openDatabase({ file: undefined, contents, durability: "normal" });
  const chunks = db.sql<Buffer>("SELECT data FROM event_texts").pluck().all().map(unpackTexts);
  db.close();
  const { seqs = [] } = chunks.find((chunk) => chunk?.has(6)) ?? {};
  assert.ok(seqs.length > 3);
  // A chunk has the first bytes of all its uuids side by side, then the second, …
  const columns = Array.from({ length: 16 }, (_, byte) =>
    Buffer.from(seqs.map((seq) => bytesOf(uuids[seq - 1] as string)[byte] ?? 0)),
  );
  const kept = (bytes: Uint8Array) => columns.filter((column) => Buffer.from(bytes).includes(column)).length;
  assert.is(kept(contents), 16);
  await using hoglet = await createHoglet({ contents, deletionCron: "" });
  await hoglet.deletions.request({ kind: "event", key: uuids[5] as string });
  await hoglet.deletions.runNow();
  assert.is(kept(await hoglet.serialize()), 0);
});

found("a connection learns of the lists that another has made", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  writeFileSync(file, await makeContents((db) => compactAll(db, { untilSeq: 20 })));
  await using hoglet = await createHoglet({ file, deletionCron: "" });
  await hoglet.capture(toEvent(uuids[0] as string, 0));
  const other = openDatabase({ file, durability: "normal" });
  compactAll(other);
  assert.is(countTexts(other).inRows, 0);
  await hoglet.capture(uuids.map(toEvent));
  assert.is((await hoglet.events.list()).count, EVENTS);
  assert.equal([...checkLog(other, "uuids")], []);
  other.close();
  folder.remove();
});

const HARMS: Record<string, (db: Db) => void> = {
  "an event that the list misses": (db) => {
    const chunk = unpackTexts(db.sql("SELECT data FROM event_texts WHERE first_seq = 1").pluck().get());
    const [first, ...more] = chunk?.seqs.map(chunk.event) ?? [];
    const renamed = packTexts([{ ...(first as EventTexts), uuid: randomUuid(random) }, ...more]);
    db.sql("UPDATE event_texts SET data = ? WHERE first_seq = 1").run(renamed);
  },
  "a damaged filter": (db) => db.sql("UPDATE uuid_pages SET data = zeroblob(length(data)) WHERE place = 64").run(),
  "lost pages": (db) => db.sql("DELETE FROM uuid_pages WHERE place < 64").run(),
};

for (const [name, harm] of Object.entries(HARMS)) {
  found(`checkLog names a block with ${name}, and relistBlock mends it`, async () => {
    const contents = await makeContents((db) => {
      compactAll(db);
      assert.equal([...checkLog(db, "uuids")], []);
    });
    const db = openDatabase({ file: undefined, contents, durability: "normal" });
    harm(db);
    assert.equal([...checkLog(db, "uuids")], [0]);
    writeNow(db, () => relistBlock(db, 0));
    assert.equal([...checkLog(db, "uuids")], []);
    db.close();
  });
}

found.run();
