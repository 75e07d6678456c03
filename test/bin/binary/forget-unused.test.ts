import * as fs from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { forgetUnused, markUsed } from "../../../bin/binary/forget-unused.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse("2026-11-22T20:00:00Z");
const [OWN, OTHER] = ["0.2.0-00112233445566ff", "0.1.0-0123456789abcdef"];

const it = suite("forgetUnused");
let folder: ReturnType<typeof tempFolder>;
it.before.each(() => void (folder = tempFolder()));
it.after.each(() => folder.remove());

/** An unpacked version, last used so long ago. */
function make(name: string, days: number): string {
  const path = folder.file(name);
  fs.mkdirSync(join(path, "dist/code"), { recursive: true });
  fs.writeFileSync(join(path, "dist/code/command.cjs"), "");
  fs.utimesSync(path, new Date(NOW_MS - days * DAY_MS), new Date(NOW_MS - days * DAY_MS));
  return path;
}

it("deletes versions that nobody has used for 30 days, and what an earlier deletion left", () => {
  make(OTHER, 31);
  make("0.1.0-beta.1-0123456789abcde0", 400);
  make("deleted-0123456789abcdef", 0);
  forgetUnused(folder.path, OWN, NOW_MS);
  assert.equal(fs.readdirSync(folder.path), []);
});

it("keeps its own, those in use, and what it has not made", () => {
  const kept = [make(OWN, 400), make(OTHER, 29), make("notes", 400), make("1.0.0", 400)];
  fs.writeFileSync(folder.file("0.0.1-0123456789abcdef"), "a file");
  fs.utimesSync(folder.file("0.0.1-0123456789abcdef"), 0, 0);
  forgetUnused(folder.path, OWN, NOW_MS);
  assert.is(fs.readdirSync(folder.path).length, kept.length + 1);
  for (const path of kept) assert.ok(fs.existsSync(join(path, "dist/code/command.cjs")));
});

it("takes a version away whole while a process has its files open, which reads on", () => {
  const path = make(OTHER, 31);
  const handle = fs.openSync(join(path, "dist/code/command.cjs"), "r+");
  fs.writeSync(handle, "loaded");
  forgetUnused(folder.path, OWN, NOW_MS);
  assert.not.ok(fs.existsSync(path));
  assert.is(fs.readSync(handle, Buffer.alloc(6), 0, 6, 0), 6);
  fs.closeSync(handle);
});

it("goes by the mark of a process that runs", () => {
  const path = make(OTHER, 31);
  markUsed(path);
  forgetUnused(folder.path, OWN, Date.now() + 29 * DAY_MS);
  assert.ok(fs.existsSync(path));
  forgetUnused(folder.path, OWN, Date.now() + 31 * DAY_MS);
  assert.not.ok(fs.existsSync(path));
  // The file has been removed already, which is no failure.
  markUsed(path);
});

it.run();
