import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkFile, createHoglet, HogletError } from "../../lib/index.ts";
import type { Checkup } from "../../lib/index.ts";
import { splitParts } from "../../lib/log/chunks/chunk-form.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { write } from "../../lib/storage/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { toRows } from "../support/compact.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { size, whenAll } from "../support/rounds.ts";

const MANY = size(500, 3000);

function* lines() {
  for (let index = 0; index < MANY; index++) {
    const timestamp = new Date(Date.UTC(2024, 2, 1 + (index % 10), index % 24)).toISOString();
    const properties = { plan: ["free", "pro", "team"][index % 3] };
    yield { kind: "event", event: "seen", distinct_id: `u${index % 30}`, timestamp, properties };
  }
}

/** A file with one block in columns and an event after it. */
async function makeFile() {
  const folder = tempFolder();
  const file = folder.file("a.db");
  writeFileSync(file, await (contents ??= makeContents()));
  return { file, db: openDatabase({ file, durability: "normal" }), folder };
}

let contents: Promise<Uint8Array> | undefined;

async function makeContents(): Promise<Uint8Array> {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file, projectToken: "phc_a" });
  await hoglet.import(lines());
  const db = openDatabase({ file, durability: "normal" });
  await write(db, () => db.sql("UPDATE sqlite_sequence SET seq = 65536 WHERE name = 'events'").run());
  await hoglet.import([{ kind: "event", event: "last", distinct_id: "u1", timestamp: "2024-03-01T00:00:00Z" }]);
  // Brings the index of events up to date.
  await hoglet.events.list({ event: "last" });
  await hoglet.close();
  db.close();
  const bytes = readFileSync(file);
  folder.remove();
  return bytes;
}

/** Checks a database after this harm; returns each finding's check and whether it can be repaired. */
async function findAfter(
  harm: (db: Db) => unknown,
  { inRows = false } = {},
): Promise<{ found: [string, boolean][]; messages: string; repaired: string[]; after: Checkup }> {
  const { file, db, folder } = await makeFile();
  if (inRows) toRows(db);
  try {
    await write(db, () => void harm(db));
    const { ok, findings } = await checkFile(file);
    assert.is(
      ok,
      findings.every(({ severity }) => severity === "warning"),
    );
    await using hoglet = await createHoglet({ file });
    const checked = await hoglet.check({ repair: true });
    return {
      found: findings.map((finding) => [finding.check, finding.is_repairable]),
      messages: findings.map(({ message }) => message).join("\n"),
      repaired: checked.repaired.map(({ check }) => check),
      after: checked,
    };
  } finally {
    db.close();
    folder.remove();
  }
}

const doctor = suite("checkFile");

doctor(
  "finds nothing wrong with a file in order, beside a handle that has it open, and says how it stands",
  async () => {
    const { file, db, folder } = await makeFile();
    await using hoglet = await createHoglet({ file });
    const seen: string[] = [];
    const checkup = await checkFile(file, { onProgress: ({ what }) => void seen.push(what) });
    assert.equal([checkup.ok, checkup.findings], [true, []]);
    assert.equal(checkup.schema?.version, checkup.schema?.newest);
    assert.equal(checkup.counts, { projects: 1, persons: 30, events: MANY + 1 });
    assert.equal(checkup.blocks, { full: 1, stored: 1, compared: 1 });
    assert.equal(checkup.pending, { deletions: 0, plugin_jobs: 0, plugin_exports: 0 });
    const { columns = 0, event_log: log = 0 } = checkup.sizes.parts ?? {};
    assert.ok(columns > 0 && log > 0);
    assert.ok(seen.includes("columns and the event log"));
    const { repaired, ...same } = await hoglet.check();
    assert.equal([same.ok, same.findings, repaired], [true, [], []]);
    assert.is((await checkFile(file, { blocks: 0 })).blocks?.compared, 0);
    const memory = await createHoglet();
    assert.is((await memory.check()).ok, true);
    await memory.close();
    db.close();
    folder.remove();
  },
);

doctor("finds damaged columns and makes them again", async () => {
  const harms = [
    "UPDATE segment_columns SET data = zeroblob(length(data)) WHERE name = 'p:plan'",
    "DELETE FROM segment_columns WHERE name = 'time'",
    "UPDATE segments SET rows = rows + 1",
  ];
  for (const harm of harms.slice(0, size(1, 3))) {
    const { found, repaired, after } = await findAfter((db) => db.sql(harm).run());
    assert.equal(found, [["columns", true]], harm);
    assert.equal([after.ok, repaired], [true, ["columns"]], harm);
  }
});

whenAll(doctor)("finds an index of events that is wrong, and lets it be made again", async () => {
  const { found, repaired, after } = await findAfter((db) =>
    db.sql("UPDATE event_index SET event_name_id = event_name_id + 1 WHERE seq = 5").run(),
  );
  assert.equal([found, repaired, after.ok], [[["event_index", true]], ["event_index"], true]);
});

