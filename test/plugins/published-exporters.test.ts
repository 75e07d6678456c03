import { createVerify, generateKeyPairSync } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withPlugins } from "./run/plugin-hoglet.ts";
import { startPlugin } from "./sandbox/run-plugin.ts";

// See published-transformers.test.ts: these plugins receive stored events, run on a schedule, or keep data.

/** Waits for work of a plugin that the plugin itself did not await. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn();
}

/** ISO text of a second of one minute. */
function at(second: number): string {
  return new Date(Date.UTC(2024, 0, 10, 11, 0, second)).toISOString();
}

const atWork = suite("plugins in the manner of published ones, at work");

atWork(
  "a converter of currencies: fetch by node-fetch, rates in the cache for a while, a schedule export that never runs",
  async () => {
    const asked: string[] = [];
    const rates = { base: "EUR", rates: { EUR: 1, USD: 1.25 } };
    await withPlugins(
      async ({ add, send, pass, logs }) => {
        const id = await add(
          "currency",
          `const fetch = require('node-fetch'); const { Headers } = fetch;
         const getRates = async ({ cache, config }) => {
           const cached = await cache.get('rates', null); if (cached) return cached;
           const response = await fetch('https://rates.test/latest?key=' + config.key, { headers: new Headers({ Accept: 'application/json' }) });
           if (!response.ok) { console.error('rates:', response.status, response.statusText); return null }
           const { rates } = await response.json(); cache.set('rates', rates, 60); return rates };
         exports.setupPlugin = async (meta) => { if (!meta.config.key) throw new Error('No key') };
         exports.processEvent = async (event, meta) => {
           const { amount, currency } = event.properties; if (amount === undefined) return event;
           const rates = await getRates(meta); if (!rates) return event;
           event.properties.amount_eur = Math.round((amount / rates[currency]) * 100) / 100; return event };
         exports.schedule = { daily: () => { throw new Error('never') } };`,
          { config: { key: "k" } },
        );
        const first = await send("buy", { amount: 5, currency: "USD" });
        assert.is(first?.properties["amount_eur"], 4);
        assert.is((await send("buy", { amount: 10, currency: "USD" }))?.properties["amount_eur"], 8);
        assert.equal(asked, ["https://rates.test/latest?key=k application/json"]);
        await pass(61_000);
        assert.is((await send("buy", { amount: 10, currency: "EUR" }))?.properties["amount_eur"], undefined);
        assert.match((await logs(id)).join("\n"), /CONSOLE ERROR rates: 503 Busy/);
      },
      {
        async pluginFetch(url, { headers } = {}) {
          asked.push(`${url} ${new Headers(headers).get("accept")}`);
          return asked.length > 1 ? new Response("", { status: 503, statusText: "Busy" }) : Response.json(rates);
        },
      },
    );
  },
);

atWork("a finder of first times and a timer of sequences: storage that nobody waits for, a set in global", () =>
  withPlugins(async ({ add, hoglet, stored }) => {
    await add(
      "first",
      `export const setupPlugin = ({ global, config }) => { global.names = new Set(config.names.split(/(?<!\\\\),/)) };
       export const processEvent = async (event, { storage, cache, global }) => {
         if (!global.names.has(event.event)) return event;
         const key = event.event + '_' + event.distinct_id;
         if (!(await storage.get(event.event, false))) { event.properties.first_ever = true; storage.set(event.event, true) }
         if (!(await storage.get(key))) { event.$set = { ...event.$set, seen: event.event }; event.properties.first_of_user = true; storage.set(key, Date.parse(event.timestamp)) }
         else event.properties.since_ms = Date.parse(event.timestamp) - (await storage.get(key));
         event.properties.nth = await cache.incr('n'); return event }`,
      { config: { names: "a,b" } },
    );
    await hoglet.capture([
      { event: "a", distinct_id: "u", timestamp: at(0) },
      { event: "a", distinct_id: "v", timestamp: at(1) },
      { event: "a", distinct_id: "u", timestamp: at(5) },
      { event: "c", distinct_id: "u", timestamp: at(6) },
    ]);
    const marks = (await stored())
      .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
      .map(({ properties: { first_ever, first_of_user, since_ms, nth } }) => [
        first_ever,
        first_of_user,
        since_ms,
        nth,
      ]);
    assert.equal(marks, [
      [true, true, undefined, 1],
      [undefined, true, undefined, 2],
      [undefined, undefined, 5000, 3],
      [undefined, undefined, undefined, undefined],
    ]);
    assert.is(
      (await hoglet.persons.list()).results.find(({ distinct_ids }) => distinct_ids.includes("v"))?.properties["seen"],
      "a",
    );
  }),
);

