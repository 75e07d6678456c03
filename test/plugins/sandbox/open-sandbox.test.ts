import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { UnloadableError } from "../../../lib/plugins/sandbox/open-sandbox.ts";
import { runPlugin, startPlugin } from "./run-plugin.ts";
import { oneIn, whenAll } from "../../support/rounds.ts";

const loads = suite("openSandbox loads");

for (const [form, source] of Object.entries({
  "exports.x": `exports.processEvent = (e) => ({ ...e, seen: 1 })`,
  "exports reassigned": `exports = { processEvent: (e) => ({ ...e, seen: 1 }) }`,
  "module.exports.x": `module.exports.processEvent = (e) => ({ ...e, seen: 1 })`,
  "module.exports": `module.exports = { processEvent: (e) => ({ ...e, seen: 1 }) }`,
  "export function": `export async function processEvent(e) { return { ...e, seen: 1 } }`,
  "export default": `export default { processEvent: (e) => ({ ...e, seen: 1 }) }`,
  "no export at all": `function processEvent(e) { return { ...e, seen: 1 } }`,
  "undeclared variables, in sloppy mode": `"use strict"; more = { seen: 1 }; exports.processEvent = (e) => ({ ...e, ...more })`,
  "processEventBatch alone": `export const processEventBatch = ([e]) => [{ ...e, seen: 1 }]`,
})) {
  loads(`a plugin in the form: ${form}`, async () => {
    const { outcomes } = await runPlugin(source, [{ event: "a" }], { fileName: "index.js" });
    assert.equal(outcomes, [{ event: "a", seen: 1 }]);
  });
}

loads("types of modules that do not exist, but refuses values of them by name", async () => {
  const source = `import type { A } from "nowhere"; import { B } from "nowhere-either"; export const processEvent = (e: A): B => e`;
  assert.equal((await runPlugin(source, [{ event: "a" }])).outcomes, [{ event: "a" }]);
  try {
    await startPlugin(`import S3 from "aws-sdk"; export const setupPlugin = () => new S3()`);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, UnloadableError);
    assert.match((error as Error).message, /Cannot import "aws-sdk"/);
  }
});

loads("a provided module as one and the same, however it is imported", async () => {
  const source = `
    import fetchDefault from "node-fetch"; import * as fetchAll from "node-fetch"; import url, { URL as Named } from "url";
    const required = require("node-fetch");
    export const processEvent = () => [fetchDefault === fetch, fetchAll === fetch, required === fetch, Named === URL, url.URL === URL]`;
  assert.equal((await runPlugin(source, [{}])).outcomes, [[true, true, true, true, true]]);
});

loads("what the plugin can do, leaving out what is no hook", async () => {
  const { sandbox } = await startPlugin(`
    export function setupPlugin() {} export function onEvent() {} export function runEveryMinute() {}
    export const runEveryHour = false; export function helper() {}
    export const jobs = { send() {}, not: 1 }; export const metrics = { total: "sum", wrong: "avg" }`);
  assert.equal(sandbox.capabilities, {
    methods: ["setupPlugin", "onEvent"],
    scheduled_tasks: ["runEveryMinute"],
    jobs: ["send"],
    metrics: { total: "sum" },
  });
  await sandbox.close();
});

loads.run();

const runs = suite("openSandbox runs");

const digest = (value: string | Buffer) => createHash("md5").update(value).digest("hex");

/** A plugin that returns the result of this code for each event. */
const asking = (source: string) => `
  import { createHash } from "crypto";
  const digest = (value) => createHash("md5").update(value).digest("hex");
  export const processEvent = (e, { attachments }) => (${source})`;

runs("events in turn, each with its own outcome", async () => {
  const source = `export function processEvent(event) {
    if (event.event === "drop") return null;
    if (event.event === "forget") return;
    if (event.event === "text") throw "no error";
    if (event.event === "odd") throw null;
    if (event.event === "fail") throw new TypeError("why not");
    return event;
  }`;
  const events = ["keep", "drop", "forget", "text", "odd", "fail", "keep"].map((event) => ({ event }));
  const { outcomes } = await runPlugin(source, events);
  const { stack, ...fail } = outcomes[5] as Record<string, unknown>;
  assert.match(String(stack), "processEvent");
  assert.equal(outcomes.toSpliced(5, 1, fail), [
    { event: "keep" },
    "nothing",
    "nothing",
    { name: null, message: "no error" },
    { name: null, message: "null" },
    { name: "TypeError", message: "why not" },
    { event: "keep" },
  ]);
});

