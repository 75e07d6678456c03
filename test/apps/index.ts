import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { runNpm } from "../matrix/run-command.ts";
import { ELECTRON } from "./electron-stand-in.ts";
import { startApp } from "./running-app.ts";

// `node test/apps/index.ts [name …]`: packs the package, installs it into a copy of each app below `examples`, and of those that
// the guides show (`guides`), as a user would. Then it runs `npm start` there, and uses the app. CI runs it after the build.

/** Apps that are installed and used at once: downloads wait for the network, the rest for processors. */
const AT_ONCE = 2;

const APPS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  "examples/next": (folder) => withServer(folder, useNext),
  "examples/agent": (folder) =>
    expectOutput(folder, [
      /^run-command: .*captured 2 events/m,
      /^tracking-plan-check: .*Not in the plan: "order_completed"/m,
      /^query-funnel: .*1 → 1: 100\.0 %/m,
    ]),
  "examples/vitest": (folder) => expectOutput(folder, [/Tests {2}3 passed/]),
  "examples/express": (folder) => withServer(folder, useExpress),
  "examples/plugin": (folder) => expectOutput(folder, [/pass 2\b/, /fail 0\b/]),
  "examples/electron": useElectron,
  "test/apps/guides/vite": (folder) => withServer(folder, useVite),
  "test/apps/guides/jest": (folder) => expectOutput(folder, [/Tests: +1 passed, 1 total/]),
  "test/apps/guides/hono": (folder) => withServer(folder, useHono),
};

const named = process.argv.slice(2);
const temp = mkdtempSync(join(tmpdir(), "hoglet-apps-"));
let failed = 0;

try {
  const packed = await runNpm(["pack", "--ignore-scripts", "--json", "--pack-destination", temp], process.cwd());
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const waiting = Object.entries(APPS).filter(([path]) => named.length === 0 || named.includes(basename(path)));
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(waiting, join(temp, filename))));
} finally {
  rmSync(temp, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** Takes apps from the list until there is none. */
async function work(waiting: [path: string, use: (folder: string) => Promise<void>][], tarball: string): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [path, use] = next;
    const startMs = performance.now();
    const error = await install(path, tarball)
      .then(use)
      .then(() => null)
      .catch((fault: unknown) => fault);
    if (error !== null) failed++;
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    const result = error === null ? "works" : `FAILED: ${String(error instanceof Error ? error.stack : error)}`;
    process.stdout.write(`${basename(path).padEnd(10)}${seconds.padStart(6)} s  ${result}\n`);
  }
}

/** A copy of an app with the packed package in the place of the clone. Electron's own binary stays away. */
async function install(source: string, tarball: string): Promise<string> {
  const folder = join(temp, basename(source));
  cpSync(source, folder, { recursive: true, filter: (path) => !/node_modules|\.next|analytics\.db/.test(path) });
  const path = join(folder, "package.json");
  const clone = JSON.stringify(`file:${relative(source, ".").replaceAll("\\", "/")}`);
  const manifest = readFileSync(path, "utf8");
  assert.ok(manifest.includes(clone), `the app names the clone, ${clone}, as its hoglet`);
  writeFileSync(path, manifest.replace(clone, JSON.stringify(`file:${tarball}`)));
  const omit = source.endsWith("electron") ? ["--omit=dev"] : [];
  await runNpm(["install", "--no-audit", "--no-fund", "--loglevel=error", ...omit], folder);
  return folder;
}

async function withServer(folder: string, use: (url: string) => Promise<void>): Promise<void> {
  const app = startApp(folder);
  try {
    await use(await app.url());
  } catch (error) {
    await app.stop();
    throw new Error(`${String(error)}\n${(await app.ended()).output}`, { cause: error });
  }
  await app.stop();
}

async function expectOutput(folder: string, patterns: readonly RegExp[]): Promise<void> {
  const { code, output } = await startApp(folder).ended();
  for (const pattern of patterns) assert.match(output, pattern);
  assert.equal(code, 0, output);
}

async function useExpress(url: string): Promise<void> {
  const page = await text(`${url}/`);
  const token = /phc_\w+/.exec(page)?.[0] ?? "";
  assert.match(await text(`${url}/ingest/static/array.js`), /posthog/);
  await post(`${url}/ingest/e/`, {
    api_key: token,
    event: "bought",
    distinct_id: "u1",
    properties: { product: "coffee" },
  });
  await post(`${url}/orders`, { person: "u2", product: "tea" }, 201);
  await post(`${url}/orders`, { person: "u3", product: "coffee" }, 201);
  const sales = JSON.parse(await text(`${url}/sales`)) as { product: string }[];
  assert.deepEqual(
    sales.toSorted((a, b) => a.product.localeCompare(b.product)),
    [
      { product: "coffee", sold: 2 },
      { product: "tea", sold: 1 },
    ],
  );
  assert.match(await text(`${url}/analytics/ui/`), /<title>hoglet<\/title>/);
  assert.match(await text(`${url}/analytics/docs/`), /hoglet's documentation|hoglet&#39;s documentation/);
}

async function useNext(url: string): Promise<void> {
  assert.match(await text(`${url}/`), /<h1>A shop<\/h1>/);
  await post(`${url}/ingest/e/`, { api_key: "phc_example", event: "bought", distinct_id: "u1" });
  assert.match((await text(`${url}/sales`)).replaceAll("<!-- -->", ""), /Sold in the last seven days: 1/);
}

async function useVite(url: string): Promise<void> {
  assert.match(await text(`${url}/src/main.jsx`), /phc_dev/);
  await post(`${url}/ingest/e/`, { api_key: "phc_dev", event: "bought", distinct_id: "u1" });
  assert.match(await text(`${url}/analytics/ui/`), /<title>hoglet<\/title>/);
}

async function useHono(url: string): Promise<void> {
  const { token } = JSON.parse(await text(`${url}/`)) as { token: string };
  await post(`${url}/ingest/e/`, { api_key: token, event: "bought", distinct_id: "u1" });
  assert.deepEqual(JSON.parse(await text(`${url}/sales`)), { sold: 1 });
}

/** Runs the main process with a stand-in for Electron, whose binary has 100 MB. */
async function useElectron(folder: string): Promise<void> {
  const stand = join(folder, "node_modules/electron");
  mkdirSync(stand, { recursive: true });
  writeFileSync(join(stand, "package.json"), '{ "name": "electron", "type": "module", "exports": "./index.js" }');
  writeFileSync(join(stand, "index.js"), ELECTRON);
  const path = join(folder, "package.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"electron ."', '"node main.js"'));
  await expectOutput(folder, [/^exported 1$/m, /^closed$/m]);
}

async function text(url: string): Promise<string> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  const body = await reply.text();
  assert.equal(reply.status, 200, `${url}: ${body}`);
  return body;
}

async function post(url: string, body: unknown, expected = 200): Promise<void> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  assert.equal(reply.status, expected, `${url}: ${await reply.text()}`);
}
