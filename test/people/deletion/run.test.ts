import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { openContext } from "../../../lib/handle/open-context.ts";
import { deletePerson, listDeletions, runDeletions } from "../../../lib/people/deletion/index.ts";
import { getProject } from "../../../lib/admin/projects/index.ts";
import { compacted } from "../../support/compact.ts";
import { watchPlans } from "../../support/plans.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openWorld } from "../../support/world.ts";
import { eventsOf, openDeletions, START_MS, uuid } from "./deletion-world.ts";

const sha256 = (uuids: readonly string[]) =>
  createHash("sha256")
    .update(uuids.map((each) => `${each}\n`).join(""))
    .digest("hex");

const run = suite("runNow");

run("deletes what the person had at the request, tells by a receipt, and leaves all others alone", async () => {
  const { hoglet, clock } = await openDeletions();
  await hoglet.capture([
    { event: "x", distinct_id: "a", uuid: uuid(1), properties: { $set: { email: "ada@example.com" } } },
    { event: "x", distinct_id: "other", uuid: uuid(2) },
    { event: "$identify", distinct_id: "a", uuid: uuid(3), properties: { $anon_distinct_id: "anon" } },
    { event: "y", distinct_id: "anon", uuid: uuid(4) },
  ]);
  await hoglet.persons.delete(1, { delete_events: true });
  assert.is((await hoglet.deletions.list()).results[0]?.status, "pending");
  assert.is((await eventsOf(hoglet)).length, 4, "tasks wait");
  clock.nowMs += 1000;
  const [done, ...others] = await hoglet.deletions.runNow();
  assert.equal(others, []);
  assert.equal(await eventsOf(hoglet), ["x other"]);
  assert.equal(done?.receipt, {
    requested_by: { kind: "system" },
    requested_at: "2024-06-10T12:00:00Z",
    cut_off: { seq: 4, at: "2024-06-10T12:00:00Z" },
    deleted: { events: 3, distinct_ids: 2 },
    verified_at: "2024-06-10T12:00:01Z",
    uuids_sha256: sha256([uuid(1), uuid(3), uuid(4)]),
    bytes: "kept",
  });
  assert.equal([done?.status, done?.delete_verified_at], ["done", "2024-06-10T12:00:01Z"]);
  const { results } = await hoglet.persons.deletionStatus();
  assert.equal([results[0]?.status, results[0]?.delete_verified_at], ["completed", "2024-06-10T12:00:01Z"]);
  assert.equal(await hoglet.deletions.runNow(), []);
  await hoglet.close();
});

run(
  "112: events that arrived after the request stay, also those of long ago, and make the same person anew",
  async () => {
    const { hoglet } = await openDeletions();
    await hoglet.capture({ event: "x", distinct_id: "a", properties: { $set: { email: "ada@example.com" } } });
    const { uuid: before } = await hoglet.persons.get(1);
    await hoglet.persons.delete(1, { delete_events: true });
    await hoglet.capture({ event: "later", distinct_id: "a", timestamp: "2023-01-01T00:00:00Z" });
    await hoglet.deletions.runNow();
    assert.equal(await eventsOf(hoglet), ["later a"]);
    const back = await hoglet.persons.get(before);
    assert.equal([back.id, back.properties["email"]], [2, undefined]);

    await hoglet.persons.delete(before, { delete_events: true });
    assert.is((await hoglet.persons.deletionStatus({ status: "pending" })).count, 1, "it is queued again");
    await hoglet.deletions.runNow();
    assert.equal(await eventsOf(hoglet), []);
    assert.is((await hoglet.deletions.list({ status: "done" })).count, 2);
    // No person has the id any more: the next event creates a new person.
    await hoglet.capture({ event: "again", distinct_id: "a" });
    assert.is((await hoglet.persons.get(before)).id, 3);
    assert.equal(await eventsOf(hoglet), ["again a"]);
    await hoglet.close();
  },
);

run(
  "113: events of other persons stay, and those of another project's person of the same ids and cut-off",
  async () => {
    const { hoglet } = await openDeletions();
    const second = await hoglet.projects.create({ name: "second" });
    await hoglet.capture([
      { event: "x", distinct_id: "a" },
      { event: "x", distinct_id: "b" },
    ]);
    await hoglet.capture({ event: "x", distinct_id: "a" }, { project: second.id });
    await hoglet.persons.delete(1, { delete_events: true });
    await hoglet.deletions.runNow();
    assert.equal(await eventsOf(hoglet), ["x b"]);
    const { results } = await hoglet.events.list({ project: second.id });
    assert.equal(
      results.map((event) => event.distinct_id),
      ["a"],
    );
    await hoglet.close();
  },
);

