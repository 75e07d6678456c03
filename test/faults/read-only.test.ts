import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { builtCommand } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { size, whenAll } from "../support/rounds.ts";

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

for (const hasLog of size([true], [false, true])) {
  whenAll(readOnly)(
    `is read by query, funnel, export, lists and doctor, ${hasLog ? "with" : "without"} a write-ahead log`,
    async () => {
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
      const listed = run("keys", "list", "--db", disk.file, "--json");
      assert.is((JSON.parse(listed.stdout) as object[]).length, 1, listed.stderr);
      const checked = run("doctor", disk.file);
      assert.is(checked.status, 0, checked.stdout);
      assert.match(checked.stdout, /events +1\n[^]*No error was found/);
      assert.is(copies().length, before);
      const refused = run("keys", "create", "--db", disk.file, "--label", "x");
      assert.is(refused.status, 1);
      assert.match(refused.stderr, /read-only/i);
      const served = run("serve", disk.file, "--port", "0");
      assert.equal([served.status, served.stdout], [1, ""]);
      assert.match(served.stderr, /read-only: its disk may not be written to/);
      disk.remove();
    },
  );
}

readOnly.run();

const modes = suite("a file or folder that one may not write to");

// File modes do not bind root: its commands run as the user "nobody".
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

function runAsUser(...args: string[]) {
  return spawnSync(process.execPath, [builtCommand(), ...args], {
    encoding: "utf8",
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
}

/** A database of one event that "nobody" owns, with these modes. */
async function makeOwned(fileMode: number, folderMode: number) {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file });
  await hoglet.capture({ event: "seen", distinct_id: "u" });
  await hoglet.close();
  if (isRoot) for (const path of [file, folder.path]) chownSync(path, NOBODY, NOBODY);
  chmodSync(file, fileMode);
  chmodSync(folder.path, folderMode);
  return { ...folder, file };
}

const isPossible = process.platform !== "win32" && runAsUser("--version").status === 0;
if (!isPossible) process.stderr.write("SKIPPED: modes of files need a user who is not root and may run Node.\n");

if (isPossible) {
  for (const [what, fileMode, folderMode, named] of [
    ["file", 0o444, 0o755, /a\.db is read-only/],
    ["folder", 0o600, 0o555, /is read-only: this user may not write to it. SQLite keeps the write-ahead log there/],
  ] as const) {
    whenAll(modes)(`is read where the ${what} is read-only, leaves nothing behind, and serve says so`, async () => {
      const { file, path, remove } = await makeOwned(fileMode, folderMode);
      const asked = runAsUser("query", "--db", file, "select count() as n from events");
      assert.equal([asked.status, asked.stdout], [0, '{"n":1}\n'], asked.stderr);
      const exported = runAsUser("export", "--db", file);
      assert.match(exported.stdout, '"event":"seen"', exported.stderr);
      const checked = runAsUser("doctor", file);
      assert.equal([checked.status, /No error was found/.test(checked.stdout)], [0, true], checked.stdout);
      const served = runAsUser("serve", file, "--port", "0");
      assert.is(served.status, 1);
      assert.match(served.stderr, named);
      // A log with the mode of a read-only database would keep it read-only.
      assert.equal(readdirSync(path), ["a.db"]);
      chmodSync(path, 0o755);
      chmodSync(file, 0o600);
      const stored = runAsUser("keys", "create", "--db", file, "--label", "later");
      assert.is(stored.status, 0, stored.stderr);
      remove();
    });
  }

  whenAll(modes)("of a file that may not even be read is said by each command", async () => {
    const { file, remove } = await makeOwned(0o000, 0o755);
    for (const args of [
      ["query", "--db", file, "select 1"],
      ["export", "--db", file],
      ["serve", file],
    ]) {
      const { status, stderr } = runAsUser(...args);
      assert.equal([status, stderr], [1, `hoglet: No permission for ${file}.\n`]);
    }
    assert.match(runAsUser("doctor", file).stdout, /cannot be opened: no permission to read it/);
    remove();
  });
}

modes.run();