atWork(
  "an exporter that gathers by createBuffer, sends again by jobs, and is refused by RetryError under either name",
  async () => {
    const sent: unknown[] = [];
    let status = 500;
    await withPlugins(
      async ({ add, hoglet, pass, logs }) => {
        const id = await add(
          "crm",
          `import { createBuffer } from '@posthog/plugin-contrib'
         import { RetryError as Again } from '@posthog/plugin-scaffold'
         import fetch, { FetchError } from 'node-fetch'
         if (Again !== RetryError) throw new Error('two classes')
         const send = async (batch, { config, jobs }, tries = 0) => {
           const headers = { Authorization: 'Basic ' + Buffer.from(config.user + ':' + config.password).toString('base64'), 'Content-Type': 'application/json' }
           try {
             const response = await fetch(config.host + '/batch', { method: 'POST', headers, body: JSON.stringify({ batch }), timeout: 5000 })
             if (response.status >= 500) throw new Again('server said ' + response.status)
           } catch (error) {
             if (!(error instanceof Again) && error.name !== 'FetchError') throw error
             if (tries > 3) throw error
             await jobs.sendAgain({ batch, tries: tries + 1 }).runIn(2 ** tries * 3, 'seconds')
           }
         }
         export const jobs = { sendAgain: async ({ batch, tries }, meta) => send(batch, meta, tries) }
         export const setupPlugin = (meta) => { meta.global.buffer = createBuffer({ limit: 10, timeoutSeconds: 600, onFlush: (batch, points) => send(batch.map((e) => ({ ...e, points })), meta) }) }
         export const onEvent = (event, { global }) => { if (event.event !== 'skip') global.buffer.add({ name: event.event, email: event.person?.properties.email }, 5) }
         export const teardownPlugin = async ({ global }) => { await global.buffer.flush() }`,
          { config: { host: "https://crm.test", user: "me", password: "pw" } },
        );
        await hoglet.capture({ event: "one", distinct_id: "u", properties: { $set: { email: "a@b.c" } } });
        await hoglet.capture([
          { event: "skip", distinct_id: "u" },
          { event: "two", distinct_id: "u" },
        ]);
        await hoglet.capture({ event: "three", distinct_id: "u" });
        await pass(0);
        const batch = ["one", "two"].map((name) => ({ name, email: "a@b.c", points: 10 }));
        assert.equal(sent, [["Basic bWU6cHc=", { batch }]]);
        status = 200;
        await until(async () => (await hoglet.pluginConfigs.jobs(id)).length === 1);
        await pass(3000);
        assert.equal(sent.length, 2);
        await hoglet.pluginConfigs.update(id, { enabled: false });
        await pass(0);
        assert.equal(sent[2], ["Basic bWU6cHc=", { batch: [{ name: "three", email: "a@b.c", points: 5 }] }]);
        assert.is(
          (await logs(id)).some((line) => line.includes("ERROR")),
          false,
        );
      },
      {
        async pluginFetch(_, { headers, body } = {}) {
          sent.push([new Headers(headers).get("authorization"), JSON.parse(String(body)) as unknown]);
          return new Response("", { status });
        },
      },
    );
  },
);

