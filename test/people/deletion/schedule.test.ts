import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { HogletOptions } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { DAY_MS, eventsOf, openDeletions, START_MS } from "./deletion-world.ts";

const due = suite("runDue");

due("115: waits for Sunday 05:00 UTC, whatever daylight saving the process has, and runs once", async () => {
  const zone = process.env["TZ"];
  // Clocks go forward on Sunday 2024-03-31 in Berlin, on 2024-03-10 in New York; back on 2024-10-27 and 2024-11-03.
  for (const [tz, sunday] of [
    ["Europe/Berlin", "2024-03-31"],
    ["Europe/Berlin", "2024-10-27"],
    ["America/New_York", "2024-03-10"],
    ["America/New_York", "2024-11-03"],
    ["Asia/Kathmandu", "2024-06-16"],
  ] as const) {
    process.env["TZ"] = tz;
    const hourMs = Date.parse(`${sunday}T05:00:00Z`);
    const clock = { nowMs: hourMs - 3 * DAY_MS };
    const timed = await createHoglet({ now: () => clock.nowMs });
    await timed.capture({ event: "x", distinct_id: "a" });
    await timed.persons.delete(1, { delete_events: true });
    clock.nowMs = hourMs - 1000;
    assert.equal(await timed.deletions.runDue(), []);
    clock.nowMs = hourMs;
    const [done] = await timed.deletions.runDue();
    assert.is(done?.delete_verified_at, `${sunday}T05:00:00Z`, tz);
    assert.equal(await timed.deletions.runDue(), []);
    await timed.close();
  }
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

due("hoglet.runDue counts it among what is due", async () => {
  const { hoglet, clock } = await openDeletions();
  await hoglet.capture({ event: "x", distinct_id: "a" });
  await hoglet.persons.delete(1, { delete_events: true });
  clock.nowMs = Date.UTC(2024, 5, 16, 5);
  assert.ok((await hoglet.runDue()).includes("deletions"));
  assert.is((await hoglet.deletions.list()).results[0]?.status, "done");
  await hoglet.close();
});

due("missed weeks are made up for once, when the file is opened next", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const first = await openDeletions({ file });
  await first.hoglet.capture({ event: "x", distinct_id: "a" });
  await first.hoglet.persons.delete(1, { delete_events: true });
  await first.hoglet.close();

  const nowMs = START_MS + 21 * DAY_MS;
  const second = await createHoglet({ file, now: () => nowMs });
  // Nobody calls anything: opening is enough.
  while ((await second.deletions.list()).results[0]?.status !== "done") await new Promise(setImmediate);
  await second.capture({ event: "x", distinct_id: "a" });
  await second.persons.delete(2, { delete_events: true });
  assert.equal(await second.deletions.runDue(), []);
  await second.close();
  folder.remove();
});

due("115: an empty schedule never runs by itself; another expression is kept to", async () => {
  for (const [deletionCron, isRun] of [
    ["", false],
    ["30 14 * * *", true],
    ["0 5 * * SUN", false],
  ] as const) {
    const { hoglet, clock } = await openDeletions({ deletionCron });
    await hoglet.capture({ event: "x", distinct_id: "a" });
    await hoglet.persons.delete(1, { delete_events: true });
    clock.nowMs = Date.UTC(2024, 5, 10, 14, 30);
    assert.is((await hoglet.deletions.runDue()).length, isRun ? 1 : 0, deletionCron);
    await hoglet.close();
  }
});

const refusal = async (options: HogletOptions) =>
  createHoglet(options).then(
    () => "started",
    (error: Error) => error.message,
  );

due("the environment says the schedule where no option does; one that cannot be read refuses to start", async () => {
  const name = "HOGLET_DELETION_CRON";
  try {
    process.env[name] = "30 14 * * *";
    const { hoglet, clock } = await openDeletions();
    await hoglet.capture({ event: "x", distinct_id: "a" });
    await hoglet.persons.delete(1, { delete_events: true });
    clock.nowMs = Date.UTC(2024, 5, 10, 14, 30);
    assert.is((await hoglet.deletions.runDue()).length, 1);
    await hoglet.close();
    process.env[name] = "sometimes";
    assert.is(
      await refusal({}),
      'HOGLET_DELETION_CRON: Expected an empty text or a cron expression of five fields such as "0 5 * * 0" but received "sometimes".',
    );
    assert.is(await refusal({ deletionCron: "" }), "started");
  } finally {
    delete process.env[name];
  }
  for (const deletionCron of ["sometimes", "0 5 * *", "0 0 5 * * 0", "61 5 * * 0"]) {
    assert.match(await refusal({ deletionCron }), /^deletionCron: Expected .* a cron expression of five fields/);
  }
});

due("events that are kept for a span only go with it", async () => {
  const { hoglet, clock } = await openDeletions({ keepEventsFor: "30d" });
  await hoglet.capture([
    { event: "old", distinct_id: "a", timestamp: "2024-05-01T00:00:00Z" },
    { event: "new", distinct_id: "a", timestamp: "2024-06-01T00:00:00Z" },
  ]);
  clock.nowMs = Date.UTC(2024, 5, 16, 5);
  const [done] = await hoglet.deletions.runDue();
  assert.equal([done?.kind, done?.key], ["events_before", "2024-05-17T05:00:00.000Z"]);
  assert.equal(await eventsOf(hoglet), ["new a"]);
  assert.is((await hoglet.persons.list()).count, 1);
  clock.nowMs += 7 * DAY_MS;
  assert.equal(await hoglet.deletions.runDue(), [], "nothing is old enough: no task, no receipt");
  await hoglet.close();
});

due.run();
