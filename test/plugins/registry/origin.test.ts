import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findPlugin } from "../../../lib/plugins/registry/origin.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { refusal } from "../plugin-world.ts";

const origin = suite("findPlugin");
let folder: ReturnType<typeof tempFolder>;
origin.before.each(() => void (folder = tempFolder()));
origin.after.each(() => folder.remove());

function fill(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder.file(name), path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
  }
  return folder.file(name);
}

const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`root/${name}`, strToU8(text)])));

origin("a folder: its main, its name where the manifest says none, the version of its package", async () => {
  const path = fill("my-plugin", {
    "plugin.json": '{"main":"src/main.ts"}',
    "src/main.ts": "main",
    "package.json": '{"version":"1.2.3"}',
  });
  const { type, url, name, tag, files } = await findPlugin({ path });
  assert.equal({ type, url, name, tag }, { type: "local", url: `file:${path}`, name: "my-plugin", tag: "1.2.3" });
  assert.equal(files, { "plugin.json": '{"main":"src/main.ts"}', "index.ts": "main" });
});

origin("a folder: nothing outside of it is read, whatever main and links say", async () => {
  writeFileSync(folder.file("outside.js"), "secret");
  const above = fill("a", { "plugin.json": '{"name":"a","main":"../outside.js"}' });
  assert.equal(Object.keys((await findPlugin({ path: above })).files), ["plugin.json"]);
  const linked = fill("b", { "plugin.json": '{"name":"b"}' });
  symlinkSync(folder.file("outside.js"), join(linked, "index.js"));
  assert.equal(Object.keys((await findPlugin({ path: linked })).files), ["plugin.json"]);
});

origin("a folder: what is no file in it is not read", async () => {
  const path = fill("a", { "plugin.json": '{"name":"a","main":"src"}', "src/x.js": "" });
  symlinkSync("/dev/zero", join(path, "frontend.tsx"));
  assert.equal(Object.keys((await findPlugin({ path })).files), ["plugin.json"]);
});

origin("an archive: as a file and as bytes; it must say its name", async () => {
  const bytes = zip({ "plugin.json": '{"name":"z","version":"2"}', "index.js": "x" });
  writeFileSync(folder.file("z.zip"), bytes);
  const read = await findPlugin({ path: folder.file("z.zip") });
  assert.equal([read.name, read.tag, read.url], ["z", "2", `file:${folder.file("z.zip")}`]);
  const given = await findPlugin({ archive: bytes });
  assert.equal([given.type, given.name, given.url], ["custom", "z", null]);
  const nameless = zip({ "plugin.json": "{}", "index.js": "x" });
  assert.is(await refusal(() => findPlugin({ archive: nameless })), "400 required plugin.json__name");
  assert.is(await refusal(() => findPlugin({ archive: zip({ "a.js": "" }) })), "400 required plugin.json");
});

origin("an archive's url loses its query, where a token may be", async () => {
  const archive = zip({ "plugin.json": '{"name":"z"}' });
  const { url } = await findPlugin({ archive, url: "https://github.com/a/b?private_token=x" });
  assert.is(url, "https://github.com/a/b");
});

origin("an installed package: by its name, by npm:, by its page", async () => {
  const wanted = ["custom", "npm:@posthog/geoip-plugin", "GeoIP", "0.0.7"];
  for (const input of [
    { package: "@posthog/geoip-plugin" },
    { url: "npm:@posthog/geoip-plugin" },
    { url: "https://www.npmjs.com/package/@posthog/geoip-plugin" },
  ]) {
    const { type, url, name, tag, files } = await findPlugin(input);
    assert.equal([type, url, name, tag], wanted, JSON.stringify(input));
    assert.match(files["index.ts"] ?? "", "processEvent");
  }
});

origin("texts: with a manifest, or typed code that has only a name", async () => {
  const named = await findPlugin({ files: { "plugin.json": '{"name":"a"}', "index.ts": "x" } });
  assert.equal([named.type, named.name, named.url], ["source", "a", null]);
  const typed = await findPlugin({ plugin_type: "source", name: "b" });
  assert.equal([typed.name, typed.manifest, typed.files], ["b", null, {}]);
  assert.equal((await findPlugin({ files: { "index.js": "x" }, name: "c" })).files, { "index.js": "x" });
});

const REFUSED: [input: object, wanted: string][] = [
  [{}, "400 required url"],
  [{ path: "/nowhere/at/all" }, "400 invalid_input path"],
  [{ path: "/dev/zero" }, "400 invalid_input path"],
  [{ path: "" }, "400 blank path"],
  [{ path: "a\0b" }, "400 invalid_input path"],
  [{ package: "@posthog/not-installed" }, "400 invalid_input package"],
  [{ package: "../../etc" }, "400 invalid_input package"],
  [{ url: "https://github.com/PostHog/x" }, "400 invalid_input url"],
  [{ url: "file:/nowhere/at/all" }, "400 invalid_input url"],
  [{ url: "file://host/share" }, "400 invalid_input url"],
  [{ plugin_type: "source" }, "400 required name"],
  [{ files: { "index.ts": "x" } }, "400 required name"],
  [{ files: { "index.ts": 3 } }, "400 invalid_input files__index.ts"],
  [{ archive: "text" }, "400 invalid_input archive"],
];

for (const [input, wanted] of REFUSED) {
  origin(`refuses ${JSON.stringify(input)}`, async () => {
    assert.is(await refusal(() => findPlugin(input)), wanted);
  });
}

origin.run();
