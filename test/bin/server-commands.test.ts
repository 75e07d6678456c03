import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DeletionRecord, PersonalApiKey } from "../../lib/index.ts";
import { serveFirst } from "../support/followed.ts";
import { runHere } from "./run-here.ts";

// Deletions and keys of a running server, by --url.

const KEY = "phx_test_key";
const it = suite("hoglet deletions and keys --url");
const first = await serveFirst({ now: "2024-06-10T12:00:00Z", personalApiKey: KEY });
const { hoglet, url } = first;
it.after(() => first.close());
const run = (...args: string[]) => runHere(args, { env: { HOGLET_URL: url, HOGLET_PERSONAL_API_KEY: KEY } });

it("requests, lists and runs deletions", async () => {
  await hoglet.capture({ event: "x", distinct_id: "a" });
  const asked = await run("deletions", "request", "events_by_name", "x");
  assert.equal([asked.code, asked.stderr], [0, ""]);
  assert.match(asked.stdout, /\n1 +1 +events_by_name +x +pending /);
  const listed = await run("deletions", "list");
  assert.match(listed.stdout, /\n1 +1 +events_by_name +x +pending /);
  assert.is(listed.stderr, "Next run: Sunday 2024-06-16 05:00 UTC, 1 waits.\n");
  const ran = JSON.parse((await run("deletions", "run", "--json")).stdout) as DeletionRecord[];
  assert.equal(
    ran.map(({ status, receipt }) => [status, receipt?.deleted["events"]]),
    [["done", 1]],
  );
  assert.is((await run("deletions", "list", "--json", "--status", "pending")).stdout, "[]\n");
});

it("lists receipts of deleted projects", async () => {
  const { id } = await hoglet.projects.create({ name: "gone" });
  await hoglet.deletions.request({ kind: "project", project: id });
  await hoglet.deletions.runNow();
  const rows = JSON.parse((await run("deletions", "list", "--json")).stdout) as DeletionRecord[];
  assert.ok(rows.some(({ kind, key }) => kind === "project" && key === String(id)));
});

it("creates, lists, rolls and revokes keys", async () => {
  const made = await run("keys", "create", "--label", "ci", "--scopes", "person:read", "--projects", "1");
  assert.equal([made.code, made.stderr], [0, ""]);
  const keys = JSON.parse((await run("keys", "list", "--json")).stdout) as PersonalApiKey[];
  const own = keys.find(({ label }) => label === "ci");
  assert.equal([own?.scopes, own?.scoped_projects, made.stdout.startsWith("phx_")], [["person:read"], [1], true]);
  const id = String(own?.id);
  const rolled = await run("keys", "roll", id);
  assert.match(rolled.stdout, /^phx_\w+\n$/);
  assert.is.not(rolled.stdout, made.stdout);
  assert.is((await run("keys", "revoke", id)).stderr, `Revoked ${id}.\n`);
  assert.is((await run("keys", "revoke", id)).stderr, `hoglet: There is no key with the id ${id}.\n`);
});

for (const [args, stderr] of [
  [["keys", "create", "--label", "ci", "--projects", "9"], /^error: --projects: There is no project with the id 9\./],
  [["deletions", "request", "project"], /^hoglet: kind: Expected person, events_by_name/],
  [["deletions", "list", "--deletion-cron", ""], /^error: --deletion-cron is of a database/],
  [["deletions", "run", "--vacuum"], /^error: --vacuum is of a database/],
  [["keys", "list", "--url", url, "--db", "a.db"], /^error: --url and --db exclude each other\./],
  [["keys", "list", "--key", "phx_wrong"], /^hoglet: .*key/i],
] as const) {
  it(`says in a sentence why it refuses ${args.join(" ").replace(url, "…")}`, async () => {
    const refused = await run(...args);
    assert.match(refused.stderr, stderr, refused.stderr);
    assert.is(refused.code === 0, false);
  });
}

it.run();
