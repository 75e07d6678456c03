import { suite } from "uvu";
import * as assert from "uvu/assert";
import { changeFiles, findBackend, toStoredFiles, wantedPaths } from "../../../lib/plugins/registry/files.ts";

const stored = suite("toStoredFiles");

stored("are the manifest, the one backend file under a fixed name, and what runs in browsers", () => {
  const files = {
    "plugin.json": "{}",
    "src/main.ts": "main",
    "src/other.ts": "other",
    "frontend.tsx": "front",
    "site.ts": "site",
    "README.md": "x",
  };
  assert.equal(toStoredFiles(files, "./src/main.ts"), {
    "plugin.json": "{}",
    "frontend.tsx": "front",
    "site.ts": "site",
    "index.ts": "main",
  });
});

stored("without main try index.js, then index.ts; a main that is not there is tried alone", () => {
  assert.equal(toStoredFiles({ "index.js": "js", "index.ts": "ts" }, undefined), { "index.js": "js" });
  assert.equal(toStoredFiles({ "index.ts": "ts" }, null), { "index.ts": "ts" });
  assert.equal(toStoredFiles({ "index.ts": "ts" }, "dist/index.js"), {});
});

stored.run();

const wanted = suite("wantedPaths");

wanted("are all that toStoredFiles looks at", () => {
  assert.equal(wantedPaths(null), ["frontend.tsx", "site.ts", "index.js", "index.ts"]);
  assert.equal(wantedPaths("./a/b.js"), ["frontend.tsx", "site.ts", "a/b.js"]);
});

wanted.run();

const backend = suite("findBackend");

backend("is the file called index, whatever its language", () => {
  assert.is(findBackend({ "plugin.json": "", "index.jsx": "" }), "index.jsx");
  assert.is(findBackend({ "plugin.json": "" }), undefined);
});

backend.run();

const change = suite("changeFiles");

change("sets texts, takes away by null, and lets a backend of another language replace the old one", () => {
  const files = { "plugin.json": "{}", "index.js": "a" };
  assert.equal(changeFiles(files, { "index.ts": "b" }), { "plugin.json": "{}", "index.ts": "b" });
  assert.equal(changeFiles(files, { "index.js": null, "frontend.tsx": "f" }), {
    "plugin.json": "{}",
    "frontend.tsx": "f",
  });
});

change.run();
