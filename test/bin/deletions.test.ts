import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { DeletionRecord } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { capture, serve } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const deletions = suite("hoglet deletions");
let folder: ReturnType<typeof tempFolder>;
deletions.before.each(() => void (folder = tempFolder()));
deletions.after.each(() => folder.remove());

async function fill(file: string): Promise<void> {
  await using hoglet = await createHoglet({ file, now: "2024-06-10T12:00:00Z" });
  await hoglet.capture([
    { event: "x", distinct_id: "a" },
    { event: "x", distinct_id: "b" },
  ]);
  await hoglet.persons.delete(1, { delete_events: true });
  await hoglet.deletions.request({ kind: "events_by_name", key: "x" });
}

deletions("list shows what waits, run carries it out, list then shows what it did", async () => {
  const db = folder.file("a.db");
  await fill(db);
  const args = (command: string) => ["deletions", command, "--db", db];
  const waiting = await runHere(args("list"));
  assert.is(waiting.code, 0, waiting.stderr);
  assert.match(
    waiting.stdout,
    /^ID +PROJECT +KIND +KEY +STATUS +REQUESTED +VERIFIED +EVENTS\n2 +1 +events_by_name +x +pending +2024-06-10T12:00:00Z +not yet\n1 +1 +person +[0-9a-f-]{36} +pending .*\n$/,
  );
  assert.match(waiting.stderr, /^Next run: Sunday \d{4}-\d\d-\d\d 05:00 UTC, 2 wait\.\n$/);
  const never = await runHere([...args("list"), "--deletion-cron", ""]);
  assert.is(never.stderr, "Next run: none is planned, 2 wait.\n");
  const ran = await runHere(args("run"));
  assert.is(ran.code, 0, ran.stderr);
  assert.is(ran.stderr, "");
  assert.match(ran.stdout, /\n1 +1 +person .* done .* 1\n2 +1 +events_by_name .* done .* 1\n$/);
  const { stdout } = await runHere([...args("list"), "--json", "--status", "done"]);
  const rows = JSON.parse(stdout) as DeletionRecord[];
  assert.equal(
    rows.map((row) => [row.id, row.status, row.receipt?.deleted["events"], row.receipt?.bytes]),
    [
      [2, "done", 1, "rewritten"],
      [1, "done", 1, "rewritten"],
    ],
  );
  assert.is((await runHere([...args("list"), "--json", "--status", "pending"])).stdout, "[]\n");
});

deletions("run --json prints what was finished, receipts and all; nothing waits a second time", async () => {
  const db = folder.file("a.db");
  await fill(db);
  const first = await runHere(["deletions", "run", "--json", "--vacuum", "--db", db]);
  assert.equal(
    (JSON.parse(first.stdout) as DeletionRecord[]).map((row) => row.receipt?.uuids_sha256.length),
    [64, 64],
  );
  assert.is((await runHere(["deletions", "run", "--json", "--db", db])).stdout, "[]\n");
});

whenAll(deletions)("run works while a server has the file open, which goes on capturing", async () => {
  const db = folder.file("a.db");
  await fill(db);
  await using server = await serve([db, "--deletion-cron", ""]);
  const { code, stderr } = await runHere(["deletions", "run", "--db", db]);
  assert.is(code, 0, stderr);
  assert.is(await capture(server.ready, { event: "y", distinct_id: "a" }), 200);
  await server.stop();
  await using hoglet = await createHoglet({ file: db });
  assert.equal(
    (await hoglet.events.list()).results.map((event) => `${event.event} ${event.distinct_id}`),
    ["y a"],
  );
});

deletions("a missing file or a wrong status is told in a sentence", async () => {
  const missing = await runHere(["deletions", "run", "--db", folder.file("none.db")]);
  assert.is(missing.code, 1);
  assert.match(missing.stderr, /There is no database at/);
  const wrong = await runHere(["deletions", "list", "--status", "finished"]);
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, /Allowed choices are pending, running, done/);
});

deletions.run();

const schedule = suite("serve: the schedule of deletions");
schedule.before.each(() => void (folder = tempFolder()));
schedule.after.each(() => folder.remove());

schedule("one that cannot be read, by flag or environment, refuses to start", async () => {
  const refused = ["serve", "--memory", "--port", "0"];
  for (const [flags, env, says] of [
    [["--deletion-cron", "sometimes"], {}, /error: --deletion-cron: .*cron expression of five fields.*"sometimes"/],
    [[], { HOGLET_DELETION_CRON: "sometimes" }, /"sometimes"/],
    [["--keep-events-for", "a year"], {}, /"365d".*"a year"/],
  ] as const) {
    const { code, stderr } = await runHere([...refused, ...flags], { env });
    assert.is(code, 2, stderr);
    assert.match(stderr, says);
  }
  const other = await runHere(["deletions", "list", "--db", folder.file("a.db")], {
    env: { HOGLET_DELETION_CRON: "sometimes" },
  });
  assert.is(other.code, 1);
});

whenAll(schedule)("the environment sets it, and an empty one switches it off", async () => {
  const file = folder.file("a.db");
  await fill(file);
  // Opened on a Monday, then long after: the Sundays between were missed.
  const later = ["--now", "2024-07-20T00:00:00Z", file];
  const waiting = async () =>
    (await runHere(["deletions", "list", "--json", "--status", "pending", "--db", file])).stdout;
  for (const [cron, isRun] of [
    ["", false],
    ["0 5 * * 0", true],
  ] as const) {
    const env = { HOGLET_DELETION_CRON: cron };
    await using server = await serve(later, { env });
    if (isRun)
      while ((await waiting()) !== "[]\n")
        assert.is(await capture(server.ready, { event: "y", distinct_id: "c" }), 200);
    else assert.is((JSON.parse(await waiting()) as unknown[]).length, 2);
    await server.stop();
  }
});

schedule.run();
