import { createHash, createHmac } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runPlugin, startPlugin } from "./sandbox/run-plugin.ts";

// Plugins written for this test after published plugins: each uses the guest's globals as a kind of plugin does. The expected
// results are those of the same code in V8 and Node.

const transformers = suite("plugins in the manner of published transformers");

const event = (properties: object, more: object = {}) => ({
  uuid: "01890a5d-ac96-774b-bcce-b302099a8057",
  event: "$pageview",
  distinct_id: "u",
  team_id: 1,
  ip: "10.1.1.1",
  now: "2024-01-10T12:00:00.000Z",
  timestamp: "2024-01-10T11:59:00.000Z",
  properties,
  ...more,
});

/** The properties of events after the plugin. */
async function through(source: string, given: readonly object[], options: Parameters<typeof runPlugin>[2] = {}) {
  const { outcomes, told } = await runPlugin(source, given, options);
  return { properties: outcomes.map((outcome) => (outcome as ReturnType<typeof event>).properties), told };
}

transformers(
  "a flattener of versions: types alone are imported, `export const`, an enum, optional chaining",
  async () => {
    const source = `
    import type { PluginEvent } from '@posthog/plugin-scaffold'
    import { PluginMeta, Properties, type Plugin } from '@posthog/plugin-scaffold'
    enum Part { Major = 'major', Minor = 'minor' }
    interface Input { config: { names: string } }
    type Meta = PluginMeta<Plugin<Input>>
    const split = (version: string): [number, number] | null => {
      const match = /^v?(?<major>\\d+)\\.(?<minor>\\d+)/.exec(version)
      return match?.groups ? [Number(match.groups[Part.Major]), Number(match.groups[Part.Minor])] : null
    }
    export const processEvent = async <E extends PluginEvent>(event: E, { config }: Meta): Promise<E> => {
      for (const name of config.names.split(',').map((n) => n.trim())) {
        const parts = split(String(event.properties?.[name] ?? ''))
        if (!parts) { console.debug('no version', name, event.properties); continue }
        const properties = event.properties as Properties
        ;[properties[\`\${name}__major\`], properties[\`\${name}__minor\`]] = parts
      }
      return event satisfies E
    }`;
    const { properties, told } = await through(source, [event({ app: "v12.3.4", os: "none" })], {
      config: { names: "app, os" },
    });
    assert.equal(properties, [{ app: "v12.3.4", os: "none", app__major: 12, app__minor: 3 }]);
    assert.equal(told, [`DEBUG no version os {"app":"v12.3.4","os":"none","app__major":12,"app__minor":3}`]);
  },
);

transformers(
  "one in JavaScript that imports types for its comments alone: what nothing uses is not imported",
  async () => {
    const source = `
    import { PluginMeta } from 'posthog-plugins'
    import Types, { Input } from './types'
    import fetch from 'node-fetch'
    /** @param {Input} event @param {PluginMeta} meta @returns {Types} */
    export async function processEvent(event, meta) {
      event.properties.isShort = event.event.length < 3 || (meta.config.names > event.event)
      return event
    }`;
    const { properties } = await through(source, [event({})], { fileName: "dist/index.js", config: { names: "$a" } });
    assert.equal(properties, [{ isShort: false }]);
  },
);

transformers("a parser of timestamps: `module.exports = {…}`, locale dates, zones by Intl", async () => {
  const source = `
    const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
    function processEvent(event, { config }) {
      const at = new Date(event.timestamp)
      if (isNaN(at)) throw 'not a time'
      const [day, month, year] = at.toLocaleDateString('en-GB').split('/')
      const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hour12: false, timeZone: config.zone }).format(at)
      const parts = Intl.DateTimeFormat('en', { weekday: 'long', timeZone: config.zone }).formatToParts(at)
      return { ...event, properties: { ...event.properties, day, month, year, hour, weekday: WEEKDAYS[at.getDay()], there: parts[0].value,
        text: at.toString(), here: new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23' }).format(at), price: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(1234.5) } }
    }
    module.exports = { processEvent, helper: 1 }`;
  const { properties } = await through(source, [event({}, { timestamp: "Wed, 10 Jan 2024 02:05:00 GMT" })], {
    fileName: "index.js",
    config: { zone: "America/New_York" },
  });
  assert.equal(properties, [
    {
      day: "10",
      month: "01",
      year: "2024",
      hour: "21",
      weekday: "wed",
      there: "Tuesday",
      here: "02",
      text: "Wed Jan 10 2024 02:05:00 GMT+0000 (Coordinated Universal Time)",
      price: "1.234,50\u00a0€",
    },
  ]);
});

