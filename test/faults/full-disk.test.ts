import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";
import { builtCommand } from "../support/command.ts";
import { fillDisk, isMountable, mountSmall } from "../support/small-disk.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { compare, makeStored } from "./flip-bytes.ts";
import { whenAll } from "../support/rounds.ts";

const full = suite("a full disk");

function run(...args: string[]) {
  return spawnSync(process.execPath, [builtCommand(), ...args], { encoding: "utf8" });
}

if (isMountable)
  full(
    "captures are 503 storage_full with Retry-After, questions go on, and nothing acknowledged is lost",
    async () => {
      const folder = tempFolder();
      const disk = mountSmall(folder.path);
      const file = join(folder.path, "a.db");
      let hoglet = await createHoglet({ file });
      const event = { event: "e", distinct_id: "u", properties: { pad: "p".repeat(2000) } };
      let acknowledged = 1;
      await hoglet.capture(event);
      const ballast = fillDisk(folder.path, 64 * 1024);
      let refusal: HogletError | undefined;
      while (refusal === undefined && acknowledged < 5000) {
        try {
          await hoglet.capture(event);
          acknowledged++;
        } catch (error) {
          refusal = error as HogletError;
        }
      }
      assert.equal([refusal?.status, refusal?.code], [503, "storage_full"]);
      assert.match(refusal?.detail ?? "", /full; nothing was stored\. Free some space/);
      const count = async () => (await hoglet.query("select count() from events")).results[0]?.[0];
      assert.is(await count(), acknowledged);
      const body = JSON.stringify({ ...event, api_key: hoglet.project.api_token });
      const answer = await hoglet.fetch("http://x/capture/", { method: "POST", body });
      assert.is(answer.status, 503);
      assert.ok(Number(answer.headers.get("retry-after")) > 0);
      rmSync(ballast);
      await hoglet.capture(event);
      await hoglet.close();
      hoglet = await createHoglet({ file });
      assert.is(await count(), acknowledged + 1);
      await hoglet.close();
      disk?.unmount();
      folder.remove();
    },
  );

if (isMountable)
  whenAll(full)("that has no room to open a database says so, and the database is read as a copy", async () => {
    const folder = tempFolder();
    const disk = mountSmall(folder.path);
    const file = join(folder.path, "a.db");
    const hoglet = await createHoglet({ file });
    await hoglet.capture({ event: "seen", distinct_id: "u" });
    await hoglet.close();
    fillDisk(folder.path, 0);
    const refused = await createHoglet({ file }).catch((error: unknown) => error);
    assert.match((refused as HogletError).detail, /Cannot open the database .*: the disk is full\. Free some space/);
    const asked = run("query", "--db", file, "select count() as n from events");
    assert.equal([asked.status, asked.stdout], [0, '{"n":1}\n'], asked.stderr);
    const checked = run("doctor", file);
    assert.is(checked.status, 0, checked.stdout);
    disk?.unmount();
    folder.remove();
  });

if (isMountable)
  whenAll(full)("that has no room for a rebuild says so, and leaves the columns as they were", async () => {
    const folder = tempFolder();
    const disk = mountSmall(folder.path);
    const file = join(folder.path, "a.db");
    const { bytes, answers } = await makeStored();
    writeFileSync(file, bytes);
    // Room to open it, and none for a second set of columns.
    const ballast = fillDisk(folder.path, 96 * 1024);
    const { status, stderr } = run("rebuild", "--db", file);
    assert.is(status, 1, stderr);
    assert.match(stderr, /\bfull\b/);
    rmSync(ballast);
    const [outcome] = await compare(readFileSync(file), answers);
    assert.is(outcome, "right");
    assert.is(run("rebuild", "--db", file).status, 0);
    disk?.unmount();
    folder.remove();
  });

full.run();
