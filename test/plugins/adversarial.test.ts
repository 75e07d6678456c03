import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { guardedFetch } from "../../lib/index.ts";
import type { HogletOptions } from "../../lib/index.ts";
import { guardedFetchBy } from "../../lib/plugins/run/guarded-fetch.ts";
import { LIMITS, openPluginHoglet, PUPPET } from "./run/plugin-hoglet.ts";
import type { PluginHoglet } from "./run/plugin-hoglet.ts";
import { oneIn } from "../support/rounds.ts";

// Scripts of an attacker, each on a separate event in one shared handle. After each script the host is unchanged, another
// plugin still works, and the plugin itself works again on the next event.

let world: PluginHoglet;

const redirects = createServer((_, response) => {
  response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
});

async function open(options?: HogletOptions): Promise<void> {
  await new Promise<void>((resolve) => redirects.listen(0, "127.0.0.1", resolve));
  const strict = guardedFetch({ allow: ["*"] });
  const loose = guardedFetchBy({ allow: ["outer.test"], allowPrivate: true }, async () => ["127.0.0.1"]);
  world = await openPluginHoglet({
    pluginFetch: (url, init) => (url.includes("//outer.test") ? loose : strict)(url, init),
    ...options,
  });
  await world.add("puppet", PUPPET);
  await world.add(
    "bystander",
    `exports.processEvent = (e) => { e.properties.polluted = typeof ({}).polluted; return e }`,
  );
}

async function close(): Promise<void> {
  await world.close();
  redirects.close();
}

/** Host, bystander and the plugin itself are as they were. */
async function expectUnharmed(): Promise<void> {
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
  assert.equal(JSON.parse(JSON.stringify({ a: [1] })), { a: [1] });
  // Whatever rest it was sent to is over by then.
  await world.pass(700_000);
  const check = () => world.send("check", { code: `e.properties.sane = ({}).polluted === undefined; return e` });
  let event = await check();
  // On a busy machine an event does not wait until the plugin has come back from its pause.
  while (!String(event?.properties["$plugins_succeeded"]).includes("puppet")) event = await check();
  assert.equal(event?.properties["$plugins_succeeded"], ["puppet (1)", "bystander (2)"]);
  assert.is(event?.properties["sane"], true);
  assert.is(event?.properties["polluted"], "undefined");
}

/** A new sandbox for the plugin, after a script that spoilt its own world. */
async function renew(): Promise<void> {
  await world.hoglet.pluginConfigs.update(1, { config: {} });
}

const escapes = suite("a plugin cannot get out of its sandbox");
escapes.before(() => open());
escapes.after(close);

