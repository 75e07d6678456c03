import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const lost = suite("a file that vanishes while it is open");

async function open() {
  const folder = tempFolder();
  const [file, aside] = [folder.file("a.db"), folder.file("aside.db")];
  const clock = { nowMs: Date.now() };
  const errors: string[] = [];
  const logger = { info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const hoglet = await createHoglet({ file, logger, now: () => clock.nowMs });
  const capture = () =>
    hoglet.capture({ event: "e", distinct_id: "u" }).then(
      () => "stored",
      (error: unknown) => (error instanceof HogletError ? `${error.status} ${error.code}` : String(error)),
    );
  const ready = async () => (await hoglet.fetch("http://x/readyz")).status;
  assert.equal([await capture(), await ready()], ["stored", 200]);
  return {
    hoglet,
    file,
    aside,
    clock,
    errors,
    capture,
    ready,
    async close() {
      await hoglet.close();
      folder.remove();
    },
  };
}

// Windows does not allow these changes to an open database.
const FAULTS: [
  what: string,
  code: string,
  harm: (file: string, aside: string) => void,
  mend: typeof renameSync | null,
][] =
  process.platform === "win32"
    ? []
    : [
        ["removed", "storage_lost", (file) => rmSync(file), null],
        ["renamed, and back", "storage_lost", renameSync, renameSync],
        [
          "replaced by another",
          "storage_lost",
          (file, aside) => {
            copyFileSync(file, aside);
            renameSync(aside, file);
          },
          null,
        ],
        [
          "replaced by a folder",
          "storage_lost",
          (file) => {
            rmSync(file);
            mkdirSync(file);
          },
          null,
        ],
        [
          "replaced by a link in a circle",
          "storage_lost",
          (file) => {
            rmSync(file);
            symlinkSync(file, file);
          },
          null,
        ],
        ["robbed of its shared memory", "storage_lost", (file) => rmSync(`${file}-shm`), null],
        ["robbed of its log as a file", "storage_lost", (file) => rmSync(`${file}-wal`), null],
        ["robbed of its write-ahead log", "storage_corrupt", (file) => truncateSync(`${file}-wal`, 0), null],
      ];

for (const [what, code, harm, mend] of FAULTS) {
  lost(
    `is noticed within a second when it was ${what}: captures and /readyz are 503, the log says so once`,
    async () => {
      const { file, aside, clock, errors, capture, ready, close } = await open();
      harm(file, aside);
      clock.nowMs += 1000;
      assert.equal([await capture(), await capture(), await ready()], [`503 ${code}`, `503 ${code}`, 503]);
      clock.nowMs += 1000;
      assert.is(await capture(), `503 ${code}`);
      assert.is(errors.filter((message) => message.startsWith("The ")).length, 1);
      if (mend !== null) {
        mend(aside, file);
        clock.nowMs += 1000;
        assert.equal([await capture(), await ready()], ["stored", 200]);
      }
      await close();
    },
  );
}

const LINE = JSON.stringify({ kind: "event", event: "mine", distinct_id: "u", timestamp: "2026-01-01" });

/** Work of further connections, which are opened at the path of the file. */
const FURTHER: [what: string, ask: (hoglet: Hoglet) => Promise<unknown>][] =
  process.platform === "win32"
    ? []
    : [
        ["SQL", (hoglet) => hoglet.query("SELECT event FROM events")],
        ["a question", (hoglet) => hoglet.insights.trend({ events: [{ id: "secret" }] })],
        ["an import", (hoglet) => hoglet.import(`${LINE}\n`.repeat(2600))],
        ["a check", (hoglet) => hoglet.check()],
      ];

for (const [what, ask] of FURTHER) {
  lost(`and was replaced by another a moment ago is neither read nor written by ${what}`, async () => {
    const { hoglet, file, aside, close } = await open();
    await hoglet.capture(Array.from({ length: 1100 }, () => ({ event: "mine", distinct_id: "u" })));
    const other = await createHoglet({ file: aside });
    await other.capture({ event: "secret", distinct_id: "u" });
    await other.close();
    renameSync(aside, file);
    const error: unknown = await ask(hoglet).catch((reason: unknown) => reason);
    assert.is((error as HogletError).code, "storage_lost");
    await close();
  });
}

lost.run();