transformers("a normaliser of URLs and query parameters: `exports.x`, both ways of importing URL", async () => {
  const source = `
    const { URL: OtherURL, URLSearchParams } = require('url')
    const legacy = require('url')
    exports.processEvent = async function (event) {
      const { $current_url } = event.properties
      let url
      try { url = new URL($current_url) } catch (e) { throw \`cannot read \${$current_url}\` }
      url.hash = ''
      url.pathname = url.pathname.toLowerCase().replace(/\\/$/, '') || '/'
      for (const [key, value] of new URLSearchParams(url.search)) if (key.startsWith('utm_')) event.properties[key] = value
      for (const key of [...url.searchParams.keys()]) if (key.startsWith('utm_')) url.searchParams.delete(key)
      Object.assign(event.properties, { $current_url: String(url), host: legacy.parse($current_url).host, query: legacy.parse($current_url, true).query,
        next: legacy.resolve($current_url, '../up'), same: url instanceof OtherURL, tag: Object.prototype.toString.call(url) })
      return event
    }`;
  const $current_url = "https://Example.com/Shop/Cart/?utm_source=x%20y&page=2&page=3#top";
  const { outcomes } = await runPlugin(source, [event({ $current_url }), event({ $current_url: "/relative" })], {
    fileName: "index.js",
  });
  assert.equal((outcomes[0] as { properties: object }).properties, {
    $current_url: "https://example.com/shop/cart?page=2&page=3",
    utm_source: "x y",
    host: "example.com",
    query: { utm_source: "x y", page: ["2", "3"] },
    next: "https://example.com/Shop/up",
    same: true,
    tag: "[object URL]",
  });
  assert.equal(outcomes[1], { name: null, message: "cannot read /relative" });
});

transformers("a filter of properties: a deep path, `ip` deleted, a new object, top-level functions alone", async () => {
  const source = `
    'use strict'
    function drop(properties, path) {
      const [first, ...rest] = path.split('.')
      if (!(first in properties)) return properties
      if (rest.length === 0) { const { [first]: _, ...others } = properties; return others }
      return { ...properties, [first]: drop(properties[first], rest.join('.')) }
    }
    async function setupPlugin({ config, global }) { global.paths = new Set(config.properties.split(',')) }
    async function processEvent(event, { global }) {
      let properties = event.properties
      for (const path of global.paths) if (path === '$ip') delete event.ip; else properties = drop(properties, path)
      return { ...event, properties }
    }`;
  const { sandbox, process } = await startPlugin(source, { fileName: "index.js", config: { properties: "a.b,$ip,c" } });
  await sandbox.call("setupPlugin", []);
  const [after] = (await process(event({ a: { b: 1, keep: 2 }, c: 3, d: 4 }))) as ReturnType<typeof event>[];
  await sandbox.close();
  assert.equal([after?.properties, "ip" in (after ?? {})], [{ a: { keep: 2 }, d: 4 }, false]);
});

transformers(
  "a sampler and an anonymiser: crypto by default, by name and whole, hashes that Node's agrees with",
  async () => {
    const source = `
    import crypto from 'crypto'
    import { createHash, createHmac } from 'crypto'
    import * as all from 'node:crypto'
    class TooRare extends Error { constructor(m) { super(m); this.name = 'TooRare'; Error.captureStackTrace(this, TooRare) } }
    export function processEvent(event, { config }) {
      const share = parseInt(createHash('sha256').update(event.distinct_id).digest('hex').slice(0, 8), 16) / 0xffffffff
      if (share > Number(config.share)) throw new TooRare('not sampled')
      const base = createHash('sha1').update('salt')
      return { ...event, distinct_id: base.copy().update(event.distinct_id).digest('base64url'),
        properties: { mac: createHmac('sha256', Buffer.from(config.key, 'base64')).update('é').digest('base64'), md5: crypto.createHash('md5').update(Buffer.from([1, 2])).digest('hex'),
          size: all.randomBytes(8).length, uuid: /^[0-9a-f-]{36}$/.test(crypto.randomUUID()) } }
    }`;
    const key = Buffer.from("secret");
    const config = { share: "1", key: key.toString("base64") };
    const { outcomes } = await runPlugin(source, [event({})], { config });
    const after = outcomes[0] as ReturnType<typeof event>;
    assert.is(after.distinct_id, createHash("sha1").update("salt").update("u").digest("base64url"));
    assert.equal(after.properties, {
      mac: createHmac("sha256", key).update("é").digest("base64"),
      md5: createHash("md5")
        .update(Buffer.from([1, 2]))
        .digest("hex"),
      size: 8,
      uuid: true,
    });
    const rare = await runPlugin(source, [event({})], { config: { ...config, share: "-1" } });
    const { name, message } = rare.outcomes[0] as Error;
    assert.equal({ name, message }, { name: "TooRare", message: "not sampled" });
  },
);