whenAll(doctor)("finds a list of uuids that is damaged, and misses no event that came after a list", async () => {
  const { found, repaired, after } = await findAfter((db) =>
    db.sql("UPDATE uuid_pages SET data = zeroblob(length(data)) WHERE place = 1").run(),
  );
  assert.equal([found, repaired, after.ok], [[["uuids", true]], ["uuids"], true]);
  const folder = tempFolder();
  const file = folder.file("later.db");
  const hoglet = await createHoglet({ file });
  // Enough events for the import to make a list.
  await hoglet.import(Array.from({ length: 4 }, () => [...lines()]).flat());
  await hoglet.capture({ event: "later", distinct_id: "u1" });
  await hoglet.close();
  assert.equal((await checkFile(file)).findings, []);
  folder.remove();
});

const inRows = { inRows: true };

doctor("finds an event that is not as it came, and names it", async () => {
  const changed = await findAfter(
    (db) => db.sql(`UPDATE events SET properties = '{"plan":"pra"}' WHERE seq = 2`).run(),
    inRows,
  );
  assert.equal([changed.found, changed.after.ok], [[["log", false]], false]);
  assert.match(changed.messages, /\(seq 2\): Its properties or its elements have changed/);
});

whenAll(doctor)("finds events that were cut or have another name or distinct id, and names them", async () => {
  const cut = await findAfter(
    (db) => db.sql(`UPDATE events SET properties = '"plan":"pro"}' WHERE seq IN (7, 65537)`).run(),
    inRows,
  );
  assert.equal(cut.found, [
    ["log", false],
    ["log", false],
  ]);
  assert.match(cut.messages, /\(seq 7\): Its properties .*\n.*\(seq 65537\): Its properties /);
  const named = await findAfter((db) => db.sql("UPDATE events SET event_name_id = 2 WHERE seq = 7").run(), inRows);
  assert.equal(named.found, [
    ["event_index", true],
    ["log", false],
  ]);
  assert.match(named.messages, /\(seq 7\): Its name, distinct id, time, project or place has changed/);
  const lost = await findAfter(
    (db) => db.sql("UPDATE events SET distinct_id_id = 4711 WHERE seq = 65537").run(),
    inRows,
  );
  assert.ok(lost.messages.includes("The event with seq 65537 has lost its distinct id."), lost.messages);
});

whenAll(doctor)("finds chunks whose heads are damaged, and hours that differ from the chunks", async () => {
  const harmed = await findAfter((db) => {
    const [first, data] = db.sql<[number, Buffer]>("SELECT first_seq, data FROM event_texts LIMIT 1").raw().get() as [
      number,
      Buffer,
    ];
    const heads = splitParts(data)?.heads as Buffer;
    heads[5] = (heads[5] ?? 0) ^ 1;
    db.sql("UPDATE event_texts SET data = ? WHERE first_seq = ?").run(data, first);
  });
  assert.ok(harmed.found.length > 0 && !harmed.after.ok);
  assert.match(harmed.messages, /\(seq 1\): Its name, distinct id, time, project or place has changed/);
  for (const harm of [
    "DELETE FROM event_hours",
    "UPDATE event_hours SET events = events + 1",
    "UPDATE event_hours SET hour = hour + 100000",
  ]) {
    const { found, repaired, after } = await findAfter((db) => db.sql(harm).run());
    assert.equal([found, repaired, after.ok], [[["hours", true]], ["hours"], true], harm);
  }
});

doctor("says what is wrong with files that no hoglet opens", async () => {
  const { file, db, folder } = await makeFile();
  db.close();
  const findOne = async () => {
    const { ok, findings } = await checkFile(file);
    assert.is(ok, false);
    return `${findings[0]?.check}: ${findings[0]?.message}`;
  };
  const noise = folder.file("noise.db");
  writeFileSync(noise, "This is no database, and never was one. ".repeat(400));
  assert.match((await checkFile(noise)).findings.map(({ message }) => message).join(), /not a database/);
  assert.match((await checkFile(folder.file("none.db"))).findings[0]?.message ?? "", /cannot be opened/);
  truncateSync(file, 40_960);
  assert.match(await findOne(), /malformed|disk image|could not be finished/);
  truncateSync(file, 0);
  assert.match(await findOne(), /schema: The file is an empty database/);
  folder.remove();
});

doctor("ends at once when nobody wants the result any more", async () => {
  const { file, db, folder } = await makeFile();
  const stop = new AbortController();
  const checking = checkFile(file, { signal: stop.signal, onProgress: () => stop.abort() });
  try {
    await checking;
    assert.unreachable();
  } catch (error) {
    assert.is((error as HogletError).code, "cancelled");
  }
  db.close();
  folder.remove();
});

doctor.run();
