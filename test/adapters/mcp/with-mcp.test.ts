import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { toNodeHandler } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openCaptureLog } from "../../../adapters/explain/index.ts";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import { withMcp } from "../../../adapters/mcp/index.ts";
import { withPage } from "../../../adapters/ui/index.ts";
import { createHoglet, withKnownHosts } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { caller, refusal } from "./support/connect.ts";

interface Served extends AsyncDisposable {
  hoglet: Hoglet;
  url: string;
  key: string;
  /** A client of the SDK with this key. */
  client(key: string, query?: string): Promise<Client>;
  post(headers: Record<string, string>, body?: string): Promise<Response>;
}

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

/** A server as `hoglet serve` opens it. */
async function serve(): Promise<Served> {
  const hoglet = await createHoglet({ projectToken: "phc_1" });
  const requests = openCaptureLog(hoglet, true);
  const page = withPage(hoglet, { signIn: "loopback", requests, folder: "none" });
  const instance = { hoglet: () => hoglet, requests, snapshots: new Map<string, string>(), url: "http://wrong" };
  const front = withKnownHosts(withMcp(page, { instance, version: "0.0.0" }));
  const server = createServer(toNodeHandler(h3Adapter(front)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: Client[] = [];
  return {
    hoglet,
    url,
    key: hoglet.personalApiKey ?? "",
    async client(key, query = "") {
      const client = new Client({ name: "test", version: "1" });
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit });
      await client.connect(transport as Parameters<Client["connect"]>[0]);
      clients.push(client);
      return client;
    },
    post: (headers, body = PING) =>
      fetch(`${url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body,
      }),
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await hoglet.close();
    },
  };
}

const http = suite("/mcp");

http("calls are reported where the key may look, and nowhere else", async () => {
  await using served = await serve();
  const call = caller(await served.client(served.key, "?report_to=1"));
  await call("events-list");
  const reported = {
    kind: "HogQLQuery",
    query: "SELECT event, properties.$mcp_tool_name, properties.$mcp_client_user_agent FROM events",
  };
  const { results } = await served.hoglet.ask(reported as { kind: "HogQLQuery"; query: string });
  assert.equal(results, [["$mcp_tool_call", "events-list", "node"]]);
  const other = await served.hoglet.projects.create({ name: "Other" });
  const { value: key } = await served.hoglet.keys.create({ label: "one", scopes: ["*"], projects: [1] });
  const refused = await served.client(key, `?report_to=${other.id}`).then(() => "", String);
  assert.match(refused, /403|not have access|permission/i);
  assert.match(await served.client(served.key, "?report_to=99").then(() => "", String), /404|Not found/i);
});

http("the SDK's client looks, asks and waits", async () => {
  await using served = await serve();
  const call = caller(await served.client(served.key));
  const empty = await call("events-list");
  assert.match(empty.summary, new RegExp(`send to ${served.url} with the token phc_1`));
  const waiting = call("event-wait", { event: "paid", timeout_s: 50, after: empty["next_after"] });
  await fetch(`${served.url}/e/`, {
    method: "POST",
    body: JSON.stringify({ api_key: "phc_1", event: "paid", distinct_id: "u1" }),
  });
  assert.is((await waiting).results.length, 1);
  const trend = await call("query-trends", { series: [{ event: "paid" }] });
  assert.is(trend.results[0]?.["count"], 1);
  assert.ok(trend["url"].startsWith(`${served.url}/ui/#/p/1/`));
});

http("without a key, or with a wrong one, nothing answers", async () => {
  await using served = await serve();
  const bare = await served.post({});
  assert.is(bare.status, 401);
  assert.match(bare.headers.get("www-authenticate") ?? "", /^Bearer/);
  assert.is((await served.post({ authorization: "Bearer phx_wrong_key" })).status, 401);
  assert.is((await served.post({ authorization: "Bearer phc_1" })).status, 401);
  assert.is((await served.post({ authorization: `Bearer ${served.key}` })).status, 200);
});

http("other sites and other hosts are refused, with a key too", async () => {
  await using served = await serve();
  const authorization = `Bearer ${served.key}`;
  assert.is((await served.post({ authorization, origin: "https://evil.test" })).status, 403);
  assert.is((await served.post({ authorization, "sec-fetch-site": "cross-site" })).status, 403);
  assert.is((await served.post({ authorization, origin: served.url })).status, 200);
  const { port } = new URL(served.url);
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    const asked = request({ port, path: "/mcp", method: "POST", headers: { host: "evil.test", authorization } });
    asked.on("response", (response) => resolve(response.resume().statusCode)).end(PING);
  });
  assert.is(status, 403);
});