transformers("a taxonomy standardiser: processEventBatch alone, as an exported default object", async () => {
  const source = `
    const styles: Record<string, (words: string[]) => string> = {
      snake_case: (words) => words.join('_'),
      camelCase: ([first = '', ...rest]) => first + rest.map((w) => w[0]!.toUpperCase() + w.slice(1)).join(''),
    }
    const words = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[\\s_-]+/).map((w) => w.toLowerCase())
    export default {
      async processEventBatch(events, { config }) {
        return Promise.all(events.map(async (e) => (e.event.startsWith('$') ? e : { ...e, event: styles[config.style](words(e.event)) })))
      },
    }`;
  const events = ["UserSigned-up now", "$pageview"].map((name) => event({}, { event: name }));
  const { outcomes } = await runPlugin(source, events, { config: { style: "camelCase" } });
  assert.equal(
    outcomes.map((outcome) => (outcome as { event: string }).event),
    ["userSignedUpNow", "$pageview"],
  );
});

transformers(
  "a splitter of languages and a reader of user agents: expressions from the config, an esbuild bundle",
  async () => {
    const source = `
    "use strict";
    var __defProp = Object.defineProperty; var __getOwnPropNames = Object.getOwnPropertyNames; var __hasOwn = Object.prototype.hasOwnProperty;
    var __export = (target, all) => { for (var name in all) __defProp(target, name, { get: all[name], enumerable: true }) };
    var __copy = (to, from) => { for (let key of __getOwnPropNames(from)) if (!__hasOwn.call(to, key)) __defProp(to, key, { get: () => from[key], enumerable: true }); return to };
    var src_exports = {}; __export(src_exports, { processEvent: () => processEvent, setupPlugin: () => setupPlugin });
    module.exports = __copy(__defProp({}, "__esModule", { value: true }), src_exports);
    function setupPlugin({ config, global }) { global.pattern = new RegExp(config.pattern); global.debug = config.debug === "true" }
    function processEvent(event, { global }) {
      const found = (event.properties.$pathname || "").match(global.pattern);
      if (found) { event.properties.locale = found[1]; event.properties.path = found[2] }
      const agent = /(?:Edg|Chrome|(?<=Version\\/[\\d.]+ )Safari)\\/(\\d+)/.exec(event.properties.$user_agent || "");
      if (agent) event.properties.version = +agent[1];
      delete event.properties.$user_agent;
      return event;
    }`;
    const { sandbox, process } = await startPlugin(source, {
      fileName: "index.js",
      config: { pattern: "^/([a-z]{2})(?=/|#|\\?|$)(/?.*)$", debug: "false" },
    });
    assert.equal(sandbox.capabilities.methods, ["setupPlugin", "processEvent"]);
    await sandbox.call("setupPlugin", []);
    const [after] = (await process(
      event({ $pathname: "/de/shop", $user_agent: "Mozilla/5.0 Version/17.1 Safari/605.1" }),
    )) as ReturnType<typeof event>[];
    await sandbox.close();
    assert.equal(after?.properties, { $pathname: "/de/shop", locale: "de", path: "/shop", version: 605 });
  },
);

transformers("one that needs a module which no sandbox has is not loaded, and says which", async () => {
  for (const [source, wanted] of [
    [`import data from './data.json'; export const processEvent = (e) => ({ ...e, data })`, "./data.json"],
    [`const { S3 } = require('aws-sdk'); exports.onEvent = () => new S3()`, "aws-sdk"],
  ]) {
    try {
      await startPlugin(source ?? "");
      assert.unreachable();
    } catch (error) {
      assert.match(String(error), `Cannot import "${wanted}"`);
    }
  }
});

transformers.run();
