import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { caller, refusal } from "../adapters/mcp/support/connect.ts";
import { builtCommand } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { run, serve } from "./hoglet-process.ts";
import { whenAll } from "../support/rounds.ts";

const folders: ReturnType<typeof tempFolder>[] = [];

/** A folder for one test. */
function newFolder(): string {
  const folder = tempFolder();
  folders.push(folder);
  return folder.path;
}

/** Connects the SDK's client to `hoglet mcp …args`, started as agents start it. */
async function open(cwd: string, ...args: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtCommand(), "mcp", ...args],
    cwd,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const [url = ""] = /http:\/\/[\w.:]+\d/.exec(client.getInstructions() ?? "") ?? [];
  return { client, call: caller(client), url, [Symbol.asyncDispose]: () => client.close() };
}

/** An app as apps are: it reads its environment, and sends over HTTP. Its author misspelt an event. */
const APP = `const { POSTHOG_HOST: host, POSTHOG_KEY: api_key } = process.env;
const send = (event, distinct_id, properties = {}) =>
  fetch(host + "/capture/", { method: "POST", body: JSON.stringify({ api_key, event, distinct_id, properties }) });
await send("signed_up", "u1", { plan: "pro" });
await send("order paid", "u1", { amount: "20" });
console.log("the app is done");
`;

/** The arguments that run Node. */
function node(...args: string[]): { command: string[] } {
  return { command: [process.execPath, ...args] };
}

const session = suite("an agent's session");

session("finds a misspelt event and a wrong type, mends them and proves it, by tool calls alone", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "app.mjs"), APP);
  await using agent = await open(folder, "--memory", "--port", "0");
  const { call } = agent;
  const plan = [
    { event: "signed up", properties: { plan: "string" } },
    { event: "order paid", properties: { amount: "number" } },
  ];

  const { next_after: start } = await call("events-list");
  const first = await call("run-command", node("app.mjs"));
  assert.is(first["exit_code"], 0);
  assert.match(first["output"], /the app is done/);
  const missing = await call("event-wait", { event: "signed up", after: start, timeout_s: 0 });
  assert.equal(missing.results, []);
  const why = await call("event-diagnose", { event: "signed up" });
  assert.is(why.results[0]?.["finding"], "other_name");
  const off = await call("tracking-plan-check", { plan, after: start });
  const [sent = ""] = (off.results[0]?.["probably_sent_as"] ?? []) as string[];
  assert.is(sent, "signed_up");
  assert.match(String(off.results[1]?.["issues"]), /amount.*number/i);

  // The agent's editor. Its change follows from the answers.
  const script = `const fs = require("node:fs");
    const code = fs.readFileSync("app.mjs", "utf8").replace(${JSON.stringify(sent)}, "signed up").replace('"20"', "20");
    fs.writeFileSync("app.mjs", code);`;
  await call("run-command", node("-e", script));
  assert.match(readFileSync(join(folder, "app.mjs"), "utf8"), /send\("signed up"/);

  const second = await call("run-command", node("app.mjs"));
  assert.equal(second["captured"], [
    { event: "signed up", count: 1 },
    { event: "order paid", count: 1 },
  ]);
  const kept = await call("tracking-plan-check", { plan, after: first["next_after"] });
  assert.match(kept.summary, /^The plan is kept/);
  const funnel = await call("query-funnel", {
    series: [{ event: "signed up" }, { event: "order paid" }],
    explain_for: "u1",
  });
  const counts = (funnel["explanation"].parts as { count: number }[]).map(({ count }) => count);
  assert.equal(counts, [1, 1]);
  const trend = await call("query-trends", { series: [{ event: "order paid" }], explain_for: "u1" });
  assert.is(trend["explanation"].rule, "Each event counts.");
  assert.ok(trend["explanation"].parts[0].count > 0);
  const saved = await call("insight-create", {
    name: "Paying",
    query: { kind: "FunnelsQuery", series: [{ event: "signed up" }, { event: "order paid" }] },
  });
  assert.ok(saved["url"].startsWith(`${agent.url}/ui/#/p/1/insights/`));
  assert.is((await fetch(`${agent.url}/ui/`)).status, 200);
});

/** A program that sends one request, as the agent would run its app. */
function sends(path: string, body: object, headers: Record<string, string> = {}): { command: string[] } {
  const init = JSON.stringify({ method: "POST", body: JSON.stringify(body), headers });
  return node("-e", `fetch(process.env.POSTHOG_HOST + ${JSON.stringify(path)}, ${init})`);
}