http("what is too large, too deep, too many or no POST is refused before it is parsed", async () => {
  await using served = await serve();
  const authorization = `Bearer ${served.key}`;
  assert.is((await served.post({ authorization }, `"${"x".repeat(1024 * 1024)}"`)).status, 413);
  const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(5000)}${"]".repeat(5000)}}`;
  assert.is((await served.post({ authorization }, deep)).status, 400);
  assert.is(
    (await served.post({ authorization }, `[${Array.from({ length: 11 }, () => PING).join(",")}]`)).status,
    400,
  );
  assert.is((await served.post({ authorization }, "{")).status, 400);
  const get = await fetch(`${served.url}/mcp`, { headers: { authorization, accept: "text/event-stream" } });
  assert.is(get.status, 405);
});

http("a key of one project sees nothing of another", async () => {
  await using served = await serve();
  const { hoglet } = served;
  const other = await hoglet.projects.create({ name: "Other" });
  await hoglet.capture({ event: "secret", distinct_id: "s1", properties: { $set: { email: "s@x.io" } } });
  await hoglet.capture({ event: "own", distinct_id: "o1" }, { project: other.id });
  await fetch(`${served.url}/e/`, {
    method: "POST",
    body: JSON.stringify({ api_key: "phc_none", event: "lost", distinct_id: "x" }),
  });
  const { value } = await hoglet.keys.create({ label: "other", scopes: ["*"], projects: [other.id] });
  const call = caller(await served.client(value, `?project=${other.id}`));
  assert.equal(
    (await call("events-list")).results.map(({ event }) => event),
    ["own"],
  );
  assert.equal(
    (await call("events-list", { after: 0 })).results.map(({ event }) => event),
    ["own"],
  );
  assert.equal(
    (await call("read-data-schema")).results.map(({ name }) => name),
    ["own"],
  );
  assert.match((await call("persons-retrieve", { distinct_id: "s1" })).summary, /Nothing came/);
  assert.equal((await call("execute-sql", { query: "select event from events" })).results as unknown, [["own"]]);
  const told = await call("event-wait", { event: "secret", after: 0, timeout_s: 0 });
  assert.equal(told["came_instead"], [{ event: "own", count: 1 }]);
  assert.not.match(JSON.stringify(await call("event-diagnose", { event: "lost" })), /phc_none|refused with/);
  const plan = await call("tracking-plan-check", { plan: [{ event: "secret" }] });
  assert.equal(plan["unplanned"], [{ event: "own", count: 1 }]);
  await call("snapshot-compare", { take: true });
  const first = caller(await served.client(served.key));
  assert.match(await refusal(first("snapshot-compare")), /None was taken/);
  await refusal(served.client(value, "?project=1"));
});

http("a key's scopes decide what a tool may do", async () => {
  await using served = await serve();
  const { value } = await served.hoglet.keys.create({ label: "events", scopes: ["event:read", "project:read"] });
  const call = caller(await served.client(value));
  assert.equal((await call("events-list")).results, []);
  assert.match(await refusal(call("execute-sql", { query: "select 1" })), /query:read/);
  assert.match(await refusal(call("create-feature-flag", { key: "beta" })), /feature_flag/);
  assert.match(await refusal(call("snapshot-compare", { take: true })), /person:read/);
  const { value: persons } = await served.hoglet.keys.create({
    label: "persons",
    scopes: ["person:read", "project:read"],
  });
  const other = caller(await served.client(persons));
  for (const args of [{}, { after: 0 }]) assert.match(await refusal(other("events-list", args)), /event:read/);
  assert.match(await refusal(other("event-wait", { event: "x", timeout_s: 0 })), /event:read/);
  assert.match(await refusal(other("event-diagnose")), /event:read/);
  assert.match(await refusal(other("tracking-plan-check", { plan: [{ event: "x" }] })), /event:read/);
});

http("commands, files, the clock and a reset are not there", async () => {
  await using served = await serve();
  const client = await served.client(served.key);
  const { tools } = await client.listTools();
  assert.is(tools.length, 17);
  const call = caller(client);
  for (const [name, args] of Object.entries({
    "run-command": { command: ["touch", "/tmp/hoglet-was-here"] },
    "instance-reset": { confirm: true },
    "test-clock-set": { by: "1d" },
  })) {
    assert.match(await refusal(call(name, args)), /not available here/);
  }
  assert.match(await refusal(call("snapshot-compare", { file: "/etc/passwd" })), /on stdio only/);
});

http("all other paths are those of the hoglet", async () => {
  await using served = await serve();
  assert.is((await fetch(`${served.url}/livez`)).status, 200);
  assert.is((await fetch(`${served.url}/mcpx`)).status, 404);
});

http.run();
