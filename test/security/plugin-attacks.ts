/** An attacker's script, run by a plugin on a separate event, and its required end. */
export interface Attack {
  /** The script may use `e`, `meta` and `require`. */
  code: string;
  /** In the log of the plugin: it was stopped, or the hook failed, over this. */
  stopped?: RegExp;
  /** In `e.properties.value`: the plugin itself was told. */
  refused?: RegExp;
}

/** Runs a statement without end, or until it throws, and reports that. */
const until = (work: string): string =>
  `try { for (;;) { ${work} } } catch (error) { e.properties.value = error.name + ": " + error.message; delete e.properties.code; return e }`;

const once = (work: string): string =>
  `try { e.properties.value = "done: " + (${work}) } catch (error) { e.properties.value = error.name + ": " + error.message } delete e.properties.code; return e`;

const STOPPED =
  /computed for more|was not done|took more than|waits for more|requests? ha(?:s|ve) more|answers .* have more|memory/;
const LIMITED = /computed for more than 250 ms|needed more than 33554432 bytes of memory/;
const NO_MEMORY = /out of memory|memory|RangeError|InternalError|string too long|invalid array/i;
const NO_ROOM = /may keep \d+ bytes/;

/** Limits under which an attack without end is stopped: small, so that each ends soon. */
export const ATTACK_LIMITS = { cpuMs: 250, wallMs: 5000, memoryBytes: 32 * 1024 * 1024, keptBytes: 1024 * 1024 };
/** For those that something else ends: under coverage on a busy machine, 3 MB of text cost more than 250 ms. */
export const PATIENT_LIMITS = { ...ATTACK_LIMITS, cpuMs: 5000, wallMs: 60_000 };

