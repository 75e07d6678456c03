import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openSchedule } from "../../lib/handle/schedule.ts";
import type { ScheduledJob } from "../../lib/handle/schedule.ts";
import { createHoglet } from "../../lib/index.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openWorld } from "../support/world.ts";

const HOUR_MS = 3_600_000;

/** A job that counts its runs. */
function counting(name: string, cron: string, run: () => unknown = () => {}) {
  const seen = { runs: 0 };
  const job: ScheduledJob = {
    name,
    cron,
    async run() {
      seen.runs++;
      await run();
    },
  };
  return { seen, job };
}

const due = suite("openSchedule");

due("runs a job once for each turn that came, on the handle's clock, several missed ones as one", async () => {
  const { ctx, clock } = openWorld();
  const { seen, job } = counting("j", "30 * * * *");
  const schedule = openSchedule(ctx, [job]);
  const ranAfter = async (ms: number) => {
    clock.nowMs += ms;
    return schedule.runDue();
  };
  assert.equal(await ranAfter(0), []);
  assert.equal(await ranAfter(HOUR_MS / 2 - 1), []);
  assert.equal(await ranAfter(1), ["j"]);
  assert.equal(await ranAfter(0), []);
  assert.equal(await ranAfter(10 * HOUR_MS), ["j"]);
  assert.is(seen.runs, 2);
});

due("reads cron in UTC: the weekly hour of the contract is Sunday 05:00", async () => {
  // The world begins on Monday 2024-06-10T12:00Z.
  const { ctx, clock } = openWorld();
  const schedule = openSchedule(ctx, [counting("weekly", "0 5 * * SUN").job]);
  clock.nowMs = Date.UTC(2024, 5, 16, 4, 59, 59, 999);
  assert.equal(await schedule.runDue(), []);
  clock.nowMs += 1;
  assert.equal(await schedule.runDue(), ["weekly"]);
});

due("never runs a job without a cron (case 115)", async () => {
  const { ctx, clock } = openWorld();
  const schedule = openSchedule(ctx, [counting("never", "").job]);
  clock.nowMs += 10_000 * HOUR_MS;
  assert.equal(await schedule.runDue(), []);
});

due("goes on with the others when it cannot be told whether one is due", async () => {
  const { ctx, clock } = openWorld();
  const unknown: ScheduledJob = {
    name: "unknown",
    cron() {
      throw new Error("busy");
    },
    run() {},
  };
  const { seen, job } = counting("j", "30 * * * *");
  const schedule = openSchedule(ctx, [unknown, job]);
  clock.nowMs += HOUR_MS;
  await schedule.runDue().then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, "busy"),
  );
  assert.is(seen.runs, 1);
});

due("goes on with the others when one fails, and throws the failure then", async () => {
  const { ctx, clock } = openWorld();
  const bad = counting("bad", "0 * * * *", () => {
    throw new Error("broken");
  });
  const good = counting("good", "0 * * * *");
  const schedule = openSchedule(ctx, [bad.job, good.job]);
  clock.nowMs += HOUR_MS;
  let message = "";
  await schedule.runDue().catch((error: Error) => (message = error.message));
  assert.equal([message, good.seen.runs], ["broken", 1]);
  assert.equal(await schedule.runDue(), []);
});

due("leaves a job due while another process writes for longer than a write waits", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  let nowMs = Date.UTC(2024, 5, 10, 12, 30);
  const { ctx } = openContext({ file, now: () => nowMs });
  const { job, seen } = counting("j", "0 * * * *");
  const schedule = openSchedule(ctx, [job]);
  nowMs += HOUR_MS;
  const importing = new Database(file);
  importing.exec("BEGIN IMMEDIATE");
  assert.equal(await schedule.runDue(), []);
  importing.exec("ROLLBACK");
  importing.close();
  await schedule.runDue();
  assert.is(seen.runs, 1);
  ctx.db.close();
  folder.remove();
});

due(
  "remembers its turns in the database, so that what was missed is made up for and two processes share them",
  async () => {
    const folder = tempFolder();
    const file = folder.file("a.db");
    let nowMs = Date.UTC(2024, 5, 10, 12, 30);
    const open = () => openContext({ file, now: () => nowMs }).ctx;
    const { job, seen } = counting("j", "0 * * * *");
    const [one, two] = [open(), open()];
    const schedules = [openSchedule(one, [job]), openSchedule(two, [job])];
    nowMs += HOUR_MS;
    await Promise.all(schedules.map((schedule) => schedule.runDue()));
    assert.is(seen.runs, 1);
    one.db.close();
    two.db.close();
    nowMs += HOUR_MS;
    const three = open();
    assert.equal(await openSchedule(three, [job]).runDue(), ["j"]);
    three.db.close();
    folder.remove();
  },
);

due("waits on close for what is running", async () => {
  const { ctx, clock } = openWorld();
  let end: (() => void) | undefined;
  const { job } = counting("slow", "0 * * * *", () => new Promise<void>((resolve) => (end = resolve)));
  const schedule = openSchedule(ctx, [job]);
  clock.nowMs += HOUR_MS;
  const steps: string[] = [];
  const run = schedule.runDue().then(() => steps.push("ran"));
  const closed = schedule.close().then(() => steps.push("closed"));
  await new Promise(setImmediate);
  end?.();
  await Promise.all([run, closed]);
  assert.equal(steps, ["ran", "closed"]);
});

due.run();

const handle = suite("hoglet.runDue");

handle("recalculates cohorts by behaviour once the hour has come", async () => {
  let nowMs = Date.UTC(2024, 5, 10, 12, 30);
  await using hoglet = await createHoglet({ now: () => nowMs });
  const { id } = await hoglet.cohorts.create({ name: "buyers", groups: [{ event_id: "paid", days: 7 }] });
  await hoglet.capture({ event: "paid", distinct_id: "a" });
  assert.not.ok((await hoglet.runDue()).includes("cohorts"));
  assert.is((await hoglet.cohorts.members(id)).count, 0);
  nowMs += HOUR_MS;
  assert.ok((await hoglet.runDue()).includes("cohorts"));
  assert.is((await hoglet.cohorts.members(id)).count, 1);
});

handle("deletes old entries of the activity log when the option asks for it", async () => {
  let nowMs = Date.UTC(2024, 5, 10, 12);
  await using hoglet = await createHoglet({ now: () => nowMs, activityRetentionDays: 30 });
  assert.is((await hoglet.activity.list()).total_count, 1);
  nowMs += 31 * 24 * HOUR_MS;
  await hoglet.runDue();
  assert.is((await hoglet.activity.list()).total_count, 0);
});

handle.run();
