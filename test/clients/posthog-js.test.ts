import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inChromium } from "./chromium.ts";
import { toEventNames } from "./tap.ts";
import { until } from "./until.ts";
import { assertQuiet, inPage, withVisit } from "./visit.ts";

const visits = suite("posthog-js in a browser");
const it = inChromium(visits);

it("M11, M16 a page view needs the config and one capture, and everything asked for is answered", () =>
  withVisit({}, async (visit) => {
    const [view] = await visit.stored("$pageview");
    const url = visit.page.url();
    assert.equal([view?.properties["$current_url"], view?.properties["$lib"]], [url, "web"]);
    assert.is(view?.distinct_id, await inPage(visit.page, (posthog) => posthog.get_distinct_id()));
    // The visitor has not signed in: the visitor counts as an actor, but is no person.
    assert.is(view?.properties["$process_person_profile"], false);
    assert.equal(await visit.reads.persons(), []);
    assert.equal([await visit.reads.count("$pageview"), await visit.reads.count("$pageview", "dau")], [1, 1]);

    // Before the config has arrived, events go to the path that posthog-js was built with.
    await visit.page.waitForFunction("window.posthog.analyticsDefaultEndpoint !== '/e/'");
    await inPage(visit.page, (posthog) => void posthog.capture("looked", { at: "shoes" }));
    await visit.stored("looked");
    await assertQuiet(visit);
    assert.equal(visit.asked().toSorted(), [
      `GET /array/${visit.token}/config.js 200`,
      "POST /e/ 200",
      "POST /i/v0/e/ 200",
    ]);
  }));

it("a click is captured with the elements that it went through", () =>
  withVisit({}, async (visit) => {
    await visit.stored("$pageview");
    await visit.page.click("#buy");
    const [click] = await visit.stored("$autocapture");
    assert.is(click?.properties["$event_type"], "click");
    const [button, main] = click?.elements ?? [];
    assert.equal(
      [button?.["tag_name"], button?.["text"], button?.["attr_id"], button?.["attr_class"], main?.["tag_name"]],
      ["button", "Buy now", "buy", ["big", "primary"], "main"],
    );
    await assertQuiet(visit);
  }));

it("identify makes the visitor a person, with what they did before", () =>
  withVisit({}, async (visit) => {
    await visit.stored("$pageview");
    const anonymous = await inPage(visit.page, (posthog) => posthog.get_distinct_id());
    await inPage(visit.page, (posthog) => {
      posthog.identify("u9", { plan: "free" }, { source: "ad" });
      posthog.capture("looked");
    });
    const [looked] = await visit.stored("looked");
    const person = await visit.reads.person("u9");
    assert.equal(person.distinct_ids.toSorted(), ["u9", anonymous].toSorted());
    assert.ok(person.is_identified);
    assert.equal([person.properties["plan"], person.properties["source"]], ["free", "ad"]);
    assert.is(person.properties["$initial_current_url"], visit.page.url());
    assert.equal(
      [looked?.distinct_id, looked?.person_id, (await visit.reads.event("$pageview")).person_id],
      ["u9", person.uuid, person.uuid],
    );
    await assertQuiet(visit);
  }));

it("setPersonProperties, unsetPersonProperties, alias and group change person and group", () =>
  withVisit({}, async (visit) => {
    await visit.stored("$pageview");
    await inPage(visit.page, (posthog) => {
      posthog.identify("u9", { old: 1 });
      posthog.setPersonProperties({ plan: "pro" }, { first: "yes" });
      posthog.unsetPersonProperties(["old"]);
      posthog.alias("tablet");
      posthog.group("org", "o1", { size: 7 });
      posthog.capture("looked", {}, { $set: { seen: true } });
    });
    const [looked] = await visit.stored("looked");
    await visit.stored("$create_alias");
    const [group] = await visit.stored("$groupidentify");
    await visit.stored("$set", 2);
    const { properties, distinct_ids } = await visit.reads.person("tablet");
    assert.ok(distinct_ids.includes("u9"));
    assert.equal([properties["plan"], properties["first"], properties["seen"]], ["pro", "yes", true]);
    assert.not.ok("old" in properties);
    assert.equal([looked?.properties["$groups"], looked?.properties["$group_0"]], [{ org: "o1" }, "o1"]);
    assert.is(group?.properties["$group_key"], "o1");
    assert.equal((await visit.reads.groups())[0]?.group_properties, { size: 7 });
    await assertQuiet(visit);
  }));

it("reset makes a new visitor, who is nobody yet", () =>
  withVisit({}, async (visit) => {
    await visit.stored("$pageview");
    await inPage(visit.page, (posthog) => {
      posthog.identify("u9");
      posthog.reset();
      posthog.capture("looked");
    });
    const [looked] = await visit.stored("looked");
    assert.is(looked?.distinct_id, await inPage(visit.page, (posthog) => posthog.get_distinct_id()));
    assert.not.equal(looked?.distinct_id, "u9");
    assert.equal(
      (await visit.reads.persons()).map(({ name }) => name),
      ["u9"],
    );
    await assertQuiet(visit);
  }));

