import { createHmac } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withPlugins } from "./plugin-hoglet.ts";
import type { PluginHoglet } from "./plugin-hoglet.ts";
import { whenAll } from "../../support/rounds.ts";

const examples = suite("fixtures/plugins");

/** Installs a plugin from its folder and sets it up; gives a way to change its config. */
async function install({ hoglet }: PluginHoglet, path: string, config?: Record<string, string>) {
  const { id: plugin } = await hoglet.plugins.install({ path });
  const { id } = await hoglet.pluginConfigs.create({
    plugin,
    order: 1,
    enabled: true,
    ...(config !== undefined && { config }),
  });
  return {
    id,
    change: (next: Record<string, string>) => hoglet.pluginConfigs.update(id, { config: next, enabled: true }),
  };
}

/** The properties of an event as stored, without the lists of plugins; null = dropped. */
async function pass({ send }: PluginHoglet, properties: Record<string, unknown>, more?: Record<string, unknown>) {
  const event = await send("page", properties, more);
  if (event === undefined) return null;
  const { $plugins_succeeded: _, $plugins_failed: failed, ...rest } = event.properties;
  assert.equal(failed, []);
  return rest;
}

whenAll(examples)("drop-bots drops or marks events of bots, told by their user agent", () =>
  withPlugins(async (world) => {
    const { change } = await install(world, "fixtures/plugins/drop-bots");
    const chrome = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36";
    const google = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    assert.equal(await pass(world, { $user_agent: chrome }), { $user_agent: chrome });
    assert.equal(await pass(world, {}), {});
    for (const $user_agent of [google, "curl/8.0", "HeadlessChrome/120"])
      assert.is(await pass(world, { $user_agent }), null);
    assert.is(await pass(world, { $raw_user_agent: google }), null);
    await change({ action: "mark", also: "Chrome/126, " });
    assert.equal(await pass(world, { $user_agent: chrome }), { $user_agent: chrome, $is_bot: true });
  }),
);

examples("redact-properties removes and hashes properties of events and persons, and the address", () =>
  withPlugins(async (world) => {
    const { change, id } = await install(world, "fixtures/plugins/redact-properties", {
      remove: "password, card_*",
      hash: "email",
      salt: "pepper",
    });
    const hash = createHmac("sha256", "pepper").update(`"a@b.c"`).digest("hex");
    const sent = { password: "x", card_number: 1, card: 2, email: "a@b.c", $set: { email: "a@b.c", password: "y" } };
    assert.equal(await pass(world, sent, { ip: "1.1.1.1", $set_once: { card_code: 1, first: 1 } }), {
      card: 2,
      email: hash,
      $set: { email: hash },
      $set_once: { first: 1 },
    });
    await change({ remove: "", hash: "", ip: "no" });
    assert.equal(await pass(world, { password: "x" }, { ip: "1.1.1.1" }), { $ip: "1.1.1.1", password: "x" });
    await world.hoglet.pluginConfigs.update(id, { config: { hash: "email", salt: "" } });
    await world.send("a");
    assert.is((await world.hoglet.pluginConfigs.get(id)).enabled, false);
  }),
);

whenAll(examples)("flatten-properties names nested properties, and leaves those of the product", () =>
  withPlugins(async (world) => {
    const { change } = await install(world, "fixtures/plugins/flatten-properties");
    const sent = { cart: { total: 5, item: { name: "hat" }, list: [{ a: 1 }] }, cart__total: 7, $set: { a: { b: 1 } } };
    assert.equal(await pass(world, sent), { ...sent, cart__item__name: "hat", cart__list: [{ a: 1 }] });
    await change({ separator: ".", depth: "1" });
    assert.equal(await pass(world, { a: { b: { c: 1 } } }), { a: { b: { c: 1 } }, "a.b": { c: 1 } });
  }),
);

whenAll(examples)("sample-events keeps a share of users with all their events", () =>
  withPlugins(async (world) => {
    const { change, id } = await install(world, "fixtures/plugins/sample-events", { percentage: "30" });
    const users = Array.from({ length: 400 }, (_, index) => `user-${index}`);
    for (const event of ["a", "b"]) await world.hoglet.capture(users.map((distinct_id) => ({ event, distinct_id })));
    const kept = new Map<string, number>();
    for (const { distinct_id } of await world.stored()) kept.set(distinct_id, (kept.get(distinct_id) ?? 0) + 1);
    assert.ok(kept.size > 85 && kept.size < 155, `${kept.size} of 400`);
    assert.ok([...kept.values()].every((events) => events === 2));
    await change({ percentage: "0", only: "noise" });
    assert.is((await world.send("noise")) === undefined, true);
    assert.is((await world.send("other")) === undefined, false);
    await change({ percentage: "101" });
    await world.send("noise");
    assert.is((await world.hoglet.pluginConfigs.get(id)).enabled, false);
  }),
);

examples("normalise-urls gives a page one address", () =>
  withPlugins(async (world) => {
    const { change } = await install(world, "fixtures/plugins/normalise-urls");
    const cases = [
      ["https://Example.com/Shop/", "https://example.com/shop"],
      ["https://example.com/", "https://example.com"],
      ["https://example.com/a?utm_source=x&page=2&gclid=1#top", "https://example.com/a?page=2"],
      ["$direct", "$direct"],
    ] as const;
    for (const [$current_url, expected] of cases)
      assert.equal(await pass(world, { $current_url }), { $current_url: expected });
    await change({ properties: "link", drop_parameters: "" });
    assert.equal(await pass(world, { link: "https://a.test/B/?utm_x=1", $current_url: "https://a.test/B/" }), {
      link: "https://a.test/b?utm_x=1",
      $current_url: "https://a.test/B/",
    });
  }),
);

examples.run();

const published = suite("@posthog/geoip-plugin");

published("adds the place of an address to event and person, as it came from npm", () =>
  withPlugins(
    async (world) => {
      await install(world, "node_modules/@posthog/geoip-plugin");
      const event = await world.send("page", {}, { ip: "89.160.20.129" });
      const { properties = {} } = event ?? {};
      assert.equal(
        [
          properties["$geoip_city_name"],
          properties["$geoip_country_code"],
          properties["$geoip_latitude"],
          properties["$geoip_subdivision_1_code"],
        ],
        ["Linköping", "SE", 58.4167, "E"],
      );
      const [person] = (await world.hoglet.persons.list()).results;
      assert.is(person?.properties["$geoip_city_name"], "Linköping");
      assert.is(person?.properties["$initial_geoip_country_code"], "SE");
      assert.is((await world.send("page", {}, { ip: "127.0.0.1" }))?.properties["$geoip_city_name"], undefined);
      assert.is((await world.send("page"))?.properties["$geoip_city_name"], undefined);
    },
    {
      geoip: (ip) =>
        ip === "89.160.20.129"
          ? {
              city: { names: { en: "Linköping" } },
              country: { names: { en: "Sweden" }, isoCode: "SE" },
              continent: { names: { en: "Europe" }, code: "EU" },
              location: { latitude: 58.4167, longitude: 15.6167, timeZone: "Europe/Stockholm" },
              subdivisions: [{ names: { en: "Östergötland County" }, isoCode: "E" }],
            }
          : null,
    },
  ),
);

published.run();