function planOf(amount: string) {
  return [{ event: "order paid", properties: { amount } }];
}

const DROPS = `export function processEvent(event) { return event.event === "refunded" ? null : event; }`;

whenAll(session)("finds each cause of a missing event by tool calls alone", async () => {
  const folder = newFolder();
  const file = join(folder, "app.db");
  {
    await using hoglet = await createHoglet({ file, projectToken: "phc_local" });
    const { id } = await hoglet.plugins.install({ files: { "plugin.json": '{"name":"filter"}', "index.js": DROPS } });
    await hoglet.pluginConfigs.create({ plugin: id, order: 1, enabled: true });
  }
  await using agent = await open(folder, file, "--port", "0");
  const { call } = agent;
  const why = async (event: string, distinctId?: string) => {
    const told = await call("event-diagnose", { event, ...(distinctId !== undefined && { distinct_id: distinctId }) });
    return { first: told.results[0]?.["finding"], text: JSON.stringify(told) };
  };
  const capture = (event: string, more: object = {}) =>
    sends("/capture/", { api_key: "phc_local", event, distinct_id: "u1", ...more });

  const nothing = await why("order paid");
  assert.is(nothing.first, "no_request");
  assert.match(nothing.text, /phc_local/);

  await call(
    "run-command",
    sends(
      "/flags/?v=2",
      { token: "phc_local", distinct_id: "u1" },
      { "user-agent": "Mozilla/5.0 HeadlessChrome/156.0.0.0" },
    ),
  );
  const headless = await why("order paid");
  assert.is(headless.first, "headless_browser");
  assert.match(headless.text, /opt_out_useragent_filter: true/);

  await call("run-command", capture("orderPaid"));
  const misspelt = await why("order paid");
  assert.ok(misspelt.text.includes("other_name") && misspelt.text.includes("orderPaid"), misspelt.text);

  await call("run-command", sends("/capture/", { api_key: "phc_wrong", event: "invited", distinct_id: "u1" }));
  assert.is((await why("invited")).first, "refused");
  assert.match((await why("shared")).text, /the token phc_wrong/);

  await call("run-command", sends("/captured/", { api_key: "phc_local", event: "upgraded", distinct_id: "u1" }));
  assert.match((await why("upgraded")).text, /"other_path".*\/captured/);

  await call("run-command", capture("refunded"));
  assert.match((await why("refunded")).text, /"dropped"/);

  await call("run-command", capture("renewed", { timestamp: "2001-01-01T00:00:00Z" }));
  assert.match((await why("renewed")).text, /"other_time"/);
  assert.match((await why("renewed", "u2")).text, /"other_distinct_id"/);

  await call("run-command", capture("order paid", { properties: { amount: "20", token: "phc_local", $lib: "web" } }));
  assert.match((await why("order paid", "u1")).text, /The event is there/);
  assert.match(JSON.stringify(await call("tracking-plan-check", { plan: planOf("number") })), /amount.*number/i);
  const kept = await call("tracking-plan-check", { plan: planOf("string") });
  assert.equal(kept.results, [{ event: "order paid", count: 1, ok: true }], "properties that SDKs add are no fault");
});

session.run();

const instance = suite("hoglet mcp");

whenAll(instance)("in memory: demo data, the clock, a reset with the same token", async () => {
  await using agent = await open(newFolder(), "--memory", "--port", "0");
  const { call, url } = agent;
  const send = (token: string) =>
    fetch(`${url}/e/`, { method: "POST", body: JSON.stringify({ api_key: token, event: "paid", distinct_id: "u1" }) });
  assert.is((await send("phc_local")).status, 200);
  assert.is((await send("phc_unknown")).status, 401);
  const moved = await call("test-clock-set", { by: "3 days" });
  assert.ok(Date.parse(moved.results[0]?.["now"] as string) > Date.now() + 2 * 86_400_000);
  assert.match(await refusal(call("test-clock-set", { now: "soon" })), /ISO date-time/);
  assert.match(await refusal(call("instance-reset", { confirm: false })), /must be true/);
  const { results } = await call("instance-reset", { confirm: true, demo: true });
  assert.ok((results[0]?.["events"] as number) > 10_000);
  assert.is((await send("phc_local")).status, 200);
  await call("instance-reset", { confirm: true });
  assert.match((await call("events-list")).summary, /No event has arrived yet/);
});