it("what still waits when the page is left arrives by beacon, and the next page is the same visitor", () =>
  withVisit({ config: { request_queue_config: { flush_interval_ms: 5000 } } }, async (visit) => {
    const [view] = await visit.stored("$pageview");
    await inPage(visit.page, (posthog) => {
      for (const at of ["shoes", "hats"]) posthog.capture("looked", { at });
    });
    await visit.page.click("#away");
    const looked = await visit.stored("looked", 2);
    assert.equal(looked.map(({ properties }) => properties["at"]).toSorted(), ["hats", "shoes"]);
    const sent = visit.wire.exchanges.filter(({ method }) => method === "POST");
    const beacon = sent.find((exchange) => toEventNames(exchange).includes("looked"));
    assert.equal([beacon?.status, beacon?.headers["sec-fetch-mode"]], [200, "no-cors"]);

    const second = (await visit.stored("$pageview", 2)).find(({ uuid }) => uuid !== view?.uuid);
    assert.is(second?.properties["$pathname"], "/away");
    assert.is(second?.distinct_id, view?.distinct_id);
    assert.equal(visit.problems, []);
  }));

it("more than a beacon may carry is sent in parts, and every part that the browser takes is stored", () =>
  withVisit({ config: { request_queue_config: { flush_interval_ms: 5000 } } }, async (visit) => {
    await visit.stored("$pageview");
    await inPage(visit.page, (posthog) => {
      // The number of parts depends on the browser, which has at most 64 KiB of such requests open: the test reads it.
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (url, data) => {
        const isTaken = send(url, data);
        sessionStorage.setItem("beacons", `${sessionStorage.getItem("beacons") ?? ""}${isTaken ? "+" : "-"}`);
        return isTaken;
      };
      // Noise, since gzip would make anything else small.
      const noise = crypto.getRandomValues(new Uint8Array(40_000));
      const text = Array.from(noise, (byte) => String.fromCodePoint(65 + (byte % 60))).join("");
      for (const number of [1, 2, 3]) posthog.capture("looked", { number, text: text.slice(number) });
    });
    await visit.page.click("#away");
    await visit.stored("$pageview", 2);
    const beacons = await visit.page.evaluate(() => sessionStorage.getItem("beacons") ?? "");
    const taken = beacons.replaceAll("-", "").length;
    assert.match(beacons, /^-.*\+/, `the whole was refused, and a part was taken: ${beacons}`);
    const looked = await visit.stored("looked", taken);
    for (const { properties } of looked) {
      assert.is(String(properties["text"]).length, 40_000 - Number(properties["number"]));
    }
    assert.is(new Set(looked.map(({ properties }) => properties["number"])).size, looked.length);
  }));

it("what a hoglet does not offer is answered all the same", () =>
  withVisit({}, async (visit) => {
    await visit.stored("$pageview");
    const offered = await inPage(visit.page, (posthog) =>
      Promise.all([
        new Promise((resolve) => posthog.getSurveys(resolve, true)),
        new Promise((resolve) => posthog.getEarlyAccessFeatures(resolve, true)),
      ]),
    );
    assert.equal(offered, [[], []]);
    await inPage(visit.page, (posthog) => {
      posthog.captureLog({ body: "looked at shoes", level: "info" });
      posthog.captureException(new Error("no such shoe"));
    });
    const [thrown] = await visit.stored("$exception");
    assert.match(JSON.stringify(thrown?.properties["$exception_list"]), "no such shoe");
    await until("the log is sent", () => visit.asked().includes("POST /i/v1/logs 200"));
    await assertQuiet(visit);
  }));

it("a page with a token that no project has can read the refusal", () =>
  withVisit({ token: "phc_other" }, async (visit) => {
    const refused = [
      "GET /array/phc_other/config.js net::ERR_ABORTED",
      "GET /array/phc_other/config 404",
      "POST /e/ 401",
    ];
    await until("all is refused", () => refused.every((line) => visit.asked().includes(line)));
    assert.equal(await visit.reads.events(), []);
  }));

it("JSON without compression passes its preflight", () =>
  withVisit({ config: { disable_compression: true } }, async (visit) => {
    await visit.stored("$pageview");
    await assertQuiet(visit);
    const sent = visit.wire.to("/e/");
    assert.equal(
      sent.map(({ method, status, headers }) => [method, status, headers["content-type"]]),
      [
        ["OPTIONS", 200, undefined],
        ["POST", 200, "application/json"],
      ],
    );
  }));

it("works when the hoglet itself gives the script of a page without a bundler", () =>
  withVisit({ scriptPath: "/static/array.js" }, async (visit) => {
    await visit.stored("$pageview");
    await inPage(visit.page, (posthog) => posthog.identify("u9"));
    await visit.stored("$identify");
    await visit.reads.person("u9");
    await assertQuiet(visit);
  }));

visits.run();
