import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createIds, toUuidText } from "../../lib/base/ids.ts";
import { rounds } from "../support/rounds.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ROUNDS = rounds(1, 6);
const CONNECTIONS = 4;
const IDS = 50;

const durability = suite("durability");

const folder = tempFolder();
const file = folder.file("a.db");
const acknowledged = new Set<string>();
const sent = new Set<string>();
durability.after(() => folder.remove());

for (let round = 0; round < ROUNDS; round++) {
  durability(`a server takes events until it is killed at a random moment (${round + 1})`, () => loadAndKill(round));
}

durability("every acknowledged event is there, once, and persons fit", () => {
  const sqlite = new Database(file);
  assert.is(sqlite.pragma("integrity_check", { simple: true }), "ok");
  const stored = (sqlite.prepare("SELECT uuid FROM events").pluck().all() as Buffer[]).map(toUuidText);
  const storedSet = new Set(stored);
  assert.is(stored.length, storedSet.size, "an event is stored twice");
  assert.equal(
    [...acknowledged].filter((uuid) => !storedSet.has(uuid)),
    [],
    "acknowledged and lost",
  );
  assert.equal(
    stored.filter((uuid) => !sent.has(uuid)),
    [],
    "stored and never sent",
  );
  assert.ok(acknowledged.size > ROUNDS, `only ${acknowledged.size} events were acknowledged in ${ROUNDS} rounds`);
  assertPersonsConsistent(sqlite);
  sqlite.close();
});

/** Starts a server on the file, sends batches over several connections, kills it after a while, and waits for its end. */
async function loadAndKill(round: number): Promise<void> {
  const server = spawn(process.execPath, [...WITH_BUILT_LIBRARY, "test/support/file-server.ts", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const port = String((await lines.next()).value);
  const ids = createIds();
  const exited = once(server, "exit");
  const answers = new EventEmitter();
  const isAnswered = once(answers, "accepted");
  const sender = async (connection: number) => {
    for (let index = 0; ; index++) {
      const batch = toBatch(ids, round * 31 + connection * 7 + index);
      for (const { uuid } of batch) sent.add(uuid);
      if (!(await isAccepted(port, batch))) return;
      for (const { uuid } of batch) acknowledged.add(uuid);
      answers.emit("accepted");
    }
  };
  const senders = Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => sender(connection)));
  // On a slow machine most servers would be killed before they answered anything: the first, and every other one, first does.
  if (round % 2 === 0) await Promise.race([isAnswered, senders]);
  // The test only needs some moment for the kill; no check depends on this time.
  setTimeout(() => server.kill("SIGKILL"), 30 + ((round * 37) % 170));
  await exited;
  await senders;
}

interface SentEvent {
  uuid: string;
}

function toBatch(ids: ReturnType<typeof createIds>, seed: number): SentEvent[] {
  return Array.from({ length: 5 }, (_, index) => {
    const number = (seed * 5 + index) % IDS;
    const isIdentify = index === 4;
    return {
      uuid: ids.uuid(Date.now()),
      event: isIdentify ? "$identify" : "visited",
      distinct_id: isIdentify ? `user-${number % 10}` : `device-${number}`,
      properties: isIdentify ? { $anon_distinct_id: `device-${number}`, $set: { seed } } : { $set: { last: seed } },
    };
  });
}

async function isAccepted(port: string, batch: SentEvent[]): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/batch/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_key: "phc_test", batch }),
    });
    await reply.arrayBuffer();
    return reply.status === 200;
  } catch {
    // The server died under the request: it is not acknowledged.
    return false;
  }
}

function assertPersonsConsistent(sqlite: Database.Database): void {
  const counted = (sql: string) => sqlite.prepare(sql).pluck().get();
  assert.is(
    counted("SELECT count(*) FROM distinct_ids WHERE person_id NOT IN (SELECT id FROM persons)"),
    0,
    "a distinct id points to nobody that exists",
  );
  assert.is(
    counted(
      "SELECT count(*) FROM persons WHERE id NOT IN (SELECT person_id FROM distinct_ids WHERE person_id IS NOT NULL)",
    ),
    0,
    "a person has no distinct id",
  );
  assert.is(
    counted("SELECT count(*) FROM events WHERE distinct_id_id NOT IN (SELECT id FROM distinct_ids)"),
    0,
    "an event has no distinct id",
  );
  assert.is(
    counted(
      `SELECT count(*) FROM events JOIN distinct_ids ON distinct_ids.id = distinct_id_id WHERE person_id IS NULL`,
    ),
    0,
    "a processed event has no person",
  );
}

durability.run();