instance("a taken port is told by the diagnosis, and commands send to the project that tools read", async () => {
  const other = createServer();
  // Where it fails, another program has the port, which is all that the test needs.
  await new Promise<void>((resolve) => other.once("error", () => resolve()).listen(8010, "127.0.0.1", resolve));
  const folder = newFolder();
  const file = join(folder, "app.db");
  {
    await using hoglet = await createHoglet({ file, projectToken: "phc_first" });
    await hoglet.projects.create({ name: "App", api_token: "phc_app" });
  }
  writeFileSync(join(folder, ".env.local"), "POSTHOG_KEY=phc_app\n");
  try {
    await using agent = await open(folder, file);
    assert.match((await agent.call("event-diagnose")).summary, /Port 8010 was taken when it started/);
    const script = `fetch(process.env.POSTHOG_HOST + "/e/", { method: "POST",
      body: JSON.stringify({ api_key: process.env.POSTHOG_KEY, event: "paid", distinct_id: "u1" }) })`;
    const told = await agent.call("run-command", node("-e", script));
    assert.match(told.summary, /captured 1 events/);
    assert.match(told["project"], /\(token phc_app\), one of 2\. No other has events/);
  } finally {
    other.close();
  }
});

whenAll(instance)("in a file: the data stays, and there is no reset", async () => {
  const folder = newFolder();
  const file = join(folder, "app.db");
  {
    await using agent = await open(folder, file, "--port", "0");
    await fetch(`${agent.url}/e/`, {
      method: "POST",
      body: JSON.stringify({ api_key: "phc_local", event: "paid", distinct_id: "u1" }),
    });
    assert.match(await refusal(agent.call("instance-reset", { confirm: true })), /not available here/);
  }
  await using again = await open(folder, file, "--port", "0");
  assert.is((await again.call("events-list")).results.length, 1);
  assert.ok(existsSync(file));
});

whenAll(instance)(
  "a command that hangs is ended with all that it started, and a missing command is named",
  async () => {
    await using agent = await open(newFolder(), "--memory", "--port", "0");
    const hang = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "inherit" }); setInterval(() => 0, 1000);`;
    const told = await agent.call("run-command", { command: [process.execPath, "-e", hang], timeout_s: 1 });
    assert.is(told["timed_out"], true);
    assert.match(told.summary, /was stopped after 1 s/);
    const none = await agent.call("run-command", { command: ["no-such-command"] });
    assert.is(none["exit_code"], 127);
  },
);

whenAll(instance)("a snapshot of hoglet run is compared with what came", async () => {
  const folder = newFolder();
  const hoglet = await createHoglet({ projectToken: "phc_local" });
  await hoglet.capture({ event: "paid", distinct_id: "u1", properties: { amount: 1 } });
  let text = "";
  for await (const line of hoglet.export({})) text += `${line}\n`;
  await hoglet.close();
  writeFileSync(join(folder, "before.ndjson"), text);
  await using agent = await open(folder, "--memory", "--port", "0");
  const told = await agent.call("snapshot-compare", { file: "before.ndjson" });
  assert.ok(
    told.results.some(({ what, before, now }) => what === "event paid" && before === 1 && now === 0),
    JSON.stringify(told),
  );
  assert.match(await refusal(agent.call("snapshot-compare", { file: "none.ndjson" })), /file: .*ENOENT/);
});

whenAll(instance)("--url joins a running hoglet, with its key", async () => {
  await using served = await serve(["--memory", "--port", "0", "--json"]);
  const { url, personal_api_key: key, project_token: token } = served.ready;
  await fetch(`${url}/e/`, {
    method: "POST",
    body: JSON.stringify({ api_key: token, event: "paid", distinct_id: "u1" }),
  });
  await using agent = await open(newFolder(), "--url", url, "--personal-api-key", String(key));
  assert.equal(
    (await agent.call("events-list")).results.map(({ event }) => event),
    ["paid"],
  );
  assert.match(await refusal(agent.call("run-command", { command: ["ls"] })), /on stdio only|not available/);
  await refusal(open(newFolder(), "--url", url, "--personal-api-key", "phx_wrong_key"));
});

whenAll(instance)("wrong usage is named", async () => {
  const folder = newFolder();
  const noKey = await run(["mcp", "--url", "http://127.0.0.1:1"], { cwd: folder });
  assert.is(noKey.code, 2);
  assert.match(noKey.stderr, /--personal-api-key/);
  const both = await run(["mcp", "--memory", "a.db"], { cwd: folder });
  assert.is(both.code, 2);
});

instance.after(() => folders.forEach((folder) => folder.remove()));

instance.run();
