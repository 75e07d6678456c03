import { writeFileSync } from "node:fs";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { welcome } from "../../bin/welcome.ts";
import { whenAll } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { run, start } from "./hoglet-process.ts";
import type { HogletProcess } from "./hoglet-process.ts";

const follow = suite("serve --follow");

const KEY = "phx_test_key_of_the_first";

async function addressOf(server: HogletProcess): Promise<{ url: string; project_token: string }> {
  const [line] = await server.until("stdout", /\{.*\}/);
  return JSON.parse(line) as { url: string; project_token: string };
}

/** The names of all events; null = the server refuses. */
async function eventsOf(url: string): Promise<string[]> {
  const reply = await fetch(`${url}/api/projects/1/events/`, { headers: { authorization: `Bearer ${KEY}` } });
  return ((await reply.json()) as { results: { event: string }[] }).results.map(({ event }) => event).toSorted();
}

follow(
  "a second server answers reads, sends captures to the first, and goes on reading when the first is killed",
  async () => {
    const { file, path: cwd, remove } = tempFolder();
    const first = start(["serve", "first.db", "--port", "0", "--json", "--personal-api-key", KEY], { cwd });
    const { url: to, project_token: token } = await addressOf(first);
    const env = { HOGLET_FOLLOW_KEY: KEY };
    const args = ["serve", "second.db", "--port", "0", "--json"];

    const keyless = await run([...args, "--follow", to], { cwd });
    assert.is(keyless.code, 1);
    assert.match(keyless.stderr, "set HOGLET_FOLLOW_KEY");

    const second = start([...args, "--follow", to], { cwd, env });
    const { url } = await addressOf(second);
    const capture = (event: string) => {
      const body = JSON.stringify({ api_key: token, event, distinct_id: "a" });
      return fetch(`${url}/capture/`, { method: "POST", headers: { "content-type": "application/json" }, body });
    };
    assert.is((await capture("one")).status, 200);
    assert.equal(await eventsOf(to), ["one"]);
    while ((await eventsOf(url)).length < 1) await sleep(20);
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { following: { error: string | null } };
    assert.is(ready.following.error, null);
    // The second's page, on this machine without a key, changes what the first has.
    const page = { "x-hoglet-page": "1", origin: url };
    const session = await fetch(`${url}/ui/session`, { headers: page });
    const [cookie = ""] = (session.headers.get("set-cookie") ?? "").split(";");
    const noted = await fetch(`${url}/api/projects/1/annotations/`, {
      method: "POST",
      headers: { ...page, cookie, "content-type": "application/json" },
      body: JSON.stringify({ content: "from the page", date_marker: "2026-11-20T00:00:00Z" }),
    });
    assert.is(noted.status, 201, await noted.text());
    const stranger = await fetch(`${url}/api/projects/1/annotations/`, { method: "POST", headers: page });
    assert.is(stranger.status, 403);

    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    assert.is((await capture("two")).status, 503);
    assert.equal(await eventsOf(url), ["one"]);
    // A command reads the same file meanwhile.
    const asked = await run(["query", "SELECT event FROM events", "--db", "second.db", "--format", "json"], { cwd });
    assert.match(asked.stdout, "one", asked.stderr);
    second.child.kill("SIGTERM");
    assert.is((await second.finished).code, 0);
    const unasked = await run(["promote", "--url", url], { cwd });
    assert.is(unasked.code, 1);
    assert.match(unasked.stderr, "No server answers");

    const alone = await run(args, { cwd });
    assert.is(alone.code, 1);
    assert.match(alone.stderr, "second.db follows http");
    const line = JSON.stringify({ kind: "event", event: "x", distinct_id: "u", timestamp: "2026-01-01" });
    writeFileSync(file("more.ndjson"), line);
    const imported = await run(["import", "more.ndjson", "--db", "second.db"], { cwd });
    assert.is(imported.code, 1);
    assert.match(imported.stderr, "This hoglet follows another: write to that.");
    const checked = await run(["doctor", file("second.db")], { cwd });
    assert.is(checked.code, 0, checked.stdout + checked.stderr);
    remove();
  },
);

// In one process, `test/replication/promote.test.ts` holds the rules of taking over.
whenAll(follow)(
  "hoglet promote makes the second the first; the first, started again, is told so, and follows then",
  async () => {
    const { path: cwd, remove } = tempFolder();
    const env = { HOGLET_FOLLOW_KEY: KEY };
    const first = start(["serve", "first.db", "--port", "0", "--json", "--personal-api-key", KEY], { cwd });
    const { url: to, project_token: token } = await addressOf(first);
    // The own address is an option of the start.
    const port = String(20_000 + Math.floor(Math.random() * 20_000));
    const own = `http://127.0.0.1:${port}`;
    const second = start(["serve", "second.db", "--port", port, "--json", "--follow", to, "--own-url", own], {
      cwd,
      env,
    });
    const { url } = await addressOf(second);
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const refused = await run(["promote", "--url", url], { cwd });
    assert.is(refused.code, 1);
    assert.match(refused.stderr, "does not answer, or cannot step down now");
    const taken = await run(["promote", "--url", url, "--force", "--json"], { cwd });
    assert.is(taken.code, 0, taken.stderr);
    assert.is((JSON.parse(taken.stdout) as { epoch: number }).epoch, 2);
    const body = JSON.stringify({ api_key: token, event: "after", distinct_id: "a" });
    const captured = await fetch(`${url}/capture/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    assert.is(captured.status, 200);

    const told = await run(["serve", "first.db", "--port", "0"], { cwd });
    assert.is(told.code, 1);
    assert.match(told.stderr, `${own} has taken over since: follow that (--follow ${own})`);
    const back = start(["serve", "first.db", "--port", "0", "--json", "--follow", own], { cwd, env });
    const { url: again } = await addressOf(back);
    while (!(await eventsOf(again)).includes("after")) await sleep(20);
    const planned = await run(["promote", "--url", again], { cwd });
    assert.match(planned.stderr, "is the first now. It has everything");
    for (const server of [back, second]) {
      server.child.kill("SIGTERM");
      assert.is((await server.finished).code, 0);
    }
    remove();
  },
);

follow("the start names the hoglet that is followed, and no run of deletions, which it has not", () => {
  const facts = { version: "1.0.0", url: "http://127.0.0.1:1", host: "127.0.0.1", fingerprint: null, file: "a.db" };
  const rest = { projectId: 1, projectToken: "phc_a", deletions: "on Sunday", personalApiKey: null };
  assert.match(welcome({ ...facts, ...rest, followed: null }), "next run: on Sunday");
  const following = welcome({ ...facts, ...rest, followed: "http://first" });
  assert.match(following, "follows        http://first, which runs deletions");
  assert.not.match(following, "Sunday");
});

follow.run();
