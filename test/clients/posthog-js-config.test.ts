import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inChromium } from "./chromium.ts";
import { toEventNames, toJson } from "./tap.ts";
import { until } from "./until.ts";
import { assertQuiet, givenConfig, inPage, POSTHOG_JS_VERSION, withVisit } from "./visit.ts";

const visits = suite("posthog-js and its remote config");
const it = inChromium(visits);

it("M10 a config with surveys, even off, makes it load their script, which the hoglet has", () =>
  withVisit(givenConfig({ surveys: false, hasFeatureFlags: false }), async (visit) => {
    const path = `/static/${POSTHOG_JS_VERSION}/surveys.js`;
    await until("the script is loaded", () => visit.asked().includes(`GET ${path} 200`));
    await visit.stored("$pageview");
    await assertQuiet(visit);
  }));

it("M13 a config without autocapture_opt_out leaves autocapture off for a new visitor", () =>
  withVisit(givenConfig({ hasFeatureFlags: false }), async (visit) => {
    await visit.stored("$pageview");
    await visit.page.click("#buy");
    await inPage(visit.page, (posthog) => void posthog.capture("after the click"));
    await visit.stored("after the click");
    assert.equal(await visit.reads.events("$autocapture"), []);
    await assertQuiet(visit);
  }));

it("sends base64 forms when the config knows no gzip", () =>
  withVisit(givenConfig({ hasFeatureFlags: false, supportedCompression: ["base64"] }), async (visit) => {
    await visit.stored("$pageview");
    // A page view may be sent before the config arrives, to the path that posthog-js was built with.
    await visit.page.waitForFunction("window.posthog.compression === 'base64'");
    await inPage(visit.page, (posthog) => void posthog.capture("looked", { at: "🦔 + shoes" }));
    const [looked] = await visit.stored("looked");
    assert.is(looked?.properties["at"], "🦔 + shoes");
    const posts = visit.wire.exchanges.filter(({ method }) => method === "POST");
    const sent = posts.find((exchange) => toEventNames(exchange).includes("looked"));
    assert.equal(
      [sent?.headers["content-type"], sent?.query.get("compression")],
      ["application/x-www-form-urlencoded", "base64"],
    );
    await assertQuiet(visit);
  }));

// Up to 1.418 without a word; this version warns once on the console.
it("M14 a browser that a program drives sends nothing, unless told otherwise", () =>
  withVisit({ config: { opt_out_useragent_filter: false } }, async (visit) => {
    assert.is(await visit.page.evaluate("navigator.webdriver"), true);
    const config = `GET /array/${visit.token}/config.js 200`;
    await until("the config is loaded", () => visit.asked().includes(config));
    assert.is(await inPage(visit.page, (posthog) => posthog.capture("looked") ?? null), null);
    assert.equal(visit.asked(), [config]);
    await until("it has warned", () => visit.problems.length > 0);
    assert.is(visit.problems.length, 1);
    assert.match(visit.problems[0] ?? "", "opt_out_useragent_filter");
  }));

visits.run();

const flags = suite("posthog-js and flags");
const withFlags = inChromium(flags);

withFlags("M17 flags reach the page with their payloads, and events say which were on", () =>
  withVisit(
    { hoglet: { flags: { beta: { value: true, payload: { a: 1 } }, color: "blue", off: false } } },
    async (visit) => {
      await visit.stored("$pageview");
      const told = await inPage(
        visit.page,
        (posthog) => new Promise<string[]>((resolve) => posthog.onFeatureFlags(resolve)),
      );
      assert.equal(told.toSorted(), ["beta", "color"]);
      const seen = await inPage(visit.page, (posthog) => [
        posthog.getFeatureFlagPayload("beta"),
        posthog.getFeatureFlag("color"),
        posthog.isFeatureEnabled("off"),
      ]);
      assert.equal(seen, [{ a: 1 }, "blue", false]);
      await inPage(visit.page, (posthog) => void posthog.capture("looked"));
      const [looked] = await visit.stored("looked");
      assert.equal([looked?.properties["$feature/beta"], looked?.properties["$feature/color"]], [true, "blue"]);
      assert.equal(looked?.properties["$active_feature_flags"], ["beta", "color"]);
      const called = await visit.stored("$feature_flag_called", 2);
      assert.equal(called.map(({ properties }) => properties["$feature_flag"]).toSorted(), ["color", "off"]);
      await assertQuiet(visit);
    },
  ),
);

withFlags("after identify the flags are those of the person", () =>
  withVisit({ hoglet: { flags: { beta: { value: true, distinct_ids: ["u9"] } } } }, async (visit) => {
    await visit.stored("$pageview");
    const isOn = () => inPage(visit.page, (posthog) => posthog.isFeatureEnabled("beta") ?? null);
    await until("the flags are there", async () => (await isOn()) === false);
    await inPage(visit.page, (posthog) => posthog.identify("u9"));
    await until("the flag is on", isOn);
    const asked = toJson(visit.wire.to("/flags/").at(-1)?.body ?? new Uint8Array()) as { distinct_id: string };
    assert.is(asked.distinct_id, "u9");
    await assertQuiet(visit);
  }),
);

flags.run();
