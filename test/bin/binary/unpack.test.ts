import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cacheFolder } from "../../../bin/binary/cache-folder.ts";
import { unpack } from "../../../bin/binary/unpack.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const CONTENTS: Record<string, string> = { "package.json": "{}", "dist/code/a.cjs": "a", "dist/code/page/b.js": "b" };
const PACKED = {
  name: "1.0.0-abc",
  files: Object.entries(CONTENTS).map(([path, text]) => ({ path, sha256: sha256(text) })),
};

const it = suite("unpack");
let folder: ReturnType<typeof tempFolder>;
it.before.each(() => void (folder = tempFolder()));
it.after.each(() => folder.remove());

it("makes the files for the user alone, and none that is there", () => {
  const cache = folder.file("not/there");
  const first = unpackInto(cache);
  assert.is(first.root, join(cache, "hoglet", PACKED.name));
  assert.equal(first.read, Object.keys(CONTENTS));
  assert.equal(contents(first.root), CONTENTS);
  const entries = fs.readdirSync(cache, { recursive: true, withFileTypes: true });
  assert.is(entries.length, 8);
  for (const entry of entries) {
    const { mode } = fs.statSync(join(entry.parentPath, entry.name));
    assert.is(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600);
  }
  assert.equal(unpackInto(cache).read, []);
});

it("replaces a file that is cut, changed, gone or a link, and takes a folder back from others", () => {
  const { root } = unpackInto(folder.path);
  const [cut, changed] = [join(root, "dist/code/a.cjs"), join(root, "dist/code/page/b.js")];
  const elsewhere = folder.file("elsewhere");
  fs.writeFileSync(elsewhere, "a");
  const damages: [path: string, damage: () => void][] = [
    ["dist/code/a.cjs", () => fs.truncateSync(cut)],
    ["dist/code/page/b.js", () => fs.writeFileSync(changed, "c")],
    ["dist/code/page/b.js", () => fs.rmSync(changed)],
    // Even with the right content: the owner of the other file could change it later.
    ["dist/code/a.cjs", () => (fs.rmSync(cut), fs.symlinkSync(elsewhere, cut))],
  ];
  for (const [path, damage] of damages) {
    damage();
    fs.chmodSync(join(root, "dist"), 0o777);
    assert.equal(unpackInto(folder.path).read, [path]);
    assert.equal(contents(root), CONTENTS);
    assert.is(fs.statSync(join(root, "dist")).mode & 0o777, 0o700);
  }
  assert.ok(fs.lstatSync(cut).isFile());
  assert.is(fs.readFileSync(elsewhere, "utf8"), "a");
});

it("refuses folders that are links, or another user's", () => {
  const planted = folder.file("planted");
  fs.mkdirSync(planted);
  fs.symlinkSync(folder.path, join(planted, "hoglet"));
  assert.throws(
    () => unpackInto(planted),
    /^Cannot unpack into .*: .*hoglet is no folder\. XDG_CACHE_HOME can name another/,
  );
  assert.equal(fs.readdirSync(folder.path), ["planted"]);

  const { root } = unpackInto(folder.path);
  const { getuid } = process;
  process.getuid = () => 4242;
  try {
    assert.throws(() => unpackInto(folder.path), /hoglet belongs to another user/);
  } finally {
    if (getuid !== undefined) process.getuid = getuid;
  }
  assert.equal(contents(root), CONTENTS);
});

it("never loads a file that another process is still writing", () => {
  // The other process finishes first, while this one reads: both end with the whole file.
  const { root } = unpackInto(folder.path, () => void unpackInto(folder.path));
  assert.equal(contents(root), CONTENTS);
});

it("marks the folder as used before it looks at the files", () => {
  const { root } = unpackInto(folder.path);
  fs.utimesSync(root, 0, 0);
  fs.rmSync(join(root, "dist/code/a.cjs"));
  let marks = 0;
  unpackInto(folder.path, () => (marks = fs.statSync(root).mtimeMs));
  assert.ok(Date.now() - marks < 60_000);
});

it("uses the folder for caches of each system", () => {
  assert.is(find("linux", {}), "/home/ada/.cache");
  assert.is(find("linux", { XDG_CACHE_HOME: "/var/cache/ada" }), "/var/cache/ada");
  assert.is(find("linux", { XDG_CACHE_HOME: "relative" }), "/home/ada/.cache");
  assert.is(find("darwin", {}), "/home/ada/Library/Caches");
  assert.is(find("win32", { LOCALAPPDATA: "C:\\Local" }), "C:\\Local");
});

it.run();

/** @param meanwhile runs whenever a file is read out of the executable */
function unpackInto(cache: string, meanwhile = () => {}) {
  const read: string[] = [];
  const root = unpack(PACKED, cache, (path) => {
    read.push(path);
    meanwhile();
    return Buffer.from(CONTENTS[path] ?? "");
  });
  return { root, read };
}

function find(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  return cacheFolder({ platform, environment, home: "/home/ada" });
}

function contents(root: string): Record<string, string> {
  return Object.fromEntries(Object.keys(CONTENTS).map((path) => [path, fs.readFileSync(join(root, path), "utf8")]));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
