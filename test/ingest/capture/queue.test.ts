import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createQueue } from "../../../lib/ingest/capture/index.ts";
import type { Context } from "../../../lib/handle/context.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { createHoglet } from "../../../lib/index.ts";
import { IdentityMap } from "../../../lib/people/persons/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { ping, set } from "../../support/capture-case.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openWorld } from "../../support/world.ts";
import type { World } from "../../support/world.ts";

/** `db`, and how often each of BEGIN, COMMIT and ROLLBACK ran since. */
function spied(db: Db): { db: Db; ran: (text: string) => number } {
  const counts = new Map<string, number>();
  return {
    db: {
      ...db,
      sql(text) {
        counts.set(text, (counts.get(text) ?? 0) + 1);
        return db.sql(text);
      },
    },
    ran: (text) => counts.get(text) ?? 0,
  };
}

function memory() {
  const { db, ran } = spied(openDatabase({ file: undefined, durability: "normal" }));
  db.sqlite.exec("CREATE TABLE jottings (id INTEGER PRIMARY KEY, text TEXT)");
  let published = 0;
  const live = { publish: () => void published++ };
  const queue = createQueue({ db, identity: new IdentityMap(db), live });
  return {
    db,
    queue,
    ran,
    published: () => published,
    note: (text: string) => () => void db.sql("INSERT INTO jottings (text) VALUES (?)").run(text),
    notes: () => db.sql("SELECT text FROM jottings ORDER BY id").pluck().all() as string[],
  };
}

function outcome(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "stored",
    (error: unknown) => (error instanceof HogletError ? `${error.status} ${error.code}` : String(error)),
  );
}

const queueing = suite("createQueue");

queueing("commits what was pushed in one turn of the event loop together, in the order of arrival", async () => {
  const { queue, note, notes, ran, published } = memory();
  await Promise.all(Array.from({ length: 100 }, (_, index) => queue.push(1, note(String(index)))));
  assert.is(ran("COMMIT"), 1);
  assert.equal(
    notes(),
    Array.from({ length: 100 }, (_, index) => String(index)),
  );
  await queue.push(1, note("later"));
  assert.is(ran("COMMIT"), 2);
  assert.is(published(), 2);
});

queueing("resolves nothing before the commit", async () => {
  const { db, queue, note, ran } = memory();
  const seen: [string, boolean, number][] = [];
  const push = (text: string) =>
    queue.push(1, note(text)).then(() => seen.push([text, db.sqlite.inTransaction, ran("COMMIT")]));
  const pushed = [push("a"), push("b")];
  assert.is(ran("BEGIN IMMEDIATE"), 0);
  await Promise.resolve();
  assert.equal(seen, []);
  await Promise.all(pushed);
  assert.equal(seen, [
    ["a", false, 1],
    ["b", false, 1],
  ]);
});

queueing("a job that fails is rejected alone; the others are committed, each by itself", async () => {
  const { queue, note, notes, ran } = memory();
  const outcomes = await Promise.all([
    outcome(queue.push(1, note("a"))),
    outcome(
      queue.push(1, () => {
        note("half of b")();
        throw new RangeError("no");
      }),
    ),
    outcome(queue.push(1, note("c"))),
  ]);
  assert.equal(outcomes, ["stored", "RangeError: no", "stored"]);
  assert.equal(notes(), ["a", "c"]);
  assert.is(ran("COMMIT"), 2);
  assert.is(ran("ROLLBACK"), 2);
});

queueing("keeps a transaction near 1000 events, and the event loop alive between two", async () => {
  const { queue, note, notes, ran } = memory();
  let turns = 0;
  const turn = () => void (turns++, setImmediate(turn).unref());
  setImmediate(turn);
  await Promise.all(["a", "b", "c", "d", "e"].map((text) => queue.push(500, note(text))));
  assert.is(ran("COMMIT"), 3);
  assert.ok(turns >= 2);
  await queue.push(50_000, note("large"));
  assert.equal(notes(), ["a", "b", "c", "d", "e", "large"]);
});

queueing("drain waits for everything pushed so far, also for what is pushed meanwhile and what fails", async () => {
  const { queue, note, notes } = memory();
  await queue.drain();
  const failing = outcome(
    queue.push(1, () => {
      throw new Error("no");
    }),
  );
  const pushed = queue.push(3000, note("a")).then(() => queue.push(1, note("b")));
  await Promise.all([queue.drain(), queue.drain(), failing, pushed]);
  await queue.drain();
  assert.equal(notes(), ["a", "b"]);
});