run("an id that is another person's when the request is widened keeps the events it has there", async () => {
  const { hoglet } = await openDeletions();
  await hoglet.capture([
    { event: "1", distinct_id: "a" },
    { event: "$create_alias", distinct_id: "a", properties: { alias: "b" } },
  ]);
  await hoglet.persons.delete(1, { delete_events: true });
  await hoglet.capture([
    { event: "2", distinct_id: "a" },
    { event: "2", distinct_id: "b" },
  ]);
  // The same UUID: that of `a`.
  const [back] = (await hoglet.persons.list({ distinct_id: "a" })).results;
  await hoglet.persons.delete(back?.uuid ?? "", { delete_events: true });
  assert.is((await hoglet.deletions.list()).count, 1);
  await hoglet.deletions.runNow();
  assert.equal(await eventsOf(hoglet), ["2 b"]);
  await hoglet.close();
});

run("keep_person leaves person and distinct ids, and a split or merge after the request changes nothing", async () => {
  const { hoglet } = await openDeletions();
  await hoglet.capture([
    { event: "1", distinct_id: "a" },
    { event: "$create_alias", distinct_id: "a", properties: { alias: "b" } },
    { event: "1", distinct_id: "b" },
    { event: "1", distinct_id: "q" },
  ]);
  await hoglet.persons.deleteEvents(1);
  await hoglet.persons.split(1, { main_distinct_id: "a" });
  await hoglet.capture({ event: "$create_alias", distinct_id: "q", properties: { alias: "b" } });
  await hoglet.capture({ event: "2", distinct_id: "a" });
  const [done] = await hoglet.deletions.runNow();
  assert.equal(await eventsOf(hoglet), ["$create_alias q", "1 q", "2 a"]);
  assert.equal(done?.receipt?.deleted, { events: 3 });
  assert.equal(
    (await hoglet.persons.list()).results.map((person) => person.distinct_ids.toSorted()),
    [["b", "q"], ["a"]],
  );
  await hoglet.close();
});

run(
  "warnings and histories of splits forget the distinct ids; what others' events say of them stays theirs",
  async () => {
    const { hoglet } = await openDeletions();
    await hoglet.capture([
      { event: "1", distinct_id: "ada-id" },
      { event: "$create_alias", distinct_id: "ada-id", properties: { alias: "ada-other" } },
      { event: "1", distinct_id: "bob-id" },
    ]);
    // Refused merges and bad values warn about both sides.
    await hoglet.capture([
      { event: "$identify", distinct_id: "bob-id", properties: { $anon_distinct_id: "ada-id" } },
      { event: "1", distinct_id: "ada-id", properties: { $process_person_profile: "maybe" } },
      { event: "1", distinct_id: "bob-id", properties: { $process_person_profile: "maybe" } },
    ]);
    const ada = (await hoglet.persons.list({ distinct_id: "ada-id" })).results[0];
    await hoglet.persons.split(ada?.id ?? 0);
    const [one, other] = (await hoglet.persons.list()).results.filter((person) =>
      person.distinct_ids.some((id) => id.startsWith("ada")),
    );
    for (const person of [one, other]) await hoglet.persons.delete(person?.id ?? 0, { delete_events: true });
    const finished = await hoglet.deletions.runNow();
    assert.is(finished.length, 2);
    const shown = JSON.stringify([
      await hoglet.warnings.list(),
      await hoglet.activity.list({ limit: 100 }),
      await hoglet.persons.list(),
      finished,
    ]);
    // Whole ids: `ada-` alone may be the end of a group of a random UUID.
    assert.not.match(shown, /ada-(id|other)/);
    assert.match(shown, /bob-id/);
    assert.is((await hoglet.warnings.list({ distinct_id: "bob-id", type: "invalid_process_person_profile" })).count, 1);
    assert.equal(await eventsOf(hoglet), ["$identify bob-id", "1 bob-id", "1 bob-id"]);
    await hoglet.close();
  },
);

