import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { trend } from "../../../lib/questions/trend/index.ts";
import { unlessAborted } from "../../../lib/base/unless-aborted.ts";
import { cached, createResultCache } from "../../../lib/questions/shared/result-cache.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { writeAside, writeNow } from "../../../lib/storage/index.ts";
import { openRows, paid, people } from "../../reference/test/open-rows.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openEmpty } from "../load-case.ts";

/** Throws the error of JSON.stringify for a text of half a gigabyte, without making one. */
function toJSON(): never {
  throw new RangeError("Invalid string length");
}

const cache = suite("cached");

cache("computes a question once, gives copies, and afresh when told to", async () => {
  const db = openEmpty();
  const results = createResultCache(db);
  let runs = 0;
  const ask = (key: string, refresh = false) =>
    cached(results, { key, refresh }, async () => ({ result: { list: [++runs] }, computedMs: runs }));
  const first = await ask("q");
  assert.equal(first, { result: { list: [1] }, computedMs: 1, isCached: false });
  first.result.list.push(99);
  const second = await ask("q");
  assert.equal(second, { result: { list: [1] }, computedMs: 1, isCached: true });
  second.result.list.push(99);
  assert.equal(await ask("q", true), { result: { list: [2] }, computedMs: 2, isCached: false });
  assert.equal((await ask("q")).result, { list: [2] });
  assert.equal((await ask("other")).result, { list: [3] });
  db.close();
});

cache("waits for a question that is being answered, and forgets one that failed", async () => {
  const db = openEmpty();
  const results = createResultCache(db);
  let runs = 0;
  const ask = () => cached(results, { key: "q", refresh: false }, async () => ({ result: ++runs, computedMs: 0 }));
  assert.equal(
    (await Promise.all([ask(), ask()])).map(({ isCached }) => isCached),
    [false, true],
  );
  assert.is(runs, 1);
  const fail = () =>
    cached(results, { key: "f", refresh: false }, async () => {
      throw new Error(`failed ${++runs}`);
    });
  for (const expected of ["failed 2", "failed 3"]) {
    const message = await fail().catch((error: Error) => error.message);
    assert.is(message, expected);
  }
  db.close();
});

cache("lets go of whoever leaves, and begins anew for those who wait when the first one did", async () => {
  const db = openEmpty();
  const results = createResultCache(db);
  let runs = 0;
  const ask = (signal: AbortSignal | undefined) =>
    cached(results, { key: "q", refresh: false, signal }, async () => {
      runs += 1;
      await unlessAborted(signal, nextTurn());
      return { result: runs, computedMs: 0 };
    });
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [ask(first.signal), ask(second.signal), ask(undefined), ask(undefined)];
  first.abort();
  second.abort();
  const settled = await Promise.allSettled(answers);
  assert.equal(
    settled.map((one) => (one.status === "fulfilled" ? one.value.result : (one.reason as { code: string }).code)),
    ["cancelled", "cancelled", 2, 2],
  );
  assert.is(runs, 2);
  db.close();
});

cache("keeps answers when rows were written that no question reads", async () => {
  const db = openEmpty();
  const results = createResultCache(db);
  const ask = async () =>
    (await cached(results, { key: "q", refresh: false }, async () => ({ result: 1, computedMs: 0 }))).isCached;
  await ask();
  await writeAside(db, () => db.sql("INSERT INTO followers (name, mark) VALUES ('f', '{}')").run());
  assert.is(await ask(), true);
  db.close();
});

cache("drops everything when this or another connection has written", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const db = openDatabase({ file, durability: "normal" });
  const results = createResultCache(db);
  const other = openDatabase({ file, durability: "normal" });
  const isCached = async () =>
    (await cached(results, { key: "q", refresh: false }, async () => ({ result: 1, computedMs: 0 }))).isCached;
  const insert = "INSERT INTO schedules (name, last_run_at) VALUES (?, 1)";
  assert.equal([await isCached(), await isCached()], [false, true]);
  writeNow(db, () => db.sql(insert).run("a"));
  assert.equal([await isCached(), await isCached()], [false, true]);
  other.sql(insert).run("b");
  assert.equal([await isCached(), await isCached()], [false, true]);
  db.close();
  other.close();
  folder.remove();
});

cache("refuses an answer that no text can hold in words, and keeps nothing of it", async () => {
  const db = openEmpty();
  const results = createResultCache(db);
  let runs = 0;
  const ask = () =>
    cached(results, { key: "q", refresh: false }, async () => ({ result: { toJSON, run: ++runs }, computedMs: 0 }));
  for (let asked = 1; asked <= 2; asked++) {
    const error: unknown = await ask().catch((caught: unknown) => caught);
    assert.instance(error, HogletError);
    assert.equal((error as HogletError).toJSON(), {
      type: "validation_error",
      code: "answer_too_long",
      detail: "The answer is too long. Ask for fewer points, steps or breakdown values.",
      attr: null,
    });
    assert.is(runs, asked);
  }
  db.close();
});

cache.run();

const answers = suite("answers");

answers("are kept until anything changes them, and say when they were computed", async () => {
  const now = "2020-01-03T12:00:00Z";
  const { ctx, project } = openRows({ now, persons: people("a"), events: [paid("a", "01-03T10:00:00")] });
  let nowMs = Date.parse(now);
  const asks = { ...ctx, clock: { now: () => nowMs } };
  const ask = async (query: object = {}) => {
    const answer = await trend(asks, project, { events: [{ id: "paid", math: "dau" }], ...query });
    return [answer.result[0]?.data.at(-1), answer.is_cached, answer.last_refresh];
  };
  assert.equal(await ask(), [1, false, "2020-01-03T12:00:00Z"]);
  nowMs += 60_000;
  assert.equal(await ask(), [1, true, "2020-01-03T12:00:00Z"]);
  assert.equal(await ask({ refresh: true }), [1, false, "2020-01-03T12:01:00Z"]);
  assert.equal(await ask({ date_from: "-1d" }), [1, false, "2020-01-03T12:01:00Z"]);
  // A merge, a deletion or an edit counts as much as an event.
  writeNow(ctx.db, () => ctx.db.sql("UPDATE distinct_ids SET person_id = NULL").run());
  assert.equal(await ask(), [0, false, "2020-01-03T12:01:00Z"]);
  nowMs += 86_400_000;
  assert.equal(await ask(), [0, false, "2020-01-04T12:01:00Z"]);
});

answers.run();
