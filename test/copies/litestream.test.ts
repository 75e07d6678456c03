import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkFile, createHoglet } from "../../lib/index.ts";
import { findInFiles } from "../support/raw-bytes.ts";
import { whenAll } from "../support/rounds.ts";
import { sayMissing } from "../support/skipped.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PROGRAM = "test/copies/node_modules/@flydotio/litestream-linux-x64/litestream";

const litestream = suite("beside Litestream 0.3.13");

const isThere = existsSync(PROGRAM);
if (!isThere) sayMissing("Litestream, and copies in S3", "npm install --prefix test/copies");

const eventsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    event: "visit",
    distinct_id: `u${(from + n) % 50}`,
    properties: { n: from + n, pad: "p".repeat(400), $set: { email: `mail${(from + n) % 50}x` } },
  }));

// Skipped, and not left out: a file without a test fails.
(isThere ? whenAll(litestream) : litestream.skip)(
  "a deletion ends, the copy begins once, and what it restores has every event",
  async () => {
    const folder = tempFolder();
    const [file, to, restored] = [folder.file("a.db"), folder.file("replica"), folder.file("restored.db")];
    const hoglet = await createHoglet({ file, checkpoint: "external", deletionCron: "" });
    await hoglet.capture(eventsOf(0, 2000));
    const program = spawn(PROGRAM, ["replicate", file, `file://${to}`], { stdio: "ignore" });
    const generations = () => (existsSync(`${to}/generations`) ? readdirSync(`${to}/generations`) : []);
    while (generations().length === 0) await sleep(100);
    for (let n = 0; n < 40; n++) await hoglet.capture(eventsOf(n * 50, 50));
    await hoglet.persons.bulkDelete({ distinct_ids: ["u7"], delete_events: true });
    const [done] = await hoglet.deletions.runNow();
    assert.is(done?.receipt?.bytes, "rewritten");
    assert.is(done?.receipt?.deleted["events"], 80);
    await hoglet.capture(eventsOf(50, 50).filter((event) => event.distinct_id !== "u7"));
    assert.equal((await hoglet.check()).findings, []);
    const before = await hoglet.query("SELECT count(*), sum(properties.n) FROM events");
    await hoglet.close();
    // It copies what the log still has before it ends.
    program.kill("SIGINT");
    await once(program, "exit");
    assert.is(generations().length, 1);
    assert.equal(findInFiles(file, ["mail7x", "mail8x"]), ["mail8x"]);
    execFileSync(PROGRAM, ["restore", "-o", restored, `file://${to}`], { stdio: "ignore" });
    assert.ok((await checkFile(restored)).ok);
    const again = await createHoglet({ file: restored });
    assert.equal((await again.query("SELECT count(*), sum(properties.n) FROM events")).results, before.results);
    await again.close();
    folder.remove();
  },
);

litestream.run();