/** Variants of what a review found, by name. */
export const ATTACKS: Record<string, Attack> = {
  // Asks that cost the host.
  "3,000 reads of a long list": {
    code: `await meta.cache.lpush("l", Array.from({ length: 4000 }, () => "x".repeat(100))); await Promise.all(Array.from({ length: 3000 }, () => meta.cache.lrange("l", 0, -1))); return e`,
    stopped: STOPPED,
  },
  "reads of a long list, one after the other, for ever": {
    code: `await meta.cache.lpush("l", Array.from({ length: 4000 }, () => "x".repeat(100))); for (;;) await meta.cache.lrange("l", 0, -1)`,
    stopped: STOPPED,
  },
  "reads of a value of 300 kB that nobody waits for": {
    code: `await meta.storage.set("k", "x".repeat(3e5)); for (;;) meta.storage.get("k")`,
    stopped: STOPPED,
  },
  "reads of a value of 300 kB for ever": {
    code: `await meta.storage.set("k", "x".repeat(3e5)); for (;;) await meta.storage.get("k")`,
    stopped: STOPPED,
  },
  "increments for ever": { code: `for (;;) await meta.cache.incr("n")`, stopped: STOPPED },
  "cursors for ever": { code: `for (;;) await meta.utils.cursor.increment("n")`, stopped: STOPPED },
  "removals from a list for ever": {
    code: `await meta.cache.lpush("r", Array.from({ length: 5000 }, String)); for (;;) await meta.cache.lrem("r", 0, "none")`,
    stopped: STOPPED,
  },
  "places for ever": { code: `for (;;) await meta.geoip.locate("1.2.3.4")`, stopped: STOPPED },
  "requests that fail for ever": { code: `for (;;) await fetch("http://x.test/").catch(() => 0)`, stopped: STOPPED },
  "requests of 12 MB that nobody waits for": {
    code: `const body = "x".repeat(3e6); for (;;) fetch("http://x.test/", { method: "POST", body }).catch(() => 0)`,
    stopped: STOPPED,
  },
  "the API for ever": { code: `for (;;) await posthog.api.get("/api/projects/@current/persons/")`, stopped: STOPPED },
  "timers that nobody waits for": {
    code: `const { createBuffer } = require("@posthog/plugin-contrib"); for (;;) createBuffer({ limit: 10, timeoutSeconds: 1e6 }).add({})`,
    stopped: STOPPED,
  },
  "a question with a million values": {
    code: `await meta.cache.lpush("l", new Array(1e6).fill("")); return e`,
    stopped: /more than 100000 values|memory|computed for more/,
  },
  "an event with a million values": {
    code: `posthog.capture("x", { list: new Array(1e6).fill(0) }); return e`,
    stopped: /more than 100000 values|memory|computed for more/,
  },
  "an answer with a million values": {
    code: `e.properties.list = new Array(9e5).fill(0); return e`,
    stopped: /more than 100000 values|computed for more/,
  },
  "a job with a million values": {
    code: `await meta.jobs.x({ list: new Array(9e5).fill(0) }).runNow(); return e`,
    stopped: /more than 100000 values|computed for more/,
  },
  "metrics for ever": { code: `for (;;) meta.metrics.clicks.increment(1)`, stopped: /logged more than/ },
  "empty lines for ever": { code: `for (;;) console.log("")`, stopped: /logged more than/ },
  "a throw of 10 MB": {
    code: `throw new Error("x".repeat(1e7))`,
    stopped: /failed on an event: Error: x{1000}|computed for more|was not done/,
  },
  "a list with more items than an answer may have": {
    code: `for (let n = 0; n < 11; n++) await meta.cache.lpush("many", new Array(1000).fill("")); return e`,
    stopped: /may keep \d+ bytes|computed for more|took more than|was not done|memory/,
  },
  "an event of 3 MB": {
    code: once(`await posthog.capture("x", { text: "x".repeat(3e6) })`),
    refused: /1000000 characters/,
  },
  "jobs at the end of time": { code: once(`await meta.jobs.x({}).runIn(1e12, "years")`), refused: /done/ },
  "a deep question": {
    code: `let deep = {}; for (let n = 0; n < 1e4; n++) deep = { deep }; ${once(`await posthog.capture("x", { deep })`)}`,
    refused: /done|Error/,
  },
  "an address of a megabyte": { code: once(`await meta.geoip.locate("1".repeat(1e6))`), refused: /done: null/ },

  // Memory, of every kind.
  "typed arrays that are kept": {
    code: `const all = []; ${until(`all.push(new Uint8Array(5e6))`)}`,
    refused: NO_MEMORY,
  },
  "array buffers that are kept": {
    code: `const all = []; ${until(`all.push(new ArrayBuffer(4e6))`)}`,
    refused: NO_MEMORY,
  },
  "buffers that grow": {
    code: `const all = []; ${until(`all.push(Buffer.alloc(3e6, 1))`)}`,
    stopped: LIMITED,
  },
  "texts that are kept": {
    code: `const all = []; let n = 0; ${until(`all.push("x".repeat(2e6) + n++)`)}`,
    refused: NO_MEMORY,
  },
  "a text that doubles": {
    code: `let text = "xy"; ${until(`text += text; text.charCodeAt(text.length >> 1)`)}`,
    refused: NO_MEMORY,
  },
  "texts from joining": { code: `const all = []; ${until(`all.push(new Array(1e6).join("ab"))`)}`, refused: NO_MEMORY },
  "arrays that are kept": { code: `const all = []; ${until(`all.push(new Array(5e5).fill(0.5))`)}`, stopped: LIMITED },
  "a number of many digits": { code: `let n = 3n; ${until(`n *= n`)}`, refused: NO_MEMORY },
  "maps and sets": {
    code: `const all = new Map(); let n = 0; ${until(`all.set(n, new Set([n++]))`)}`,
    stopped: LIMITED,
  },
  "text of JSON": { code: `let v = "x".repeat(1e6); ${until(`v = JSON.stringify([v, v])`)}`, refused: NO_MEMORY },
  "unpacked archives that are kept": {
    code: `const zlib = require("zlib"); const packed = zlib.gzipSync(Buffer.alloc(4e6)); const all = []; ${until(`all.push(zlib.gunzipSync(packed))`)}`,
    stopped: LIMITED,
  },

  // Computing.
  "a regular expression that backtracks": {
    code: `/^(a+)+$/.test("a".repeat(60) + "b"); return e`,
    stopped: /computed for more|could not be interrupted/,
  },
  "sorting that never ends": {
    code: `Array.from({ length: 1e4 }, (_, n) => n).sort(() => { for (;;); })`,
    stopped: /computed for more/,
  },
  "sorting that lies": {
    code: `for (;;) Array.from({ length: 1e4 }, (_, n) => n).sort(() => Math.random() - 0.5)`,
    stopped: /computed for more/,
  },
  "a proxy without end": {
    code: `const p = new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, String), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: p }) }); return { ...e, properties: p }`,
    stopped: /failed on an event: TypeError: proxy|computed for more|memory/,
  },
  "an iterator without end": {
    code: `[...{ *[Symbol.iterator]() { for (;;) yield 0 } }]`,
    stopped: /computed for more|memory/,
  },
  "padding without end": { code: until(`"".padEnd(2e9, "xyz")`), refused: NO_MEMORY },

  // Attacks on memory and storage.
  "storage without end": {
    code: `let n = 0; ${until(`await meta.storage.set("k" + n++, "x".repeat(1e5))`)}`,
    refused: NO_ROOM,
  },
  "storage of long keys": {
    code: `let n = 0; ${until(`await meta.storage.set("k".repeat(8000) + n++, 1)`)}`,
    refused: NO_ROOM,
  },
  "a cache without end": {
    code: `let n = 0; ${until(`await meta.cache.set("k" + n++, "x".repeat(1e5))`)}`,
    refused: NO_ROOM,
  },
  "a list without end": {
    code: until(`await meta.cache.lpush("l", new Array(100).fill("x".repeat(1000)))`),
    refused: NO_ROOM,
  },
  "jobs without end": {
    code: until(`await meta.jobs.later({ text: "x".repeat(1e5) }).runIn(1, "year")`),
    refused: NO_ROOM,
  },
};
