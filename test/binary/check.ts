/**
 * Tries the single executable (`npm run build:binary`) as somebody does who has nothing else: in an empty folder, with a home
 * that is empty too and no Node on the PATH. Prints its size and how long a start takes.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

const EVENTS = 600_000;
const STARTS = 5;
/** Bytes: the goal of the issue. */
const MOST_BYTES = 130e6;

const binary = join(import.meta.dirname, "../../out/hoglet");
const plugin = join(import.meta.dirname, "../../fixtures/plugins/normalise-urls");
const folder = fs.mkdtempSync(join(tmpdir(), "hoglet-binary-"));
const home = join(folder, "home");
const work = join(folder, "work");
fs.mkdirSync(home);
fs.mkdirSync(work);
const options = { cwd: work, env: { HOME: home, PATH: join(folder, "nothing") } };

try {
  await check("size", checkSize);
  await check("import, query, funnel", checkCommands);
  await check("run", checkRun);
  await check("start, page, capture, a plugin", checkServer);
  await check("unpacked files", checkUnpacked);
} finally {
  fs.rmSync(folder, { recursive: true });
}

async function check(name: string, run: () => void | Promise<void>): Promise<void> {
  const startMs = performance.now();
  await run();
  say(`ok  ${name} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function hoglet(...args: string[]): string {
  return execFileSync(binary, args, { ...options, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function checkSize(): void {
  const { size } = fs.statSync(binary);
  say(`    ${(size / 1e6).toFixed(1)} MB; goal: under ${MOST_BYTES / 1e6} MB`);
  assert.ok(size < MOST_BYTES);
}

/** Events of three persons who view, of whom two also buy. */
function checkCommands(): void {
  const file = fs.openSync(join(work, "events.ndjson"), "w");
  for (let first = 0; first < EVENTS; first += 10_000) {
    fs.writeSync(file, Array.from({ length: 10_000 }, (_, index) => toLine(first + index)).join(""));
  }
  fs.closeSync(file);
  hoglet("import", "events.ndjson", "--db", "a.db");
  assert.deepEqual(JSON.parse(hoglet("query", "select count(*) as n from events", "--db", "a.db")), { n: EVENTS });
  const answer = hoglet("funnel", "view", "buy", "--db", "a.db", "--date-from", "all", "--json");
  const steps = JSON.parse(answer) as { count: number }[];
  const people = EVENTS / 3;
  assert.deepEqual(
    steps.map(({ count }) => count),
    [people, people - Math.ceil(people / 3)],
  );
}

function toLine(index: number): string {
  const person = Math.floor(index / 3);
  const event = ["view", person % 3 === 0 ? "look" : "buy", "leave"][index % 3];
  const timestamp = new Date(Date.UTC(2024, 2, 1) + index * 1000).toISOString();
  return `${JSON.stringify({ kind: "event", event, distinct_id: `u${person}`, timestamp })}\n`;
}

function checkRun(): void {
  const { status } = spawnSync(binary, ["run", "--", "/bin/sh", "-c", 'test -n "$POSTHOG_HOST" && exit 7'], options);
  assert.equal(status, 7);
}

async function checkServer(): Promise<void> {
  const starts: number[] = [];
  for (let round = 0; round < STARTS; round++) {
    const startMs = performance.now();
    const { server, url } = await serve(`${round}.db`);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    starts.push(performance.now() - startMs);
    await stop(server);
  }
  say(`    first answer after ${starts.map((ms) => ms.toFixed(0)).join(", ")} ms; goal: under 400 ms`);

  hoglet("plugins", "install", plugin, "--db", "0.db");
  hoglet("plugins", "enable", "1", "--db", "0.db", "--set", "properties=url");
  const { server, url, token, key } = await serve("0.db");
  await checkPage(url);
  const properties = { url: "https://example.com/A/#b" };
  const body = JSON.stringify({ api_key: token, event: "a", distinct_id: "u", properties });
  assert.equal((await fetch(`${url}/e/`, { method: "POST", body })).status, 200);
  await stop(server);
  assert.equal(key, null);
  const line = hoglet("query", "select properties from events", "--db", "0.db");
  assert.match(line, /https:\/\/example\.com\/a\b(?!#)/);
}

async function checkPage(url: string): Promise<void> {
  const html = await (await fetch(`${url}/ui/`)).text();
  const [, script = ""] = /src="([^"]+\.js)"/.exec(html) ?? [];
  const reply = await fetch(new URL(script, `${url}/ui/`));
  assert.match(reply.headers.get("content-type") ?? "", /javascript/);
}

/** Each start compares the files in the cache, and makes changed files again; it refuses a folder that another user owns. */
function checkUnpacked(): void {
  const cache = join(home, ".cache/hoglet");
  const [name = "", ...others] = fs.readdirSync(cache);
  assert.equal(others.length, 0);
  const root = join(cache, name);
  const forgotten = join(cache, "0.0.1-0123456789abcdef");
  fs.mkdirSync(forgotten);
  fs.utimesSync(forgotten, 0, 0);
  hoglet("--version");
  assert.deepEqual(fs.readdirSync(cache), [name]);
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  for (const entry of files) {
    const { mode } = fs.statSync(join(entry.parentPath, entry.name));
    assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
  }

  const [native = ""] = fs.globSync(join(root, "node_modules/better-sqlite3/prebuilds/*.node"));
  const code = join(root, "dist/code/command.cjs");
  const script = join(root, "dist/code/engine-thread.js");
  const whole = [native, code, script].map((file) => fs.readFileSync(file));
  fs.truncateSync(native, 1000);
  fs.writeFileSync(code, "process.exit(3)");
  fs.rmSync(script);
  fs.symlinkSync(join(work, "events.ndjson"), script);
  fs.chmodSync(root, 0o755);
  hoglet("query", "select 1", "--db", "0.db");
  assert.deepEqual(
    [native, code, script].map((file) => fs.readFileSync(file)),
    whole,
  );
  assert.ok(fs.lstatSync(script).isFile());
  assert.equal(fs.statSync(root).mode & 0o777, 0o700);

  const planted = join(folder, "planted");
  fs.mkdirSync(planted);
  fs.symlinkSync(work, join(planted, "hoglet"));
  const env = { ...options.env, XDG_CACHE_HOME: planted };
  const refused = spawnSync(binary, ["--version"], { ...options, env, encoding: "utf8" });
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^hoglet: Cannot unpack into .*: .*planted\/hoglet is no folder\. XDG_CACHE_HOME can/);
}

/** A server that is ready. */
async function serve(file: string) {
  const args = ["serve", file, "--port", "0", "--json"];
  const server = spawn(binary, args, { ...options, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(server.stdout as Readable, "data")) as [Buffer];
  const { url, project_token, personal_api_key } = JSON.parse(line.toString()) as Record<string, string | null>;
  return { server, url: url ?? "", token: project_token, key: personal_api_key };
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  const [code] = (await once(server, "exit")) as [number | null];
  assert.equal(code, 0);
}