atWork("a buffer of createBuffer is flushed when it is old, without anybody's doing", async () => {
  const waits: number[] = [];
  const ends: (() => void)[] = [];
  const { sandbox, told, asked } = await startPlugin(
    `import { createBuffer } from '@posthog/plugin-contrib'
     const buffer = createBuffer({ limit: 1000, timeoutSeconds: 2, onFlush: (all) => { if (all.includes('bad')) throw new Error('no'); console.log('flushed', all) } })
     export const onEvent = (e) => buffer.add(e.event)`,
    {
      services: {
        "timer.wait": (ms: number) => (waits.push(ms), new Promise<void>((resolve) => void ends.push(resolve))),
      },
    },
  );
  await sandbox.call("onEvent", [{ event: "a" }]);
  await sandbox.call("onEvent", [{ event: "b" }]);
  assert.equal([waits, told], [[2000], []]);
  ends.at(-1)?.();
  await until(() => told.length === 1);
  assert.equal(told, [`LOG flushed ["a","b"]`]);
  await sandbox.call("onEvent", [{ event: "bad" }]);
  ends.at(-1)?.();
  await until(() => told.length === 2);
  await sandbox.call("onEvent", [{ event: "c" }]);
  assert.match(told[1] ?? "", /ERROR A buffer could not be flushed: Error: no/);
  assert.is(asked.length, 3);
  await sandbox.close();
});

atWork(
  "a buffer of createBuffer is flushed when it is full, and a wait for the one before does not flush the next",
  async () => {
    const ends: (() => void)[] = [];
    const { sandbox, told } = await startPlugin(
      `import { createBuffer } from '@posthog/plugin-contrib'
     const buffer = createBuffer({ limit: 10, onFlush: (all, points) => console.log(points, ...all) })
     export const onEvent = (e) => buffer.add(e.event, e.points)`,
      { services: { "timer.wait": () => new Promise<void>((resolve) => void ends.push(resolve)) } },
    );
    const add = (event: string, points: number) => sandbox.call("onEvent", [{ event, points }]);
    await add("a", 4);
    await add("b", 6);
    assert.equal(told, ["LOG 10 a b"]);
    await add("c", 1);
    ends[0]?.();
    await nextTurn();
    await add("d", 8);
    assert.equal(told, ["LOG 10 a b"]);
    await add("e", 2);
    assert.equal(told, ["LOG 10 a b", "LOG 9 c d"]);
    ends.at(-1)?.();
    await until(() => told.length === 3);
    assert.is(told[2], "LOG 2 e");
    await sandbox.close();
  },
);

atWork(
  "a sync and an alert: schedules with a cursor in the cache, events of its own, thrown texts, the API",
  async () => {
    let stars = 3;
    await withPlugins(
      async ({ add, pass, stored, logs, hoglet }) => {
        const id = await add(
          "stars",
          `async function runEveryMinute({ cache, storage, config, utils }) {
           if (await cache.get('snooze', false)) return;
           cache.set('snooze', true, '90');
           const page = await utils.cursor.increment('page', 2);
           const response = await fetch(\`https://api.test/stars?\${new URLSearchParams({ page, per: 5 })}\`, { headers: { 'User-Agent': 'x' } });
           const { count } = await response.json();
           posthog.capture('stars', { count, page, distinct_id: 'repo', timestamp: new Date(Date.UTC(2024, 0, 1)).toISOString() });
           const known = await (await posthog.api.get('/api/projects/@current/persons/', { headers: { Accept: 'application/json' } })).json();
           await storage.set('known', known.count);
           if (count < 2) throw \`only \${count} stars\`
         }
         async function setupPlugin({ utils }) { await utils.cursor.init('page', 10); await utils.cursor.init('page', 99) }
         module.exports = { runEveryMinute, setupPlugin }`,
        );
        await pass(60_000);
        await pass(60_000);
        const [first, ...others] = await stored();
        assert.equal(
          [first?.event, first?.distinct_id, first?.timestamp, first?.properties["count"], first?.properties["page"]],
          ["stars", "repo", "2024-01-01T00:00:00Z", 3, 12],
        );
        assert.equal(others, []);
        stars = 1;
        await pass(60_000);
        assert.match((await logs(id)).join("\n"), /PLUGIN ERROR runEveryMinute failed: only 1 stars/);
        assert.equal(await hoglet.pluginConfigs.storage(id), { known: 1, page: 14 });
      },
      { pluginFetch: async () => Response.json({ count: stars }) },
    );
  },
);

