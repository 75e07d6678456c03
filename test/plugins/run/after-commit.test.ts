import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withPlugins } from "./plugin-hoglet.ts";
import { whenAll } from "../../support/rounds.ts";

const afterCommit = suite("createAfterCommit");

afterCommit("tells onEvent what was stored, after the commit, and not what was dropped or was there already", () =>
  withPlugins(async ({ add, hoglet }) => {
    await add(
      "change",
      `exports.processEvent = (e) => (e.event === "drop" ? null : { ...e, event: e.event + "!", ip: null })`,
    );
    const id = await add(
      "listen",
      `exports.onEvent = async (e, { storage }) => {
      const { count } = await (await posthog.api.get("/api/projects/@current/events/?event=" + encodeURIComponent(e.event))).json();
      await storage.set(e.event, { ...e, uuid: typeof e.uuid, stored: count !== 0 });
      storage.set("calls", (await storage.get("calls", 0)) + 1) }`,
    );
    const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
    const event = {
      event: "a",
      distinct_id: "u",
      uuid,
      ip: "1.1.1.1",
      timestamp: "2024-01-10T11:00:00Z",
      properties: { x: 1 },
      $set: { plan: "pro" },
    };
    await hoglet.capture(event);
    await hoglet.runDue();
    await hoglet.capture([event, { event: "drop", distinct_id: "u" }]);
    await hoglet.runDue();
    const { calls, "a!": seen } = await hoglet.pluginConfigs.storage(id);
    assert.is(calls, 1);
    assert.equal(seen, {
      uuid: "string",
      event: "a!",
      distinct_id: "u",
      team_id: 1,
      ip: null,
      site_url: "http://hoglet.local",
      now: "2024-01-10T12:00:30.000Z",
      timestamp: "2024-01-10T11:00:00.000Z",
      properties: { x: 1, $set: { plan: "pro" }, $plugins_succeeded: ["change (1)"], $plugins_failed: [] },
      $set: { plan: "pro" },
      stored: true,
      person: {
        uuid: "a3f809d2-8688-5e0c-b374-3a81f639ed8d",
        team_id: 1,
        properties: { plan: "pro", $creator_event_uuid: uuid },
        created_at: "2024-01-10T11:00:00.000Z",
      },
    });
  }),
);

whenAll(afterCommit)("isolates failures of onEvent: others are told, capture resolves, the log says why", () =>
  withPlugins(async ({ add, hoglet, logs, stored }) => {
    const bad = await add("bad", `exports.onEvent = () => { throw new Error("cannot") }`);
    const stuck = await add(
      "stuck",
      `exports.onEvent = () => { for (;;); }; exports.processEvent = (e) => { e.properties.stuck = 1; return e }`,
    );
    const good = await add("good", `exports.onEvent = (e, { utils }) => utils.cursor.increment("n")`);
    await hoglet.capture([1, 2].map(() => ({ event: "a", distinct_id: "u" })));
    await hoglet.runDue();
    assert.is((await stored()).length, 2);
    assert.equal(await hoglet.pluginConfigs.storage(good), { n: 2 });
    assert.match((await logs(bad)).join("\n"), /PLUGIN ERROR onEvent failed: Error: cannot/);
    assert.match((await logs(stuck)).join("\n"), /PLUGIN ERROR onEvent failed: LimitError/);
    assert.is((await hoglet.pluginConfigs.get(bad)).delivery_rate_24h, 0);
  }),
);

afterCommit("tells onSnapshot of $snapshot, and nothing else", () =>
  withPlugins(async ({ add, hoglet }) => {
    const id = await add(
      "snap",
      `exports.onSnapshot = (e, { utils }) => utils.cursor.increment("snapshot"); exports.onEvent = (e, { utils }) => utils.cursor.increment(e.event)`,
    );
    await hoglet.capture(["a", "$snapshot"].map((event) => ({ event, distinct_id: "u" })));
    await hoglet.runDue();
    assert.equal(await hoglet.pluginConfigs.storage(id), { a: 1, snapshot: 1 });
  }),
);