runs("with the order of keys kept, and what is undefined gone", async () => {
  const { outcomes } = await runPlugin(
    `export const processEvent = (e) => ({ ...e, text: JSON.stringify(e), gone: undefined })`,
    [{ z: 1, a: { y: 1, b: 2 } }],
  );
  assert.is((outcomes[0] as { text: string }).text, `{"z":1,"a":{"y":1,"b":2}}`);
  assert.equal(Object.keys(outcomes[0] as object), ["z", "a", "text"]);
});

runs("with storage that keeps the order of calls nobody waited for", async () => {
  const store = new Map<string, string>();
  const services = {
    "storage.get": (key: string) => ({ value: store.get(key) ?? null }),
    "storage.set": ({ key, value }: { key: string; value: string }) => void store.set(key, value),
    "storage.delete": (key: string) => void store.delete(key),
  };
  const source = `export async function processEvent(event, { storage }) {
    const count = await storage.get("count", 0);
    storage.set("count", count + 1);
    storage.set(7, null);
    return { count, nothing: await storage.get(7, "default"), missing: await storage.get("x", "default") };
  }`;
  const { outcomes } = await runPlugin(source, [{}, {}, {}], { services });
  assert.equal(
    outcomes,
    [0, 1, 2].map((count) => ({ count, nothing: null, missing: "default" })),
  );
});

runs("with console lines as texts, lists and objects as JSON", async () => {
  const source = `export const processEvent = (e) => { console.log("a ", [1, { b: 2 }], new Date(0).toISOString(), null, undefined); console.warn(1n); return e }`;
  assert.equal((await runPlugin(source, [{}])).told, [
    `LOG a  [1,{"b":2}] 1970-01-01T00:00:00.000Z null undefined`,
    "WARN 1",
  ]);
});

runs("with the URL, hashes, Buffer, zlib and languages of the host", async () => {
  const source = `import { createHash, createHmac, randomUUID, randomBytes } from "crypto"; import { gzipSync, gunzipSync } from "zlib";
  export function processEvent() {
    const url = new URL("../c?x=1&x=2#h", "https://me:pw@example.com:8080/a/b/");
    url.searchParams.append("ü", "ä b"); url.searchParams.delete("x", "1"); url.hash = ""; url.port = "443";
    let wrong; try { new URL("no url") } catch (error) { wrong = error.name }
    return {
      href: url.href, host: url.host, user: url.username, pairs: [...url.searchParams], text: String(new URLSearchParams({ a: "1 2" })), wrong,
      sha1: createHash("sha1").update("abc").digest("hex"), hmac: createHmac("sha256", "key").update("a").update("b").digest("base64"),
      uuid: randomUUID().length, bytes: randomBytes(5).length,
      base64: Buffer.from("hello").toString("base64"), parsed: JSON.parse(Buffer.from('{"a":1}')), gzip: gunzipSync(gzipSync("text")).toString(),
      day: new Date(86400000).toLocaleDateString("en-GB"), hour: new Date(0).getHours(), number: (1234.5).toLocaleString("de-DE"),
    };
  }`;
  assert.equal((await runPlugin(source, [{}])).outcomes, [
    {
      href: "https://me:pw@example.com/a/c?x=2&%C3%BC=%C3%A4+b",
      host: "example.com",
      user: "me",
      pairs: [
        ["x", "2"],
        ["ü", "ä b"],
      ],
      text: "a=1+2",
      wrong: "TypeError",
      sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
      hmac: "XBwMlIy+9a19GR5G5ZAfoDlfhfaU+kYz9mWhpjcBe2U=",
      uuid: 36,
      bytes: 5,
      base64: "aGVsbG8=",
      parsed: { a: 1 },
      gzip: "text",
      day: "02/01/1970",
      hour: 0,
      number: "1.234,5",
    },
  ]);
});

