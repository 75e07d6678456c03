import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findInstalledSdk } from "../../lib/http/routes/installed-sdk.ts";
import { serve, staticRoutes } from "../../lib/http/routes/static.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openRoutes } from "./flag-context.ts";
import { whenAll } from "../support/rounds.ts";

/** A folder with an app that has some posthog-js of version 1.2.3 installed. */
function fakeApp() {
  const folder = tempFolder();
  const sdk = folder.file("node_modules/posthog-js");
  mkdirSync(`${sdk}/dist/sub`, { recursive: true });
  writeFileSync(`${sdk}/package.json`, JSON.stringify({ name: "posthog-js", version: "1.2.3" }));
  writeFileSync(`${sdk}/dist/surveys.js`, "surveys()");
  writeFileSync(`${sdk}/dist/surveys.js.map`, "{}");
  writeFileSync(`${sdk}/dist/secret.txt`, "secret");
  writeFileSync(`${sdk}/secret.js`, "secret");
  writeFileSync(`${sdk}/dist/.hidden.js`, "secret");
  writeFileSync(`${sdk}/dist/sub/deep.js`, "deep");
  return folder;
}

async function statusOf(promise: Promise<{ status: number }>): Promise<number> {
  return promise.then(
    ({ status }) => status,
    (error: unknown) => (error as { status: number }).status,
  );
}

const found = suite("findInstalledSdk");

found("finds what a file in the folder would import; the first folder that has one decides", () => {
  const [app, empty] = [fakeApp(), tempFolder()];
  assert.equal(findInstalledSdk([empty.path, app.path]), {
    version: "1.2.3",
    folder: app.file("node_modules/posthog-js/dist"),
  });
  assert.is(findInstalledSdk([empty.path]), undefined);
  app.remove();
  empty.remove();
});

found.run();

const serving = suite("serve");
let app = fakeApp();
serving.before.each(() => {
  app.remove();
  app = fakeApp();
});
serving.after(() => app.remove());

serving("gives a script of the installed version: for good by its version, else to be asked about again", async () => {
  const versioned = await serve([app.path], { file: "surveys.js", version: "1.2.3" });
  assert.is(versioned.status, 200);
  assert.is(String(versioned.body), "surveys()");
  assert.is(versioned.headers["content-type"], "text/javascript; charset=utf-8");
  assert.match(versioned.headers["cache-control"] ?? "", "immutable");
  const plain = await serve([app.path], { file: "surveys.js", version: null });
  assert.is(plain.headers["cache-control"], "no-cache");
  assert.is(plain.headers["vary"], "origin");
  const map = await serve([app.path], { file: "surveys.js.map", version: null });
  assert.is(map.headers["content-type"], "application/json");
});

whenAll(serving)("gives nothing but scripts of that folder", async () => {
  const files = [
    "secret.txt",
    "../secret.js",
    "..",
    ".hidden.js",
    "sub/deep.js",
    "sub",
    "absent.js",
    "..%2fsecret.js",
    "",
  ];
  for (const file of files) {
    assert.is(await statusOf(serve([app.path], { file, version: null })), 404, file);
    assert.is(await statusOf(serve([app.path], { file, version: "1.2.3" })), 404, file);
  }
});

serving("refuses another version, so that posthog-js falls back to the plain path", async () => {
  assert.is(await statusOf(serve([app.path], { file: "surveys.js", version: "1.2.4" })), 404);
});

serving("notices an installation without a restart", async () => {
  const folder = tempFolder();
  const wanted = { file: "x.js", version: null };
  assert.is(await statusOf(serve([folder.path], wanted)), 404);
  mkdirSync(folder.file("node_modules/posthog-js/dist"), { recursive: true });
  writeFileSync(folder.file("node_modules/posthog-js/package.json"), '{"version":"9.0.0"}');
  writeFileSync(folder.file("node_modules/posthog-js/dist/x.js"), "x");
  assert.is(await statusOf(serve([folder.path], wanted)), 200);
  folder.remove();
});

serving.run();

const routes = suite("staticRoutes");
const manifest = createRequire(import.meta.url).resolve("posthog-js/package.json");
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
const origin = { headers: { origin: "https://app.test" } };

routes("give the scripts of the real posthog-js, by its version and without", async () => {
  const { fetch } = openRoutes(staticRoutes);
  const script = readFileSync(manifest.replace("package.json", "dist/surveys.js"), "utf8");
  for (const path of [
    `/static/${version}/surveys.js`,
    `/static/surveys.js?v=${version}`,
    "/static/surveys.js?v=1.0.0",
  ]) {
    const reply = await fetch(path, origin);
    assert.is(reply.status, 200, path);
    assert.match(reply.headers.get("content-type") ?? "", /^text\/javascript/);
    assert.is(reply.headers.get("access-control-allow-origin"), "https://app.test");
    assert.ok((await reply.text()) === script, path);
  }
});

routes("answer 404 readable across origins otherwise, and 400 for a path in disguise", async () => {
  const { fetch } = openRoutes(staticRoutes);
  for (const path of ["/static/0.0.1/surveys.js", "/static/no-such.js"]) {
    const reply = await fetch(path, origin);
    assert.is(reply.status, 404, path);
    assert.is(reply.headers.get("access-control-allow-origin"), "https://app.test");
  }
  assert.is((await fetch("/static/%2e%2e%2fpackage.json", origin)).status, 400);
});

routes.run();