run("the texts of one person say nothing about another whose id merely contains them", async () => {
  const { hoglet } = await openDeletions();
  await hoglet.capture([
    { event: "1", distinct_id: "a", properties: { $process_person_profile: "a" } },
    { event: "1", distinct_id: "ab", properties: { $process_person_profile: "ab" } },
  ]);
  await hoglet.persons.delete(1, { delete_events: true });
  await hoglet.deletions.runNow();
  assert.equal(
    (await hoglet.warnings.list()).results.map((warning) => warning.distinct_id),
    ["ab"],
  );
  await hoglet.close();
});

run("an anonymous actor whose events are gone is forgotten too", async () => {
  const { hoglet } = await openDeletions();
  const anonymous = { $process_person_profile: false };
  await hoglet.capture([
    { event: "old", distinct_id: "anon-1", properties: anonymous, timestamp: "2024-01-01T00:00:00Z" },
    { event: "new", distinct_id: "anon-2", properties: anonymous },
  ]);
  await hoglet.deletions.request({ kind: "events_before", key: "2024-02-01" });
  await hoglet.deletions.runNow();
  const left = [];
  for await (const line of hoglet.export()) left.push(line);
  assert.not.match(left.join("\n"), /anon-1/);
  assert.match(left.join("\n"), /anon-2/);
  await hoglet.close();
});

const batch = (event: string) =>
  Array.from({ length: 1000 }, (_, n) => ({ event, distinct_id: n % 2 === 0 ? "a" : `id-${n}` }));

run("captures under way at the same time are all kept", async () => {
  const { hoglet } = await openDeletions();
  for (let n = 0; n < 3; n++) await hoglet.capture(batch("before"));
  const [ada] = (await hoglet.persons.list({ distinct_id: "a" })).results;
  await hoglet.persons.delete(ada?.id ?? 0, { delete_events: true });
  const running = hoglet.deletions.runNow();
  for (let n = 0; n < 5; n++) await hoglet.capture(batch("during"));
  const [done] = await running;
  assert.is(done?.receipt?.deleted["events"], 1500);
  assert.is((await hoglet.events.list({ event: "before" })).count, 1500);
  assert.is((await hoglet.events.list({ event: "during" })).count, 5000);
  await hoglet.close();
});

run("writes a chunk again once for all persons whose events lie in it", async () => {
  const persons = 40;
  const captured = await createHoglet();
  for (let round = 0; round < 30; round++) {
    await captured.capture(
      Array.from({ length: persons }, (_, index) => ({ event: "x", distinct_id: `p${index}`, properties: { round } })),
    );
  }
  const contents = compacted(await captured.serialize(), { chunkBytes: 1000 });
  await captured.close();
  const hoglet = await createHoglet({ contents });
  await hoglet.persons.bulkDelete({
    distinct_ids: Array.from({ length: persons - 1 }, (_, index) => `p${index}`),
    delete_events: true,
  });
  let steps = 0;
  const done = await hoglet.deletions.runNow({ onProgress: () => (steps += 1) });
  assert.equal([done.length, done[0]?.receipt?.deleted["events"]], [persons - 1, 30]);
  assert.is((await hoglet.events.list({ limit: 1 })).count, 30);
  // A step ends after 400 events or 10 chunks. Each person has an event in nearly every chunk.
  assert.ok(steps < persons, `${steps} steps`);
  await hoglet.close();
});

run.run();

const several = suite("several processes");

several("a batch waits for the one that holds the lease, and takes over when that is gone", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { hoglet } = await openDeletions({ file });
  await hoglet.capture({ event: "x", distinct_id: "a" });
  await hoglet.persons.delete(1, { delete_events: true });
  const { db } = openContext({ file }).ctx;
  const hold = db.sql("INSERT INTO leases (name, holder, host, pid, renewed_at) VALUES ('deletions', 'h', ?, 1, ?)");
  // Another machine, seen just now by a clock that does not stand still.
  hold.run("elsewhere", Math.trunc(performance.timeOrigin + performance.now()));
  let isDone = false;
  const running = hoglet.deletions.runNow().then((finished) => {
    isDone = true;
    return finished;
  });
  for (let n = 0; n < 50; n++) await new Promise(setImmediate);
  assert.equal([isDone, (await hoglet.deletions.list()).results[0]?.status], [false, "running"]);
  db.sql("UPDATE leases SET renewed_at = renewed_at - 60001").run();
  assert.is((await running).length, 1);
  db.close();
  await hoglet.close();
  folder.remove();
});

