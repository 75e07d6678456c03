import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { forgetBuilt, isStale, noteBuilt } from "../../build/stale.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const stale = suite("isStale");

const folder = tempFolder();
const home = process.cwd();
stale.before(() => {
  for (const name of ["lib", "dist/bin"]) mkdirSync(folder.file(name), { recursive: true });
  process.chdir(folder.path);
  writeFileSync("lib/a.ts", "1");
  writeFileSync("lib/b.ts", "2");
  writeFileSync("dist/bin/hoglet.js", "");
});
stale.after(() => {
  process.chdir(home);
  folder.remove();
});

whenAll(stale)("asks for the content of the sources, not for their times", () => {
  assert.is(isStale("code"), true, "nothing was noted");
  noteBuilt("code");
  assert.is(isStale("code"), false);
  utimesSync("lib/a.ts", new Date(), new Date(Date.UTC(2040, 0)));
  assert.is(isStale("code"), false, "another time");
  writeFileSync("lib/a.ts", "3");
  assert.is(isStale("code"), true, "another content");
  noteBuilt("code");
  rmSync("lib/b.ts");
  assert.is(isStale("code"), true, "a source less");
});

stale("is true of what was not made, or is being made again", () => {
  noteBuilt("code");
  forgetBuilt("code");
  assert.is(isStale("code"), true);
  noteBuilt("code");
  rmSync("dist/bin/hoglet.js");
  assert.is(isStale("code"), true);
});

stale.run();
