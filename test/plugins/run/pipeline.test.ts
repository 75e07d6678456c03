import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withPlugins, withPuppet } from "./plugin-hoglet.ts";
import { size, whenAll } from "../../support/rounds.ts";

const pipeline = suite("pipeline");

/** Appends its name to a list in the event. */
const mark = (name: string) =>
  `exports.processEvent = (e) => { e.properties.seen = [...(e.properties.seen ?? []), "${name}"]; return e }`;

pipeline("runs plugins by their order and not by their ids, each on what the one before returned", () =>
  withPlugins(async ({ add, send }) => {
    await add("second", mark("second"), { order: 2 });
    await add("first", mark("first"), { order: 1 });
    const event = await send("a");
    assert.equal(event?.properties, {
      seen: ["first", "second"],
      $plugins_succeeded: ["first (2)", "second (1)"],
      $plugins_failed: [],
    });
  }),
);

whenAll(pipeline)("drops an event for every falsy answer, before the plugins that follow", () =>
  withPlugins(async ({ add, send, stored, hoglet }) => {
    await add("dropper", `exports.processEvent = (e) => ({ null: null, zero: 0, no: false, text: "" })[e.event]`);
    const after = await add(
      "after",
      `exports.processEvent = (e, { storage }) => { storage.set(e.event, 1); return e }`,
    );
    for (const name of ["null", "zero", "no", "text", "undefined"]) assert.is(await send(name), undefined);
    assert.equal(await stored(), []);
    assert.equal(await hoglet.pluginConfigs.storage(after), {});
  }),
);

pipeline("goes on with the event as it was when a plugin throws, and says so", () =>
  withPlugins(async ({ add, send, logs }) => {
    const id = await add(
      "thrower",
      `exports.processEvent = (e) => { e.properties.half = 1; if (e.event === "text") throw "plain"; if (e.event === "later") throw new RetryError("not now"); throw new TypeError("why") }`,
    );
    await add("next", mark("next"));
    assert.equal((await send("error"))?.properties, {
      seen: ["next"],
      $plugins_succeeded: ["next (2)"],
      $plugins_failed: ["thrower (1)"],
    });
    await send("text");
    await send("later");
    const [, first, second, third] = await logs(id);
    assert.match(String(first), /^PLUGIN ERROR thrower failed on an event: TypeError: why\n/);
    assert.match(
      String(second),
      /^PLUGIN ERROR thrower failed on an event: plain\nThe event ".+" went on as it had come to this plugin: [\da-f-]{36}$/,
    );
    assert.match(String(third), /^PLUGIN ERROR thrower failed on an event: RetryError: not now\n/);
  }),
);

whenAll(pipeline)("writes its lists as it goes, over what a client sent under their names", () =>
  withPlugins(async ({ add, send }) => {
    const look = `exports.processEvent = (e) => ({ ...e, properties: { ...e.properties, saw: e.properties.$plugins_succeeded } })`;
    await add("one", mark("one"));
    await add("two", look);
    const event = await send("a", { $plugins_succeeded: ["GeoIP (9)"] });
    assert.equal(event?.properties["saw"], ["one (1)"]);
    assert.equal(event?.properties["$plugins_succeeded"], ["one (1)", "two (2)"]);
  }),
);

pipeline("gives a plugin the event of the real service", () =>
  withPlugins(async ({ add, hoglet, stored }) => {
    await add(
      "look",
      `exports.processEvent = (e) => { const copy = JSON.parse(JSON.stringify(e)); e.properties.event = copy; return e }`,
    );
    const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
    await hoglet.capture({
      event: "a",
      distinct_id: "user",
      uuid,
      ip: "10.1.2.3",
      timestamp: "2024-01-10T12:00:00+02:00",
      properties: { b: 1, a: 2 },
      $set: { plan: "pro" },
      $set_once: { first: 1 },
    });
    const [event] = await stored();
    assert.equal(event?.properties["event"], {
      distinct_id: "user",
      ip: "10.1.2.3",
      site_url: "http://hoglet.local",
      team_id: 1,
      now: "2024-01-10T12:00:30.000Z",
      event: "a",
      properties: { $ip: "10.1.2.3", b: 1, a: 2 },
      timestamp: "2024-01-10T12:00:00+02:00",
      uuid,
      $set: { plan: "pro" },
      $set_once: { first: 1 },
    });
    assert.is(event?.timestamp, "2024-01-10T10:00:00Z");
  }),
);