several("two handles that are due at once make one batch", async () => {
  const folder = tempFolder();
  const clock = { nowMs: START_MS };
  const options = { file: folder.file("a.db"), now: () => clock.nowMs };
  const handles = [await createHoglet(options), await createHoglet(options)] as const;
  await handles[0].capture(Array.from({ length: 2000 }, () => ({ event: "x", distinct_id: "a" })));
  await handles[1].persons.delete(1, { delete_events: true });
  clock.nowMs = Date.UTC(2024, 5, 16, 5);
  const results = await Promise.all(handles.map((hoglet) => hoglet.deletions.runDue()));
  assert.equal(
    results.flat().map(({ receipt }) => receipt?.deleted),
    [{ events: 2000, distinct_ids: 1 }],
  );
  for (const hoglet of handles) {
    await hoglet.capture({ event: "back", distinct_id: "a" });
    await hoglet.close();
  }
  folder.remove();
});

several("closing ends a run after its transaction, and the next process goes on", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { hoglet } = await openDeletions({ file });
  await hoglet.capture(Array.from({ length: 1990 }, (_, n) => ({ event: "x", distinct_id: "a", uuid: uuid(n) })));
  await hoglet.persons.delete(1, { delete_events: true });
  const progress: number[] = [];
  const running = hoglet.deletions.runNow({
    onProgress({ events }) {
      progress.push(events);
      void hoglet.close();
    },
  });
  assert.equal(await running, []);
  await hoglet.close();
  assert.is(progress.length, 1);

  const next = await openDeletions({ file });
  while ((await next.hoglet.deletions.list()).results[0]?.status !== "done") await new Promise(setImmediate);
  const [done] = (await next.hoglet.deletions.list()).results;
  assert.is(done?.receipt?.deleted["events"], 1990);
  assert.is(done?.receipt?.uuids_sha256, sha256(Array.from({ length: 1990 }, (_, n) => uuid(n))));
  await next.hoglet.close();
  folder.remove();
});

several.run();

const projects = suite("runNow of a project");

projects("hashes the uuids in the order of arrival by the log's own key, whatever lies between", async () => {
  const folder = tempFolder();
  const { hoglet } = await openDeletions({ file: folder.file("a.db") });
  await hoglet.projects.create({ name: "second" });
  const sent = Array.from({ length: 50 }, (_, n) => ({ event: "x", distinct_id: "a", uuid: uuid(50 - n) }));
  await hoglet.capture(sent.slice(0, 20), { project: 2 });
  // More events than a run reads at once.
  await hoglet.capture(Array.from({ length: 10_100 }, () => ({ event: "y", distinct_id: "b" })));
  await hoglet.capture(sent.slice(20), { project: 2 });
  await hoglet.deletions.request({ kind: "project", project: 2 });
  await hoglet.close();
  const { ctx } = openContext({ file: folder.file("a.db") });
  const watched = watchPlans(ctx.db);
  const [done] = await runDeletions({ ...ctx, db: watched.db });
  assert.is(done?.receipt?.uuids_sha256, sha256(sent.map((event) => event.uuid)));
  const plans = watched
    .plans()
    .filter(({ text }) => /^SELECT e\.seq, iif\(@column = 'uuid'[^;]* FROM main\.events /.test(text));
  assert.is(plans.length, 1);
  assert.ok(plans[0]?.lines.includes("SEARCH main.events USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"));
  assert.not.match(plans[0]?.lines.join() ?? "", /events_by_|SCAN (main\.events|t)\b/);
  await ctx.queries.close();
  await ctx.engineHost.close();
  ctx.db.close();
  folder.remove();
});

projects.run();

const failing = suite("a run that fails");

failing("leaves the task unfinished and the next one brings it to its end", async () => {
  const world = openWorld();
  await world.capture({ event: "x", distinct_id: "a" });
  world.ctx.db.sqlite.exec("CREATE TRIGGER broken BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'no'); END");
  const project = getProject(world.ctx, 1);
  await deletePerson(world.ctx, { project, by: { kind: "system" } }, 1, { delete_events: true, keep_person: false });
  const failure = await runDeletions(world.ctx).catch((error: { status: number }) => error.status);
  assert.is(failure, 500);
  const status = () => listDeletions(world.ctx, 1, { limit: 1, offset: 0 }).results[0]?.status;
  assert.is(status(), "running");
  world.ctx.db.sqlite.exec("DROP TRIGGER broken");
  assert.is((await runDeletions(world.ctx)).length, 1);
  assert.equal([status(), world.events()], ["done", []]);
  world.close();
});

failing.run();