function locked(writeWaitMs?: number) {
  const folder = tempFolder();
  const options = {
    file: folder.file("a.db"),
    durability: "normal",
    ...(writeWaitMs !== undefined && { writeWaitMs }),
  };
  const blocker = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  const { db, ran } = spied(openDatabase(options as Parameters<typeof openDatabase>[0]));
  db.sqlite.exec("CREATE TABLE jottings (id INTEGER PRIMARY KEY, text TEXT)");
  const queue = createQueue({ db, identity: new IdentityMap(db), live: { publish() {} } });
  blocker.sqlite.exec("BEGIN IMMEDIATE");
  return {
    queue,
    ran,
    note: (text: string) => () => void db.sql("INSERT INTO jottings (text) VALUES (?)").run(text),
    notes: () => db.sql("SELECT text FROM jottings ORDER BY id").pluck().all() as string[],
    free: () => blocker.sqlite.exec("ROLLBACK"),
    close() {
      blocker.close();
      db.close();
      folder.remove();
    },
  };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

queueing("another process's write is waited for in order, and what comes meanwhile shares the commit", async () => {
  const { queue, note, notes, ran, free, close } = locked();
  const first = [queue.push(1, note("a")), queue.push(1, note("b"))];
  await turns(20);
  const later = queue.push(1, note("c"));
  await turns(20);
  assert.equal([notes(), ran("COMMIT")], [[], 0]);
  free();
  await Promise.all([...first, later]);
  assert.equal([notes(), ran("COMMIT")], [["a", "b", "c"], 1]);
  close();
});

queueing("a capture that has waited for its time is refused; one that came later waits on", async () => {
  const { queue, note, notes, free, close } = locked(40);
  const outcomes = await Promise.all([1, 2, 3].map((size) => outcome(queue.push(size, note("early")))));
  assert.equal(outcomes, ["503 database_busy", "503 database_busy", "503 database_busy"]);
  const late = queue.push(1, note("late"));
  free();
  await late;
  await queue.drain();
  assert.equal(notes(), ["late"]);
  close();
});

queueing("no more than 50,000 events wait for another process, whatever waits is kept", async () => {
  const { queue, note, notes, free, close } = locked();
  const kept = [queue.push(30_000, note("a"))];
  await turns(3);
  kept.push(queue.push(20_000, note("b")));
  assert.is(await outcome(queue.push(1, note("c"))), "503 database_busy");
  free();
  await Promise.all(kept);
  await queue.push(60_000, note("d"));
  assert.equal(notes(), ["a", "b", "d"]);
  close();
});

queueing("closing a handle waits for the captures under way", async () => {
  const folder = tempFolder();
  const options = { file: folder.file("a.db") };
  const hoglet = await createHoglet(options);
  const captured = Promise.all([1, 2, 3].map((n) => hoglet.capture({ event: "e", distinct_id: `u${n}` })));
  await hoglet.close();
  await captured;
  const again = await createHoglet(options);
  assert.is((await again.persons.list()).count, 3);
  await again.close();
  folder.remove();
});

queueing.run();

/** Lets the database grow by no page more; the returned function lifts the limit. */
function fillUp({ db }: Pick<Context, "db">): () => void {
  const pages = db.sqlite.pragma("page_count", { simple: true }) as number;
  const before = db.sqlite.pragma("max_page_count", { simple: true }) as number;
  db.sqlite.pragma(`max_page_count = ${pages}`);
  return () => void db.sqlite.pragma(`max_page_count = ${before}`);
}

function everything(world: World): unknown {
  const { db } = world.ctx;
  const ids = db.sql("SELECT id, distinct_id, person_id, is_personless FROM distinct_ids ORDER BY id").all();
  const names = db.sql("SELECT id, name FROM event_names ORDER BY id").all();
  return { persons: world.persons(), events: world.events(), warnings: world.warnings(), ids, names };
}

const full = suite("a full disk");

const LARGE = "x".repeat(400_000);

for (const place of ["in memory", "in a file"]) {
  full(`${place}: refuses with 503, keeps nothing, and goes on when there is room again`, async () => {
    const folder = tempFolder();
    const world = openWorld(place === "in memory" ? {} : { file: folder.file("a.db") });
    await world.capture([ping("known"), set("o", { a: 1 })]);
    const before = everything(world);
    const lift = fillUp(world.ctx);

    // A name, an id, a person, a merge and a group that only the lost transaction knew.
    const lost = [
      { event: "new name", distinct_id: "new id", properties: { LARGE, $groups: { org: "o1" } } },
      { event: "$identify", distinct_id: "known", $set: { b: 1 }, properties: { $anon_distinct_id: "o" } },
      { event: "$identify", distinct_id: "known", properties: { $anon_distinct_id: "x", LARGE } },
    ];
    for (const way of ["in process", "over HTTP"] as const) {
      const refusal = await world.capture(lost, { way }).catch((error: unknown) => error);
      if (way === "in process") assert.is((refusal as HogletError).code, "storage_full");
      else assert.match(String(refusal), "503 The disk or the database is full; nothing was stored.");
      assert.equal(everything(world), before);
    }

    // The disk has no space for LARGE, but has space for the little event: only the large event of the transaction fails.
    const [large, little] = await Promise.all([
      outcome(world.capture(lost)),
      outcome(world.capture(ping("known", { properties: { n: 1 } }))),
    ]);
    assert.is(large, "503 storage_full");
    assert.is(little, "stored");
    assert.is(world.events().length, 3);

    lift();
    await world.capture({ event: "new name", distinct_id: "o", $set: { c: 1 } });
    await world.capture(ping("new id"));
    assert.equal(world.person("o")?.distinct_ids, ["o"]);
    assert.equal(world.person("o")?.properties["c"], 1);
    assert.equal(world.person("known")?.distinct_ids, ["known"]);
    assert.equal(world.person("known")?.is_identified, false);
    assert.equal(world.person("new id")?.distinct_ids, ["new id"]);
    assert.is(world.persons().length, 3);
    assert.equal(
      world.events().map(({ event, distinct_id }) => `${event} of ${distinct_id}`),
      ["ping of known", "$set of o", "ping of known", "new name of o", "ping of new id"],
    );
    assert.is(world.ctx.db.sqlite.pragma("integrity_check", { simple: true }), "ok");
    assert.is(world.ctx.db.sql("SELECT count(*) FROM group_types").pluck().get(), 0);
    world.close();
    folder.remove();
  });
}

full.run();