afterCommit("tells who did it as they are then, of which elements; and of a personless event nobody", () =>
  withPlugins(async ({ add, hoglet }) => {
    const id = await add(
      "listen",
      `exports.onEvent = (e, { storage }) => storage.set(e.event, [e.person, e.elements])`,
    );
    const named = { $set: { name: "Ann" } };
    await hoglet.capture({ event: "first", distinct_id: "u", properties: named });
    const tag = { tag_name: "button", $el_text: "Buy" };
    await hoglet.capture({ event: "$autocapture", distinct_id: "u", properties: { $elements: [tag] } });
    const nobody = { $process_person_profile: false };
    await hoglet.capture({ event: "third", distinct_id: "u", properties: nobody });
    await hoglet.runDue();
    type Told = [{ uuid: string; properties: { name: string } } | null, unknown];
    const { first, $autocapture: clicked, third } = (await hoglet.pluginConfigs.storage(id)) as Record<string, Told>;
    const person = await hoglet.persons.get(1);
    assert.equal(
      [first?.[0]?.uuid, first?.[0]?.properties.name, clicked?.[0]?.uuid, third],
      [person.uuid, "Ann", person.uuid, [null, null]],
    );
    assert.equal(clicked?.[1], [{ tag_name: "button", text: "Buy" }]);
  }),
);

afterCommit("tells onAction of each action that a stored event is, and of no other", () =>
  withPlugins(async ({ add, hoglet, logs }) => {
    const id = await add(
      "act",
      `exports.onAction = async (action, event, { storage }) => {
        if (event.event === "bad") throw new Error("no");
        await storage.set(action.name, [action, event.event, event.properties.price]) }`,
    );
    const costly = [{ key: "price", value: 10, operator: "gt" }] as const;
    await hoglet.actions.create({ name: "buys", description: "d", steps: [{ event: "paid" }] });
    await hoglet.actions.create({
      name: "buys much",
      steps: [{ event: "paid", properties: costly }, { event: "bad" }],
    });
    await hoglet.actions.create({ name: "never" });
    await hoglet.capture({ event: "paid", distinct_id: "u", properties: { price: 5 } });
    await hoglet.runDue();
    const first = await hoglet.pluginConfigs.storage(id);
    assert.equal(first, {
      buys: [
        {
          id: 1,
          team_id: 1,
          name: "buys",
          description: "d",
          created_at: "2024-01-10T12:00:30Z",
          deleted: false,
          steps: [{ event: "paid", action_id: 1 }],
        },
        "paid",
        5,
      ],
    });
    // By the definitions of now.
    await hoglet.actions.update(1, { steps: [{ event: "other" }] });
    await hoglet.capture({ event: "paid", distinct_id: "u", properties: { price: 50 } });
    await hoglet.capture({ event: "bad", distinct_id: "u" });
    await hoglet.runDue();
    const then = (await hoglet.pluginConfigs.storage(id)) as Record<string, unknown[]>;
    assert.equal([then["buys"]?.[2], then["buys much"]?.slice(1)], [5, ["paid", 50]]);
    assert.match((await logs(id)).join("\n"), /PLUGIN ERROR onAction failed: Error: no/);
    assert.is((await hoglet.pluginConfigs.get(id)).delivery_rate_24h, 2 / 3);
  }),
);

afterCommit("sends what composeWebhook returns, and logs what it cannot", async () => {
  const sent: unknown[] = [];
  const source = `exports.composeWebhook = (e) => e.event === "none" ? null : e.event === "odd" ? { url: 1 } : ({ url: "https://hook.test/" + e.event, body: JSON.stringify({ year: e.timestamp.getUTCFullYear() }), headers: { "X-A": "1" }, method: e.event === "put" ? "PUT" : undefined })`;
  await withPlugins(
    async ({ add, hoglet, logs }) => {
      const id = await add("hook", source);
      await hoglet.capture(["a", "put", "none", "odd", "refused"].map((event) => ({ event, distinct_id: "u" })));
      await hoglet.runDue();
      assert.equal(sent.toSorted(), [
        `POST https://hook.test/a {"year":2024} application/json 1`,
        `POST https://hook.test/refused {"year":2024} application/json 1`,
        `PUT https://hook.test/put {"year":2024} application/json 1`,
      ]);
      const errors = (await logs(id)).filter((line) => line.startsWith("PLUGIN ERROR"));
      assert.equal(errors.toSorted(), [
        "PLUGIN ERROR composeWebhook failed: hook.test answered 503",
        "PLUGIN ERROR composeWebhook failed: it returned no url and body",
      ]);
      assert.is((await hoglet.pluginConfigs.get(id)).delivery_rate_24h, 0.5);
    },
    {
      async pluginFetch(url, { method, body, headers } = {}) {
        const given = new Headers(headers);
        sent.push(`${method} ${url} ${String(body)} ${given.get("content-type")} ${given.get("x-a")}`);
        return new Response("", { status: url.endsWith("refused") ? 503 : 200 });
      },
    },
  );
  await withPlugins(async ({ add, hoglet, logs }) => {
    const id = await add("hook", source);
    await hoglet.capture({ event: "a", distinct_id: "u" });
    await hoglet.runDue();
    assert.match((await logs(id)).join("\n"), "fetch is off");
  });
});

afterCommit.run();
