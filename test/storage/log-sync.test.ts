import { open } from "node:fs/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openLogSync } from "../../lib/storage/log-sync.ts";
import { tempFolder } from "../support/temp-folder.ts";

const logSync = suite("openLogSync");

// The timers of the code alone keep no process alive.
const alive = setInterval(() => {}, 1000);
logSync.after(() => clearInterval(alive));

/** A sync that waits until it is let go; `begun` resolves with the path when the next one begins. */
function heldSyncs() {
  const waiting: { path: string; done(): void }[] = [];
  const telling: (() => void)[] = [];
  return {
    sync: (path: string) =>
      new Promise<void>((resolve) => {
        waiting.push({ path, done: resolve });
        telling.shift()?.();
      }),
    async begun() {
      while (waiting.length === 0) await new Promise<void>((resolve) => telling.push(resolve));
      return waiting.shift() as { path: string; done(): void };
    },
    open: () => waiting.length,
  };
}

logSync("syncs the log once after many commits, and again after a commit during a sync", async () => {
  const { sync, begun, open: openSyncs } = heldSyncs();
  const log = openLogSync("/a.db", sync);
  for (let commit = 0; commit < 10; commit++) log.committed();
  const first = await begun();
  assert.is(first.path, "/a.db-wal");
  log.committed();
  log.committed();
  assert.is(openSyncs(), 0);
  first.done();
  (await begun()).done();
  log.end();
  log.committed();
  assert.is(openSyncs(), 0);
});

logSync("a file's commits reach the disk while it is open, with durability normal", async () => {
  const folder = tempFolder();
  const probe = await open(folder.file("probe"), "w");
  const prototype = Object.getPrototypeOf(probe) as { datasync(): Promise<void> };
  await probe.close();
  const { datasync } = prototype;
  const synced = Promise.withResolvers<void>();
  prototype.datasync = async function (this: unknown) {
    await datasync.call(this);
    synced.resolve();
  };
  const hoglet = await createHoglet({ file: folder.file("a.db"), durability: "normal" });
  await hoglet.capture({ event: "a", distinct_id: "u" });
  await synced.promise;
  prototype.datasync = datasync;
  await hoglet.close();
  folder.remove();
});

logSync.run();
