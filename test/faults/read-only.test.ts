import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { builtCommand } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";

const readOnly = suite("a disk that is read-only");

function mount(...options: string[]): boolean {
  return spawnSync("mount", options).status === 0;
}

/** A read-only disk with a database of one event, and with its write-ahead log, or without. */
async function openDisk(hasLog: boolean) {
  const [made, disk] = [tempFolder(), tempFolder()];
  if (!mount("-t", "tmpfs", "-o", "size=32m", "none", disk.path)) return null;
  const hoglet = await createHoglet({ file: made.file("a.db") });
  await hoglet.capture({ event: "seen", distinct_id: "u" });
  if (!hasLog) await hoglet.close();
  for (const name of ["a.db", "a.db-wal"]) {
    if (existsSync(made.file(name))) copyFileSync(made.file(name), disk.file(name));
  }
  await hoglet.close();
  made.remove();
  assert.ok(mount("-o", "remount,ro", disk.path));
  return {
    file: disk.file("a.db"),
    hasLog: existsSync(disk.file("a.db-wal")),
    remove() {
      spawnSync("umount", [disk.path]);
      disk.remove();
    },
  };
}

function run(...args: string[]) {
  return spawnSync(process.execPath, [builtCommand(), ...args], { encoding: "utf8" });
}

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith("hoglet-copy-"));

for (const hasLog of [false, true]) {
  readOnly(`is read by query, funnel and export, ${hasLog ? "with" : "without"} a write-ahead log`, async () => {
    const disk = await openDisk(hasLog);
    if (disk === null)
      return void process.stderr.write("SKIPPED: a read-only disk needs the right to mount a tmpfs.\n");
    assert.is(disk.hasLog, hasLog);
    const before = copies().length;
    const asked = run("query", "--db", disk.file, "select count() as n from events");
    assert.equal([asked.status, asked.stdout], [0, '{"n":1}\n'], asked.stderr);
    assert.match(asked.stderr, "reading a copy");
    const funnel = run("funnel", "seen", "--db", disk.file, "--date-from", "all", "--json");
    assert.is((JSON.parse(funnel.stdout) as { count: number }[])[0]?.count, 1, funnel.stderr);
    const exported = run("export", "--db", disk.file);
    assert.is(exported.status, 0, exported.stderr);
    assert.match(exported.stdout, '"event":"seen"');
    assert.is(copies().length, before);
    const refused = run("keys", "create", "--db", disk.file, "--label", "x");
    assert.is(refused.status, 1);
    assert.match(refused.stderr, /read-only/i);
    disk.remove();
  });
}

readOnly.run();