pipeline("honours what a plugin makes of an event's fields", () =>
  withPlugins(async ({ add, send, hoglet }) => {
    await add(
      "change",
      `exports.processEvent = (e) => ({ ...e, event: "renamed", distinct_id: "other",
      uuid: "01890A5D-AC96-774B-BCCE-B302099A8058", timestamp: "2024-01-09T00:00:00Z", ip: "9.9.9.9",
      $set: { ...e.$set, city: "here" }, $set_once: { first: 2 }, properties: { ...e.properties, gone: undefined, more: 1 } })`,
    );
    const event = await send(
      "a",
      { gone: 1, $set: { city: "there", kept: 1 } },
      { $set: { plan: "pro" }, ip: "1.1.1.1" },
    );
    const { person_id: _, created_at: __, ...rest } = event ?? { person_id: 0, created_at: 0 };
    assert.equal(rest, {
      uuid: "01890a5d-ac96-774b-bcce-b302099a8058",
      event: "renamed",
      distinct_id: "other",
      timestamp: "2024-01-09T00:00:00Z",
      properties: {
        $ip: "9.9.9.9",
        more: 1,
        $set: { city: "here", kept: 1, plan: "pro" },
        $set_once: { first: 2 },
        $plugins_succeeded: ["change (1)"],
        $plugins_failed: [],
      },
      elements: [],
    });
    const [person] = (await hoglet.persons.list({ distinct_id: "other" })).results;
    const { $creator_event_uuid: ___, ...properties } = person?.properties ?? {};
    assert.equal(properties, { city: "here", kept: 1, plan: "pro", first: 2 });
  }),
);

pipeline("stores the address that a plugin leaves", () =>
  withPuppet(async (_, { hoglet, stored }) => {
    const cases = [
      ["return e", "1.1.1.1"],
      ["e.ip = null; return e", undefined],
      ["delete e.ip; return e", undefined],
      ["delete e.properties.$ip; return e", undefined],
      ["e.properties.$ip = undefined; e.ip = null; return e", undefined],
      [`e.ip = "2.2.2.2"; return e`, "2.2.2.2"],
      [`e.properties.$ip = "2.2.2.0"; return e`, "2.2.2.0"],
      [`e.properties.$ip = "2.2.2.0"; e.ip = null; return e`, "2.2.2.0"],
    ] as const;
    for (const [code, ip] of cases) {
      const event = { token: hoglet.project.api_token, event: "puppet", distinct_id: "user", properties: { code } };
      const body = Buffer.from(JSON.stringify(event));
      assert.is((await hoglet.handle({ method: "POST", url: "/e/", headers: {}, body, ip: "1.1.1.1" })).status, 200);
      assert.is((await stored()).at(-1)?.properties["$ip"], ip, code);
    }
  }),
);

pipeline("counts an answer that is no event as a failure", () =>
  withPuppet(async (act, { logs }) => {
    const answers = [
      `({ ...e, uuid: "nonsense" })`,
      `({ ...e, event: "" })`,
      `({ ...e, distinct_id: null })`,
      `[e]`,
      `"event"`,
      `({ ...e, properties: [1] })`,
      `({ ...e, timestamp: 1 })`,
      `({ ...e, properties: JSON.parse('{"deep":'.repeat(150) + "1" + "}".repeat(150)) })`,
      // Results that a plugin changes through its own JSON.stringify.
      `{ toJSON: () => undefined }, Object.assign(e, { toJSON: () => undefined })`,
    ];
    for (const [index, answer] of answers.entries()) {
      const event = await act(`return ${answer}`);
      assert.is(event?.event, "puppet", answer);
      assert.equal(event?.properties["$plugins_failed"], ["puppet (1)"], answer);
      assert.match((await logs(1)).at(-1) ?? "", /^PLUGIN ERROR puppet failed on an event: /, String(index));
    }
  }),
);

pipeline("restores team_id and notes the attempt, with the other changes kept", () =>
  withPlugins(async ({ add, send, logs, hoglet }) => {
    const other = await hoglet.projects.create({ name: "other" });
    const id = await add(
      "thief",
      `exports.processEvent = (e) => ({ ...e, team_id: ${other.id}, properties: { x: 1 } })`,
    );
    assert.is((await send("a"))?.properties["x"], 1);
    assert.is((await hoglet.events.list({ project: other.id })).results.length, 0);
    assert.match((await logs(id)).at(-1) ?? "", "thief changed team_id");
  }),
);

pipeline("gives processEventBatch one event, if there is no processEvent", () =>
  withPlugins(async ({ add, send }) => {
    await add(
      "batch",
      `exports.processEventBatch = (events) => events.filter((e) => e.event !== "drop").map((e) => ({ ...e, properties: { size: events.length } }))`,
    );
    await add("both", `exports.processEventBatch = () => []; exports.processEvent = (e) => e`);
    assert.is((await send("a"))?.properties["size"], 1);
    assert.is(await send("drop"), undefined);
  }),
);

