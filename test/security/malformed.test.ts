import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { H3, toNodeHandler } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createTestHoglet } from "../../adapters/testing/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

// Requests that name no host, no path or no text.

interface Asked {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Reply {
  status: number;
  text: string;
}

type Ask = (asked: Asked) => Promise<Reply>;

interface World extends AsyncDisposable {
  hoglet: Hoglet;
  /** By name of the way in. */
  ways: Record<string, Ask>;
  key: string;
}

/** A hoglet with a person, and the ways into it: in process, over a socket, below a path of another app. */
async function openWorld(): Promise<World> {
  const hoglet = await createHoglet({ projectToken: "phc_1" });
  await hoglet.capture({ event: "a", distinct_id: "u" });
  const parent = new H3({ silent: true });
  parent.mount("/below", h3Adapter<H3>(hoglet));
  const servers = [await listen(h3Adapter<H3>(hoglet)), await listen(parent)];
  const [plain, mounted] = servers.map((server) => (server.address() as AddressInfo).port);
  return {
    hoglet,
    key: hoglet.personalApiKey ?? "",
    ways: {
      fetch: async ({ method = "GET", target, headers = {}, body }) => {
        const reply = await hoglet.fetch(target, { method, headers, ...(body !== undefined && { body }) });
        return { status: reply.status, text: await reply.text() };
      },
      handle: async ({ method = "GET", target, headers = {}, body = "" }) => {
        const reply = await hoglet.handle({ method, url: target, headers, body: Buffer.from(body), ip: null });
        return { status: reply.status, text: String(reply.body ?? "") };
      },
      "a socket": (asked) => sendRaw(plain ?? 0, asked),
      "a socket of a parent app": (asked) => sendRaw(mounted ?? 0, { ...asked, target: `/below${asked.target}` }),
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.close();
      await hoglet.close();
    },
  };
}

let opened: Promise<World> | undefined;

/** One world for all requests, since a request that is refused leaves nothing behind. */
const shared = () => (opened ??= openWorld());

async function listen(app: H3): Promise<Server> {
  const server = createServer(toNodeHandler(app)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Writes the request as it stands: clients of HTTP would refuse or mend it. Status 0 = the connection was closed instead. */
async function sendRaw(port: number, { method = "GET", target, headers = {}, body = "" }: Asked): Promise<Reply> {
  const socket = connect(port, "127.0.0.1");
  const sent = {
    host: "localhost",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`, "latin1"));
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1] ?? 0), text: rest.join("\r\n\r\n") };
}

const lives = async (ask: Ask) => assert.is((await ask({ target: "/_liveness" })).status, 200);

const HOSTS: Record<string, string> = {
  "a port that is none": "x:99999",
  "a negative port": "x:-1",
  "a port of letters": "x:y",
  "two ports": "x:1:2",
  "a user": "user@x",
  "a path": "x/../y",
  "a query": "x?y",
  "a fragment": "x#y",
  "a backslash": "x\\y",
  "an escape": "%6cocalhost",
  "a blank": "a b",
  "a list": "a, b",
  "a bracket alone": "[::1",
  "an address that is none": "[::x]",
  "an address without brackets": "::1",
  "an IPv4 that is none": "127.0.0.256",
  "a scheme": "http://x",
};

const TARGETS = ["/", "/e/", "/api/projects/1/persons/", "/api//projects", "/static/array.js", "/nothing%20here"];

const hosts = suite("security: malformed Host");

for (const [name, host] of Object.entries(HOSTS)) {
  hosts(`${name}: 400, and the server lives`, async () => {
    const world = await shared();
    for (const way of ["handle", "a socket", "a socket of a parent app"]) {
      const ask = world.ways[way] as Ask;
      for (const target of TARGETS) {
        const { status } = await ask({ target, headers: { host } });
        // The parent app reads the URL for its own routes before it hands the request on, and h3 answers its own fault.
        if (way === "a socket of a parent app" && status === 500) continue;
        assert.is(status, 400, `${way} ${target}`);
      }
      await lives(ask);
    }
  });
}

hosts("of all kinds do not end the test kit's own server", async () => {
  const kit = await createTestHoglet();
  const port = Number(new URL(await kit.url()).port);
  for (const host of Object.values(HOSTS)) {
    for (const target of [...TARGETS, "/__test/events", "/a/../b", "//"]) {
      const { status } = await sendRaw(port, { target, headers: { host } });
      assert.ok(status >= 400 && status < 500, `${host} ${target}: ${status}`);
    }
  }
  await lives((asked) => sendRaw(port, asked));
  await kit.close();
});

hosts.run();

const PERSON = "/api/projects/1/persons";

/** Targets that point elsewhere once a server resolves them. */
const PATHS: Record<string, string> = {
  dots: `${PERSON}/..`,
  "dots and a slash": `${PERSON}/../`,
  "encoded dots": `${PERSON}/%2e%2e`,
  "encoded dots and a slash": `${PERSON}/%2e%2e/`,
  "dots encoded in capitals": `${PERSON}/%2E%2E/`,
  "a dot and an encoded dot": `${PERSON}/.%2e/`,
  "an encoded dot and a dot": `${PERSON}/%2e./`,
  "a single dot": `${PERSON}/./1/`,
  "a single encoded dot": `${PERSON}/%2e/1/`,
  "an encoded slash": `${PERSON}/1%2f..%2f..`,
  "an encoded slash in capitals": `${PERSON}/1%2F`,
  "an encoded backslash": `${PERSON}/..%5c..`,
  "an encoded backslash in capitals": `${PERSON}/1%5C`,
  "a backslash": `${PERSON}\\..\\..`,
  "dots at the front": `/../api/projects/1/`,
  "dots after two slashes": `//..//api/projects/1/`,
};

/** Targets that are taken literally, or name nothing. */
const ELSEWHERE: Record<string, string> = {
  "dots encoded twice": `${PERSON}/%252e%252e/`,
  "a slash encoded twice": `${PERSON}/%252f/`,
  "overlong dots": `${PERSON}/%c0%ae%c0%ae/`,
  "full-width dots": `${PERSON}/%ef%bc%8e%ef%bc%8e/`,
  "three dots": `${PERSON}/.../`,
  "dots and a parameter": `${PERSON}/..;x/`,
  "a NUL behind dots": `${PERSON}/..%00/`,
  "a broken escape": `${PERSON}/%zz/`,
  "half an escape": `${PERSON}/%e2%82/`,
  "half a surrogate pair in UTF-8": `${PERSON}/%ed%a0%80/`,
  "two slashes": `//api/projects/1/`,
  "two slashes inside": `/api/projects//1/`,
};

const paths = suite("security: malformed paths");

for (const [name, target] of Object.entries({ ...PATHS, ...ELSEWHERE })) {
  paths(`DELETE with ${name} deletes nothing`, async () => {
    const world = await shared();
    const { id } = await world.hoglet.projects.create({ name: "kept" });
    for (const [way, ask] of Object.entries(world.ways)) {
      const { status, text } = await ask({
        method: "DELETE",
        target,
        headers: { authorization: `Bearer ${world.key}` },
      });
      // The parent app resolves dots at the front, and they lead out of the path of the hoglet.
      const isOutside = way === "a socket of a parent app" && status === 404;
      if (Object.hasOwn(PATHS, name) && !isOutside) assert.is(status, 400, `${way}: ${text}`);
      assert.ok(status >= 400 && status < 500, `${way}: ${status} ${text}`);
      await lives(ask);
    }
    assert.is((await world.hoglet.projects.get(id)).name, "kept");
    assert.is((await world.hoglet.projects.get(1)).id, 1);
    assert.is((await world.hoglet.persons.list()).results.length, 1);
  });
}

paths("an absolute target is judged by its own path and host", async () => {
  const world = await shared();
  const headers = { authorization: `Bearer ${world.key}` };
  for (const way of ["handle", "a socket"]) {
    const ask = world.ways[way] as Ask;
    for (const [target, expected] of [
      [`http://localhost${PERSON}/%2e%2e`, 400],
      [`http://localhost${PERSON}/../`, 400],
      [`http://x:99999${PERSON}/`, 400],
      // Two slashes begin no host here: the path is another one.
      [`//x:99999${PERSON}/1/`, 404],
      [`http://localhost/api\\projects/1`, 400],
    ] as const) {
      const { status } = await ask({ method: "DELETE", target, headers });
      assert.is(status, expected, `${way} ${target}`);
    }
    await lives(ask);
  }
  assert.is((await world.hoglet.persons.list()).results.length, 1);
});

paths.run();

const HALF = "\\ud800";
const P = "/api/projects/1";

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

const inQuery = (path: string, name: string, value: string) => `${path}?${name}=${encodeURIComponent(value)}`;
const JSON_TYPE = { "content-type": "application/json" };

/** JSON that no store or answer can hold, at each place where JSON or a text comes in: the field that is named. */
const TEXTS: Record<string, Asked & { attr: string | null }> = {
  "half a pair in a body": { method: "POST", target: `${P}/cohorts/`, body: `{"name":"${HALF}"}`, attr: "name" },
  "half a pair in a key": { method: "POST", target: `${P}/cohorts/`, body: `{"${HALF}":1}`, attr: "\ufffd" },
  "half a pair in a field that nobody reads": {
    method: "POST",
    target: `${P}/cohorts/`,
    body: `{"name":"a","ignored":["${HALF}"]}`,
    attr: "ignored",
  },
  "half a pair in a date": {
    method: "POST",
    target: `${P}/insights/trend/`,
    body: `{"date_from":"${HALF}"}`,
    attr: "date_from",
  },
  "half a pair in paths of persons": {
    method: "POST",
    target: `${P}/persons/path/`,
    body: `{"path_start_key":"${HALF}"}`,
    attr: "path_start_key",
  },
  "half a pair in JSON inside a parameter": {
    target: inQuery(`${P}/events/`, "properties", `[{"key":"a","value":"${HALF}"}]`),
    attr: "properties",
  },
  "half a pair in the events of a trend": {
    target: inQuery(`${P}/insights/trend/`, "events", `[{"id":"${HALF}"}]`),
    attr: "events",
  },
  "101 levels in a body": {
    method: "POST",
    target: `${P}/cohorts/`,
    body: `{"groups":${nested(101)}}`,
    attr: "groups",
  },
  "101 levels in a field that nobody reads": {
    method: "POST",
    target: `${P}/cohorts/`,
    body: `{"name":"a","ignored":${nested(101)}}`,
    attr: "ignored",
  },
  "101 levels in JSON inside a parameter": {
    target: inQuery(`${P}/events/`, "properties", nested(101)),
    attr: "properties",
  },
  "101 levels in the events of a trend": {
    target: inQuery(`${P}/insights/trend/`, "events", nested(101)),
    attr: "events",
  },
  "20,000 levels in a body": {
    method: "POST",
    target: `${P}/insights/funnel/`,
    body: `{"events":${nested(20_000)}}`,
    attr: "events",
  },
};

const texts = suite("security: malformed texts");

for (const [name, { attr, ...asked }] of Object.entries(TEXTS)) {
  texts(`${name}: 400 that names the field`, async () => {
    const world = await shared();
    const headers = { authorization: `Bearer ${world.key}`, ...(asked.body !== undefined && JSON_TYPE) };
    for (const [way, ask] of Object.entries(world.ways)) {
      const { status, text } = await ask({ ...asked, headers });
      assert.is(status, 400, `${way}: ${text}`);
      assert.is((JSON.parse(text) as { attr: string }).attr, attr, `${way}: ${text}`);
    }
  });
}

const DEEP = nested(150);
const EVENT = '"event":"a","distinct_id":"u","api_key":"phc_1"';

/** Small captures with too many levels, in fields that are read and in fields that are not. */
const DEEP_CAPTURES: Record<string, [path: string, body: string]> = {
  "the properties": ["/e/", `{${EVENT},"properties":{"a":${DEEP}}}`],
  "a field that nobody reads": ["/e/", `{${EVENT},"ignored":${DEEP}}`],
  "a field of an event of a list": ["/e/", `[{${EVENT},"ignored":${DEEP}}]`],
  "a field beside the batch": ["/batch/", `{"api_key":"phc_1","batch":[{${EVENT}}],"ignored":${DEEP}}`],
  "a field of an event of a batch": ["/batch/", `{"api_key":"phc_1","batch":[{${EVENT},"ignored":${DEEP}}]}`],
  "the batch": ["/batch/", `{"api_key":"phc_1","batch":${DEEP}}`],
  "the body": ["/e/", DEEP],
  "what flags are asked with": ["/flags/", `{"token":"phc_1","distinct_id":"u","person_properties":${DEEP}}`],
};

for (const [where, [target, body]] of Object.entries(DEEP_CAPTURES)) {
  texts(`a capture with 150 levels in ${where}: 400, nothing stored`, async () => {
    const world = await shared();
    for (const [way, ask] of Object.entries(world.ways)) {
      const { status, text } = await ask({ method: "POST", target, body, headers: JSON_TYPE });
      assert.is(status, 400, `${way}: ${text}`);
    }
    assert.is((await world.hoglet.events.list()).results.length, 1);
  });
}

for (const target of ["/flags/?v=2", "/decide/?v=3", "/e/", "/batch/", "/i/v0/e/", "/s/", "/engage/"]) {
  texts(`half a pair and objects in every field of ${target} are no error of the server`, async () => {
    const world = await shared();
    const fields = [
      "token",
      "api_key",
      "distinct_id",
      "event",
      "uuid",
      "timestamp",
      "sent_at",
      "properties",
      "batch",
      "groups",
    ];
    for (const field of [...fields, "$set", "person_properties", "offset", "historical_migration"]) {
      for (const value of [`"${HALF}"`, '{"toString":1}', '{"length":1e9}', '{"__proto__":{"a":1}}', "[[]]"]) {
        const body = `{"api_key":"phc_1","event":"a","distinct_id":"u","properties":{},"${field}":${value}}`;
        const { status, text } = await (world.ways["handle"] as Ask)({ method: "POST", target, body });
        assert.ok(status < 500, `${field}: ${value}: ${status} ${text}`);
      }
    }
    await lives(world.ways["handle"] as Ask);
  });
}

texts("headers of any bytes are no error of the server", async () => {
  const world = await shared();
  for (const name of [
    "authorization",
    "content-type",
    "content-encoding",
    "accept",
    "origin",
    "user-agent",
    "cookie",
  ]) {
    for (const value of ["\u00ff\u00fe", "\u00ed\u00a0\u0080", "a".repeat(8000), '{"toString":1}', ";;,q="]) {
      for (const way of ["handle", "a socket"]) {
        const ask = world.ways[way] as Ask;
        const { status } = await ask({ method: "POST", target: "/e/", headers: { [name]: value }, body: `{${EVENT}}` });
        assert.ok(status < 500, `${way} ${name}: ${value.slice(0, 20)}: ${status}`);
      }
    }
  }
});

texts.after(async () => (await opened)?.[Symbol.asyncDispose]());
texts.run();