whenAll(runs)("with long texts and bytes as Node has them, and in no more time than a plugin has", async () => {
  const texts = ["ascii ".repeat(1000), "né €𝄞\ud800".repeat(1001), '\0\u2028\ufeff"'.repeat(3000)];
  const encodings: BufferEncoding[] = ["utf8", "utf16le", "latin1", "ascii", "base64", "base64url", "hex"];
  const given = texts.flatMap((text) => [
    text,
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("hex"),
  ]);
  const each = asking(`e.given.map((text) => e.encodings.map((encoding) => {
    const bytes = Buffer.from(text, encoding);
    return [digest(bytes), bytes.length, Buffer.isBuffer(bytes), digest(bytes.toString(encoding)), digest(bytes.toString(encoding, 3, 2999))]; }))`);
  const expected = given.map((text) =>
    encodings.map((encoding) => {
      const bytes = Buffer.from(text, encoding);
      const ends = [bytes.toString(encoding), bytes.toString(encoding, 3, 2999)].map(digest);
      return [digest(bytes), bytes.length, true, ...ends];
    }),
  );
  assert.equal((await runPlugin(each, [{ given, encodings }], { limits: { cpuMs: 20_000 } })).outcomes, [expected]);
  const contents = Buffer.from("né ".repeat(250_000)).toString("base64");
  const file = { content_type: "text/plain", file_name: "a.txt", contents };
  const long = asking(`[attachments.file.contents.length, String(attachments.file.contents).length]`);
  assert.equal((await runPlugin(long, [{}], { attachments: { file } })).outcomes, [[1_000_000, 750_000]]);
});

runs("with fetch in the form of node-fetch 2, failures by name", async () => {
  const reply = {
    status: 201,
    statusText: "Created",
    url: "https://a.b/",
    headers: [["X-A", "1"]],
    body: "eyJvayI6dHJ1ZX0=",
  };
  const source = `export async function processEvent(e, { geoip }) {
    let failed; try { await posthog.api.get("/api/projects/") } catch (error) { failed = [error.name, error.message] }
    const response = await fetch("https://a.b/", { method: "post", body: JSON.stringify({ a: 1 }), headers: { "Content-Type": "application/json" } });
    return [response.status, response.ok, response.headers.get("x-a"), await response.json(), failed, await geoip.locate("1.2.3.4")];
  }`;
  const services = { fetch: () => reply, "geoip.locate": () => null };
  const { outcomes, asked } = await runPlugin(source, [{}], { services });
  assert.equal(outcomes, [[201, true, "1", { ok: true }, ["FetchError", "no posthog.api"], null]]);
  assert.equal(asked.find(([name]) => name === "fetch")?.[1], {
    url: "https://a.b/",
    method: "POST",
    headers: [["content-type", "application/json"]],
    body: Buffer.from(`{"a":1}`).toString("base64"),
    redirect: "follow",
    timeoutMs: 0,
  });
});

runs("and does not count as computing that it waits for an answer, however long", async () => {
  // Enough turns for the engine to look at the limit.
  const source = `export async function processEvent(e, { storage }) {
    await storage.get("x");
    for (let n = 0; n < 200_000; n++);
    return e;
  }`;
  const services = { "storage.get": () => new Promise((resolve) => setTimeout(resolve, 400, { value: null })) };
  const { outcomes } = await runPlugin(source, [{ event: "a" }], { limits: { cpuMs: 300 }, services });
  assert.equal(outcomes, [{ event: "a" }]);
});