pipeline("shows no plugin a $snapshot, and stores it", () =>
  withPlugins(async ({ add, send }) => {
    await add("dropper", `exports.processEvent = () => null`);
    assert.equal((await send("$snapshot"))?.properties, {});
    assert.is(await send("other"), undefined);
  }),
);

pipeline("lets plugins see the elements of autocapture, and stores those they leave", () =>
  withPlugins(async ({ add, send }) => {
    await add(
      "elements",
      `exports.processEvent = (e) => { e.properties.count = e.properties.$elements.length; e.properties.$elements.pop(); return e }`,
    );
    const event = await send("$autocapture", { $elements: [{ tag_name: "a" }, { tag_name: "div" }] });
    assert.is(event?.properties["count"], 2);
    assert.equal(
      event?.elements.map(({ tag_name }) => tag_name),
      ["a"],
    );
  }),
);

const CAPTURES = size(4, 12);

pipeline("has a config work on one event at a time, over all captures, in their order", () =>
  withPlugins(async ({ add, hoglet, stored }) => {
    await add(
      "counter",
      `exports.processEvent = async (e, { storage }) => {
      const count = await storage.get("count", 0); storage.set("count", count + 1); e.properties.count = count; return e }`,
    );
    await add(
      "late",
      `exports.processEvent = async (e, { cache }) => { e.properties.late = await cache.incr("n") - 1; return e }`,
    );
    const sent = Array.from({ length: CAPTURES }, (_, capture) =>
      hoglet.capture(
        Array.from({ length: 30 }, (__, index) => ({
          event: "e",
          distinct_id: "u",
          properties: { at: capture * 30 + index },
        })),
      ),
    );
    await Promise.all(sent);
    const events = await stored();
    assert.is(events.length, CAPTURES * 30);
    for (const { properties } of events)
      assert.equal([properties["count"], properties["late"]], [properties["at"], properties["at"]]);
  }),
);

pipeline("leaves other projects alone", () =>
  withPlugins(async ({ add, hoglet }) => {
    const other = await hoglet.projects.create({ name: "other" });
    await add("dropper", `exports.processEvent = () => null`);
    await hoglet.capture({ event: "a", distinct_id: "u" });
    await hoglet.capture({ event: "a", distinct_id: "u" }, { project: other.id });
    assert.equal((await hoglet.events.list()).results.length, 0);
    assert.equal(
      (await hoglet.events.list({ project: other.id })).results.map(({ properties }) => properties),
      [{}],
    );
  }),
);

whenAll(pipeline)(
  "takes up a config that is enabled, changed, rearranged or disabled with the next event, and keeps the others' state",
  () =>
    withPlugins(async ({ add, send, hoglet, logs }) => {
      const count = `let n = 0; exports.processEvent = (e, { config, global }) => { global.n = (global.n ?? 0) + 1; e.properties[config.key] = global.n; return e }`;
      const a = await add("a", count, { config: { key: "a" } });
      const b = await add("b", count, { config: { key: "b" } });
      const unloads = async (id: number) => (await logs(id)).filter((line) => line.endsWith("was unloaded."));
      const values = async () => {
        const { a: one, b: two, c: three } = (await send("x"))?.properties ?? {};
        return [one, two, three];
      };
      assert.equal(await values(), [1, 1, undefined]);
      await hoglet.pluginConfigs.update(b, { config: { key: "c" } });
      assert.equal(await values(), [2, undefined, 1]);
      await hoglet.pluginConfigs.update(b, { enabled: false });
      assert.equal(await values(), [3, undefined, undefined]);
      await hoglet.pluginConfigs.delete(a);
      assert.equal(await values(), [undefined, undefined, undefined]);
      assert.is((await logs(a)).filter((line) => line.endsWith("was loaded.")).length, 1);
      await hoglet.runDue();
      assert.is((await unloads(b)).length, 2);
      assert.is((await unloads(a)).length, 1);
    }),
);

pipeline("counts how calls went, for the delivery rate", () =>
  withPlugins(async ({ add, hoglet, send }) => {
    const id = await add(
      "half",
      `exports.processEvent = (e) => { if (e.properties.bad) throw 1; return e.event === "drop" ? null : e }`,
    );
    for (const bad of [true, true, false, false, false]) await send("a", { bad });
    assert.is((await hoglet.pluginConfigs.get(id)).delivery_rate_24h, 0.6);
    await send("drop");
    await send("a", { bad: true });
    assert.is((await hoglet.pluginConfigs.get(id)).delivery_rate_24h, 4 / 7);
  }),
);

pipeline.run();