/** Expressions, with the text of their result or the name of their error. */
const PROBES: Record<string, [expression: string, expected: RegExp]> = {
  "by the constructor of a function": [`(() => {}).constructor("return typeof process")()`, /^undefined$/],
  "by the constructor of an async function": [
    `await (async () => {}).constructor("return typeof require")()`,
    /^undefined$/,
  ],
  "by the constructor of a generator": [
    `(function* () {}).constructor("yield typeof process")().next().value`,
    /^undefined$/,
  ],
  "by the constructor of a formatter that the host answers for": [
    `new Intl.NumberFormat("en").format.constructor("return typeof process + typeof require")()`,
    /^undefinedundefined$/,
  ],
  "by a class of Intl that nobody offers": [
    `Object.keys(Intl).includes("constructor") + typeof Intl.Locale`,
    /^falseundefined$/,
  ],
  "by options of a formatter that pollute": [
    `new Intl.NumberFormat("en", JSON.parse('{"__proto__":{"polluted":1}}')).format(1) + typeof ({}).polluted`,
    /^1undefined$/,
  ],
  "by the parts of a URL that pollute": [
    `Object.keys(require("url").parse("http://a/?__proto__[polluted]=1&constructor=2", true).query).length + typeof ({}).polluted`,
    /^2undefined$/,
  ],
  "by a host function's constructor": [
    `meta.storage.get.constructor("return typeof process + typeof module")()`,
    /^undefinedundefined$/,
  ],
  "by the constructor of what a host function gave": [
    `(await meta.storage.get("x", {})).constructor.constructor("return typeof process")()`,
    /^undefined$/,
  ],
  "by the constructor of an error of the host": [
    `await meta.cache.lpush("l", "x"), await meta.cache.incr("l").catch((error) => error.constructor.constructor("return typeof process")())`,
    /^undefined$/,
  ],
  "by the prototype chain of the console": [
    `Object.getPrototypeOf(console).constructor.constructor("return typeof process")()`,
    /^undefined$/,
  ],
  "by indirect eval": [
    `(0, eval)("typeof process + typeof require + typeof globalThis.process")`,
    /^undefinedundefinedundefined$/,
  ],
  "by globals of Node": [
    `[typeof process, typeof setTimeout, typeof setImmediate, typeof Worker, typeof WebAssembly, typeof navigator, typeof Deno].join()`,
    /^(undefined,?){7}$/,
  ],
  "by globals of QuickJS's shell": [
    `[typeof std, typeof os, typeof scriptArgs, typeof print, typeof loadScript].join()`,
    /^(undefined,?){5}$/,
  ],
  "by requiring fs": [`require("fs").readFileSync("/etc/passwd")`, /^threw Error: Cannot import "fs"/],
  "by requiring node:child_process": [`require("node:child_process").execSync("id")`, /^threw Error: Cannot import/],
  "by requiring a file": [`require("../guest/main.ts")`, /^threw Error: Cannot import/],
  "by requiring names of every object": [
    `["constructor", "__proto__", "toString", "hasOwnProperty"].map((name) => { try { return typeof require(name) } catch { return "refused" } }).join()`,
    /^(refused,?){4}$/,
  ],
  "by requiring an object that changes its name": [
    `require({ n: 0, toString() { return this.n++ ? "fs" : "url" } })`,
    /^threw Error: Cannot import|^\[object/,
  ],
  "by importing fs": [`await import("fs")`, /^threw /],
  "by importing a URL": [`await import("data:text/javascript,export default 1")`, /^threw /],
  "by the stack of an error": [
    `/work|node_modules|worker|prelude/.test(String(new Error().stack)) ? new Error().stack : "nothing"`,
    /^nothing$|<input>/,
  ],
  "by its callers": [
    `(function f() { try { return String(f.caller) + String(arguments.callee.caller) } catch (error) { return "refused" } })()`,
    /^(refused|nullnull|undefinedundefined)$/,
  ],
  "by prepareStackTrace": [
    `(Error.prepareStackTrace = (_, frames) => frames, typeof new Error().stack?.[0]?.getThis)`,
    /^undefined$/,
  ],
  "by the functions of the host behind the guest": [
    `["host", "bridge", "answer", "ask", "tell", "__declared"].map((name) => typeof globalThis[name]).join()`,
    /^(undefined,?){6}$/,
  ],
  "by questions that nobody asks for it": [
    `Object.keys(globalThis).filter((name) => /ask|host|bridge/i.test(name)).join() || "none"`,
    /^none$/,
  ],
  "by storage keys that are names of every object": [
    `await meta.storage.set("__proto__", { polluted: 1 }), JSON.stringify([({}).polluted, await meta.storage.get("__proto__"), await meta.storage.get("constructor", "none")])`,
    /^\[null,\{"polluted":1\},"none"\]$/,
  ],
  "by SQL in a key": [
    `await meta.storage.set("x'; DROP TABLE events; --", 1), await meta.storage.get("x'; DROP TABLE events; --")`,
    /^1$/,
  ],
  "by posthog.api on the paths of capture": [
    `await posthog.api.post("/api/../e/", { data: {} })`,
    /^threw TypeError: posthog.api reaches/,
  ],
  "by posthog.api on other plugins": [
    `(await posthog.api.post("/api/organizations/@current/plugins/", { data: {} })).status`,
    /^403$/,
  ],
  "by posthog.api on keys": [`(await posthog.api.get("/api/personal_api_keys/")).status`, /^403$/],
  "by a request for random bytes without end": [`require("crypto").randomBytes(1e9).length <= 65536`, /^true$/],
  "by a bomb for zlib": [
    `require("zlib").gunzipSync(Buffer.from("${gzipSync(Buffer.alloc(32 * 1024 * 1024)).toString("base64")}", "base64")).length`,
    /^threw /,
  ],
  "by nonsense for the host's languages": [
    `new Date(0).toLocaleString("no such language!", { timeZone: "Nowhere/Here" })`,
    /^threw RangeError/,
  ],
  "by an event without a name": [
    `posthog.capture("", { distinct_id: { toString: () => { throw 1 } } }).then(() => "taken")`,
    /^taken$/,
  ],
};

const escapesBy = oneIn(12, escapes);

for (const [way, [expression, expected]] of Object.entries(PROBES)) {
  escapesBy(way, async () => {
    const code = `const probe = async () => (${expression}); try { e.properties.value = String(await probe()) } catch (error) { e.properties.value = "threw " + error?.name + ": " + error?.message } delete e.properties.code; return e`;
    const event = await world.send("probe", { code });
    assert.match(String(event?.properties["value"]), expected);
    await expectUnharmed();
  });
}

escapes.run();

const fetches = suite("a plugin cannot reach what is not public");
fetches.before(() => open());
fetches.after(close);

for (const url of [
  "http://127.0.0.1:8010/api/projects/",
  "http://localhost/",
  "http://[::1]/",
  "http://2130706433/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://192.168.0.1/",
  "http://[::ffff:7f00:1]/",
  "http://0.0.0.0/",
  "redirect",
  "file:///etc/passwd",
]) {
  fetches(`by fetch of ${url}`, async () => {
    const target = url === "redirect" ? `http://outer.test:${(redirects.address() as AddressInfo).port}/` : url;
    const code = `try { const r = await fetch("${target}"); e.properties.value = "reached " + r.status } catch (error) { e.properties.value = error.name + ": " + error.message } return e`;
    const event = await world.send("probe", { code });
    assert.match(String(event?.properties["value"]), /^FetchError: .*(not public|not allowed)|^TypeError: Only HTTP/);
  });
}

fetches.run();

const spoils = suite("a plugin that spoils its own world harms nobody else");
const spoilsBy = oneIn(8, spoils);
// Some take all promises away: then the clock alone ends a call.
spoils.before(() => open({ pluginLimits: { ...LIMITS, wallMs: 3000 } }));
spoils.after(close);

for (const [what, code] of Object.entries({
  "the prototype of objects": `Object.prototype.polluted = 1; Object.prototype.properties = { x: 1 }; return e`,
  "toJSON of every object": `Object.prototype.toJSON = () => undefined; return e`,
  "toJSON that gives nonsense": `Object.prototype.toJSON = () => "[]]"; return e`,
  JSON: `JSON.stringify = () => "}{"; JSON.parse = () => null; globalThis.JSON = null; return e`,
  promises: `Promise.prototype.then = () => {}; globalThis.Promise = null; return e`,
  "lists and maps": `Array.prototype.map = null; Array.prototype[Symbol.iterator] = null; Map.prototype.get = () => { throw 1 }; return e`,
  "an accessor on every object": `Object.defineProperty(Object.prototype, "value", { get() { throw new Error("trap") }, set() {} }); return e`,
  "its own globals": `for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name] } catch {} } return e`,
})) {
  spoilsBy(what, async () => {
    assert.is((await world.send("probe", { code }))?.event, "probe");
    await renew();
    await expectUnharmed();
  });
}

for (const [what, code, expected] of [
  ["a circle", `e.properties.self = e; return e`, /TypeError|circular/i],
  ["a BigInt", `e.properties.n = 1n; return e`, /TypeError|BigInt/i],
  ["a toJSON that throws", `return { toJSON() { throw new Error("trap") } }`, /trap/],
  [
    "a proxy",
    `return new Proxy(e, { ownKeys() { throw new Error("trap") }, get() { throw new Error("trap") } })`,
    /trap/,
  ],
  ["properties of many megabytes", `e.properties.big = "x".repeat(4e6); return e`, /2000000 are allowed/],
  ["a throw of null", `throw null`, /null/],
  ["a throw of what cannot be shown", `throw { get name() { throw 1 }, get message() { throw 2 } }`, /cannot be shown/],
  ["a throw of a symbol", `throw Symbol("x")`, /Symbol|cannot be shown/],
  ["a key of a megabyte", `await meta.storage.set("k".repeat(1e6), 1); return e`, /8192 characters/],
] as const) {
  spoilsBy(`an answer with ${what}`, async () => {
    const event = await world.send("probe", { code });
    assert.equal([event?.event, event?.properties["$plugins_failed"]], ["probe", ["puppet (1)"]]);
    assert.match((await world.logs(1)).join("\n"), expected);
    await expectUnharmed();
  });
}

spoils.run();

const floods = suite("a plugin that takes too much is stopped");
floods.before(() => open());
floods.after(close);
const floodsBy = oneIn(9, floods);

for (const [what, code, reason] of [
  ["an endless loop", `for (;;);`, /computed for more than 250 ms/],
  ["an endless for-of", `for (const _ of (function* () { for (;;) yield 1 })());`, /computed for more/],
  ["a loop that waits for nothing", `for (;;) await null;`, /computed for more/],
  ["a chain of promises", `const turn = () => Promise.resolve().then(turn); await turn();`, /computed for more/],
  [
    "a regular expression that backtracks",
    `/^(a+)+$/.test("a".repeat(60) + "b");`,
    /computed for more|could not be interrupted/,
  ],
  ["a comparison without end", `[3, 2, 1].sort(() => { for (;;); });`, /computed for more/],
  [
    "a getter without end in its answer",
    `return { ...e, get properties() { for (;;); }, toJSON() { for (;;); } };`,
    /computed for more/,
  ],
  ["a throw whose message never ends", `throw { name: "x", get message() { for (;;); } };`, /computed for more/],
  ["catching its own interruption", `for (;;) { try { for (;;); } catch {} }`, /computed for more/],
  [
    "lists without end",
    `const all = []; for (;;) all.push(new Array(1000).fill(all.length));`,
    /memory|computed for more/,
  ],
  [
    "a text that doubles",
    `let text = "x"; for (;;) text += text;`,
    /memory|computed for more|string too long|InternalError|RangeError/,
  ],
  ["a typed array of gigabytes", `new Uint8Array(3e9).fill(1);`, /memory|InternalError|RangeError/],
  ["a buffer of gigabytes", `Buffer.alloc(2e9);`, /memory|InternalError|RangeError|ERR_/],
  ["recursion without end", `const f = () => f() + 1; f();`, /stack|InternalError|RangeError/],
  ["deep JSON", `JSON.parse("[".repeat(1e6));`, /stack|InternalError|SyntaxError|RangeError/],
  ["a flood of log lines", `for (;;) console.log("x".repeat(1000));`, /logged more than/],
  ["a flood of questions", `for (;;) meta.storage.get("x");`, /waits for more than|computed for more/],
  [
    "a flood of events",
    `for (let n = 0; n < 1e6; n++) posthog.capture("flood " + n);`,
    /waits for more than|computed for more/,
  ],
] as const) {
  floodsBy(what, async () => {
    const event = await world.send("probe", { code });
    assert.equal([event?.event, event?.properties["$plugins_failed"]], ["probe", ["puppet (1)"]]);
    assert.is(event?.properties["polluted"], "undefined");
    assert.match((await world.logs(1)).join("\n"), reason);
    await expectUnharmed();
  });
}

floods.run();

const hangs = suite("a plugin that never comes back is stopped");
hangs.before(() => open({ pluginLimits: { wallMs: 3000 } }));
hangs.after(close);

hangs("by the clock, since it computes nothing", async () => {
  const event = await world.send("probe", { code: `await new Promise(() => {});` });
  assert.equal([event?.event, event?.properties["$plugins_failed"]], ["probe", ["puppet (1)"]]);
  assert.match((await world.logs(1)).join("\n"), /was not done after 3000 ms/);
  await expectUnharmed();
});

hangs("while others go on: captures of another project are not held up", async () => {
  const other = await world.hoglet.projects.create({ name: "other" });
  let isStuck = true;
  const stuck = world.hoglet
    .capture({ event: "stuck", distinct_id: "u", properties: { code: `await new Promise(() => {})` } })
    .then(() => (isStuck = false));
  for (let n = 0; n < 20; n++) await world.hoglet.capture({ event: "free", distinct_id: "u" }, { project: other.id });
  assert.is(isStuck, true);
  await stuck;
  await expectUnharmed();
});

hangs.run();