runs("hooks and jobs by name, with config, attachments and a global of its own", async () => {
  const { sandbox } = await startPlugin(
    `export function setupPlugin({ global, config, attachments }) { global.set = new Set([config.word, JSON.parse(attachments.file.contents).a]) }
     export const jobs = { tell: (payload, { global }) => [...global.set, payload.n] }
     export const runEveryMinute = async (meta) => { await meta.jobs.tell({ n: 1 }).runIn(2, "minutes"); await meta.jobs.tell({}).runIn(1, "eon") }`,
    {
      config: { word: "w" },
      attachments: { file: { content_type: "application/json", file_name: "a.json", contents: "eyJhIjoxfQ==" } },
      services: {
        "jobs.start": (input: unknown) => assert.equal(input, { name: "tell", payload: { n: 1 }, inMs: 120_000 }),
      },
    },
  );
  assert.equal(await sandbox.call("setupPlugin", []), { kind: "nothing" });
  assert.equal(await sandbox.call("job tell", [{ n: 2 }]), { kind: "value", text: `["w",1,2]` });
  const minute = await sandbox.call("runEveryMinute", []);
  assert.match(minute?.kind === "error" ? minute.thrown.message : "", "Invalid time unit: eon");
  const none = await sandbox.call("job none", [{}]);
  assert.match(none?.kind === "error" ? none.thrown.message : "", "has no job none");
  assert.is(sandbox.brokenBy, null);
  await sandbox.close();
});

runs.run();

const stops = suite("openSandbox stops");

const EVENTS = [{ event: "a" }, { event: "bad" }, { event: "c" }];
const WAITS = "await new Promise(() => {})";

const isStopped = oneIn(6, stops);

for (const [attack, [statement, reason]] of Object.entries({
  "an endless loop": ["while (true);", /computed for more than 300 ms/],
  "an endless loop after a promise": ["await null; for (;;);", /computed for more than 300 ms/],
  "an endless chain of promises": [
    "const f = () => Promise.resolve().then(f); await f()",
    /computed for more than 300 ms/,
  ],
  "a catastrophic regular expression": [`/^(a+)+$/.test("a".repeat(60) + "b")`, /computed for more than 300 ms/],
  "a promise that is never kept": [WAITS, /not done after 500 ms/],
  "a flood of log lines": [`for (;;) console.log("x".repeat(1000))`, /logged more than/],
  "a flood of questions": [`for (;;) storage.get("x")`, /waits for more than/],
} satisfies Record<string, [string, RegExp]>)) {
  isStopped(
    `${attack}: the event at fault has an error, those before it their outcome, those after it none`,
    async () => {
      const source = `export async function processEvent(event, { storage }) { if (event.event === "bad") { ${statement} } return event }`;
      // Only waiting ends by the clock: on a busy machine 300 ms of computing take any time.
      const wallMs = statement === WAITS ? 500 : 30_000;
      // The chain of promises takes about 64 MB in that time: its memory must not end first.
      const limits = { cpuMs: 300, wallMs, openAsks: 50, memoryBytes: 512 * 1024 * 1024 };
      const { outcomes } = await runPlugin(source, EVENTS, { limits });
      assert.equal(outcomes[0], { event: "a" });
      const { name, message } = outcomes[1] as { name: string; message: string };
      assert.is(name, "LimitError");
      assert.match(message, reason, message);
      assert.is(outcomes[2], null);
    },
  );
}

for (const [attack, statement] of Object.entries({
  "endless recursion": "const f = () => f() + 1; f()",
  "a text that doubles": `let text = "x"; for (;;) text += text`,
  "a list without end": `const list = []; for (;;) list.push(new Array(100_000).fill(list.length))`,
})) {
  isStopped(`${attack}: an error, and the host lives`, async () => {
    const source = `export async function processEvent(event) { if (event.event === "bad") { ${statement} } return event }`;
    const { outcomes } = await runPlugin(source, EVENTS);
    // The results of a killed thread are lost: null = the event runs again.
    if (outcomes[0] !== null) assert.equal(outcomes[0], { event: "a" });
    assert.type((outcomes[1] as { message: string }).message, "string");
  });
}

for (const [name, code] of Object.entries({
  "a plugin that is stuck while it is loaded": "for (;;);",
  "a plugin that is stuck in the engine's own code while it is loaded": `"a".repeat(3e6).indexOf("a".repeat(15e5) + "b")`,
})) {
  isStopped(name, async () => {
    try {
      await startPlugin(code, { limits: { cpuMs: 300 } });
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, /computed for more than 300 ms/);
    }
  });
}

stops.run();