atWork("a sender of signed webhooks: composeWebhook with the person, a token signed by createSign", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const sent: { url: string; token: string; body: unknown }[] = [];
  await withPlugins(
    async ({ add, hoglet }) => {
      await add(
        "hook",
        `import { createSign } from 'crypto'
         const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
         export function composeWebhook(event, { config, attachments }) {
           if (!(event.timestamp instanceof Date)) throw new Error('no date')
           const { client } = JSON.parse(attachments.account.contents.toString())
           const text = encode({ alg: 'RS256' }) + '.' + encode({ iss: client, iat: event.timestamp.getTime() / 1000 })
           const token = text + '.' + createSign('RSA-SHA256').update(text).sign(config.key, 'base64url')
           return { url: config.url, method: 'PUT', headers: { Authorization: token },
             body: JSON.stringify({ event: event.event, name: event.person?.properties?.name, uuid: event.person?.uuid }, (k, v) => (v === undefined ? null : v)) }
         }`,
        {
          config: { url: "https://hook.test/in", key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() },
          attachments: { account: { name: "a.json", type: "application/json", bytes: Buffer.from('{"client":"me"}') } },
          manifest: { config: [{ key: "url" }, { key: "key", secret: true }, { key: "account", type: "attachment" }] },
        },
      );
      await hoglet.capture({
        event: "paid",
        distinct_id: "u",
        timestamp: "2024-01-10T10:00:00Z",
        properties: { $set: { name: "Ann" } },
      });
      await hoglet.runDue();
      const { uuid } = await hoglet.persons.get(1);
      assert.equal(
        sent.map(({ url, body }) => [url, body]),
        [["PUT https://hook.test/in", { event: "paid", name: "Ann", uuid }]],
      );
      const [head = "", claims = "", signature = ""] = sent[0]?.token.split(".") ?? [];
      assert.ok(createVerify("RSA-SHA256").update(`${head}.${claims}`).verify(publicKey, signature, "base64url"));
      const iat = Date.UTC(2024, 0, 10, 10) / 1000;
      assert.equal(JSON.parse(Buffer.from(claims, "base64url").toString()), { iss: "me", iat });
    },
    {
      async pluginFetch(url, { method, headers, body } = {}) {
        const token = new Headers(headers).get("authorization") ?? "";
        sent.push({ url: `${method} ${url}`, token, body: JSON.parse(String(body)) as unknown });
        return new Response("");
      },
    },
  );
});

atWork("a finder of places: a stateless `const plugin = {…}` whose setup looks for meta.geoip", () =>
  withPlugins(
    async ({ add, send }) => {
      await add(
        "geo",
        `const KEYS = { city_name: (r) => r.city?.names?.en, country: (r) => r.country?.isoCode, radius: (r) => r.location?.accuracyRadius, region: (r) => r.subdivisions?.[0]?.isoCode };
         const plugin = {
           processEvent: async (event, { geoip }) => {
             if (!geoip) throw new Error('This PostHog version does not have GeoIP capabilities!');
             const ip = event.properties?.$ip || event.ip;
             const found = ip && !event.properties.$geoip_disable ? await geoip.locate(ip) : null;
             if (found) for (const [key, read] of Object.entries(KEYS)) {
               const value = read(found); if (value === undefined) continue;
               event.properties['$geoip_' + key] = value; event.$set = { ...(event.$set ?? {}), ['$geoip_' + key]: value };
               event.$set_once = { ...(event.$set_once ?? {}), ['$initial_geoip_' + key]: value } }
             return event } };
         module.exports = plugin;`,
        { manifest: { stateless: true } },
      );
      const seen = await send("a", {}, { ip: "89.160.20.129" });
      assert.equal(
        [seen?.properties["$geoip_city_name"], seen?.properties["$geoip_radius"], seen?.properties["$set"]],
        ["Linköping", 76, { $geoip_city_name: "Linköping", $geoip_country: "SE", $geoip_radius: 76 }],
      );
      assert.is((await send("a", {}, { ip: "1.1.1.1" }))?.properties["$geoip_country"], undefined);
    },
    {
      geoip: (ip) =>
        ip.startsWith("89.")
          ? { city: { names: { en: "Linköping" } }, country: { isoCode: "SE" }, location: { accuracyRadius: 76 } }
          : null,
    },
  ),
);

atWork.run();
