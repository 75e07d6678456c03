// Run inside a folder that has nothing but the installed package and posthog-node.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { PostHog } from "posthog-node";
import { createHoglet } from "hoglet";
import { h3Adapter } from "hoglet/h3";

assert.equal(typeof h3Adapter, "function");
const inProcess = await createHoglet();
await inProcess.capture({ event: "hello", distinct_id: "u1" });
assert.equal((await inProcess.persons.list()).count, 1);
await inProcess.close();

// In a process group of its own, so that the signal reaches the server and not npx alone.
const server = spawn("npx", ["hoglet", "--json", "--port", "0"], {
  stdio: ["ignore", "pipe", "inherit"],
  detached: true,
});
const [line] = await once(server.stdout, "data");
const { url, project_id, project_token, personal_api_key } = JSON.parse(line.toString());

const posthog = new PostHog(project_token, { host: url });
posthog.capture({ distinctId: "u1", event: "signed up", properties: { $set: { email: "ada@example.com" } } });
posthog.capture({ distinctId: "u2", event: "signed up" });
await posthog.shutdown();

const get = async (path) => {
  const reply = await fetch(new URL(`/api/projects/${project_id}/${path}`, url), {
    headers: { authorization: `Bearer ${personal_api_key}` },
  });
  assert.equal(reply.status, 200, path);
  return reply.json();
};
const persons = await get("persons?distinct_id=u1");
assert.equal(persons.results[0].name, "ada@example.com");
const events = encodeURIComponent(JSON.stringify([{ id: "signed up", math: "dau" }]));
const trend = await get(`insights/trend/?events=${events}`);
assert.equal(trend.result[0].count, 2);

process.kill(-server.pid, "SIGTERM");
await once(server, "exit");

// The command is a bundle (bundle.ts): it must find the scripts of its thread, which answers about more than 1,000 events, and
// of the process that runs SQL.
const hoglet = (args, input = "") => execFileSync("npx", ["hoglet", ...args], { input, encoding: "utf8" });
const seen = { kind: "event", event: "seen", timestamp: "2024-03-01T08:15:30Z" };
const lines = Array.from({ length: 1500 }, (_, index) => JSON.stringify({ ...seen, distinct_id: `seen-${index}` }));
assert.equal(JSON.parse(hoglet(["import", "-"], lines.join("\n"))).events, 1500);
assert.equal(hoglet(["query", "select count() as events from events where event = 'seen'"]), '{"events":1500}\n');
assert.equal(JSON.parse(hoglet(["funnel", "seen", "--date-from", "all", "--json"]))[0].count, 1500);

console.log("the packed package works");
process.exit(0);
