import { gunzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Hoglet, HogletError } from "../../../lib/index.ts";
import { assertSame } from "./support/sides.ts";
import { story } from "./support/story.ts";
import { closeUpstreams } from "./support/upstream.ts";
import { createWorld, eventsIn, numbersOf, ping, pings } from "./support/world.ts";
import { whenAll } from "../../support/rounds.ts";

const delivery = suite("forwardTo: delivery");

delivery("both ends hold the same events, persons, groups and numbers, whatever the events were about", async () => {
  const world = await createWorld({ batchEvents: 40 });
  const events = story(1, 600);
  await world.mine.capture(events.slice(0, 400));
  assert.is((await world.outbox.flush()).delivered, 400);
  await world.mine.capture(events.slice(400));
  await world.outbox.runDue();
  const status = await world.outbox.status();
  assert.equal([status.state, status.delivered, status.pending.events], ["idle", 600, 0]);
  await assertSame(world.mine, world.theirs);
  await world.close();
});

delivery(
  "requests are gzipped batches to /batch/ with the token, in the order of arrival, and say no time of sending",
  async () => {
    const world = await createWorld({ batchEvents: 2 });
    await world.mine.capture(pings(3));
    await world.outbox.flush();
    const [first, second] = world.upstream.requests;
    assert.equal([first?.method, first?.path, first?.headers["content-encoding"]], ["POST", "/batch/", "gzip"]);
    const envelope = JSON.parse(gunzipSync(first?.body ?? "").toString()) as Record<string, unknown>;
    assert.equal(Object.keys(envelope), ["api_key", "batch"]);
    assert.is(envelope["api_key"], "phc_theirs");
    assert.equal(
      eventsIn(first ?? { body: Buffer.alloc(0) }).map(({ properties }) => properties["n"]),
      [0, 1],
    );
    assert.equal(
      eventsIn(second ?? { body: Buffer.alloc(0) }).map(({ properties }) => properties["n"]),
      [2],
    );
    await world.close();
  },
);

delivery(
  "filter and transform decide what leaves; the uuid stays; a hook that throws sets its event aside",
  async () => {
    const world = await createWorld({
      filter: ({ properties }) => {
        if (properties["n"] === 5) throw new Error("five");
        return properties["n"] !== 1;
      },
      transform: (event) =>
        event.properties["n"] === 2
          ? null
          : { ...event, uuid: "oops", properties: { n: event.properties["n"], $ip: null } },
    });
    await world.mine.capture(pings(6));
    const status = await world.outbox.flush();
    assert.equal(await numbersOf(world.theirs), [0, 3, 4]);
    assert.equal([status.delivered, status.filtered, status.set_aside.length, status.state], [3, 2, 1, "idle"]);
    assert.match(status.set_aside[0]?.reason ?? "", "five");
    const mine = await uuidsOf(world.mine);
    assert.equal(await uuidsOf(world.theirs), [mine[0], mine[3], mine[4]]);
    await world.close();
  },
);

delivery(
  "events without an address have none upstream either; with missingIp sender they get the forwarder's",
  async () => {
    for (const [missingIp, expected] of [
      ["none", undefined],
      ["sender", "127.0.0.1"],
    ] as const) {
      const world = await createWorld({ missingIp });
      await world.mine.capture([ping(1), { ...ping(2), ip: "1.2.3.4" }]);
      await world.outbox.flush();
      const [first, second] = (await world.theirs.events.after()).results;
      assert.equal([first?.properties["$ip"], second?.properties["$ip"]], [expected, "1.2.3.4"]);
      await world.close();
    }
  },
);

delivery("group types keep their own numbers upstream", async () => {
  const world = await createWorld();
  await world.theirs.capture({ event: "x", distinct_id: "u", properties: { $groups: { team: "t", org: "o" } } });
  await world.mine.capture({ event: "y", distinct_id: "u", properties: { $groups: { org: "o1" } } });
  await world.outbox.flush();
  const { results } = await world.theirs.events.list({ event: "y" });
  assert.equal([results[0]?.properties["$group_0"], results[0]?.properties["$group_1"]], [undefined, "o1"]);
  await world.close();
});

delivery("an event that the upstream would drop with an ok is set aside", async () => {
  const world = await createWorld();
  await world.mine.projects.update(world.mine.project.id, { person_processing_opt_out: true });
  await world.mine.capture([{ event: "$identify", distinct_id: "u", properties: { $anon_distinct_id: "a" } }, ping(1)]);
  const status = await world.outbox.flush();
  assert.equal([status.delivered, status.set_aside.map(({ event }) => event)], [1, ["$identify"]]);
  await world.close();
});

delivery("each project has its own outboxes, and other projects' events are passed over", async () => {
  const world = await createWorld();
  const other = await world.mine.projects.create({ name: "other" });
  await world.mine.capture(pings(2));
  await world.mine.capture([ping(7)], { project: other.id });
  await world.mine.capture([ping(3)]);
  const second = await world.open({ project: other.id });
  assert.is((await second.flush()).delivered, 1);
  assert.equal(await numbersOf(world.theirs), [7]);
  assert.is((await world.outbox.flush()).delivered, 3);
  await world.close();
});

whenAll(delivery)("two forwarders of one outbox, as of two processes, deliver in order and nothing twice", async () => {
  const world = await createWorld({ batchEvents: 7 });
  const twin = await world.open();
  await world.mine.capture(story(2, 100));
  await Promise.all([world.outbox.flush(), twin.flush()]);
  assert.is((await world.outbox.flush()).delivered, 100);
  await assertSame(world.mine, world.theirs);
  await world.close();
});

delivery("listeners hear of deliveries and failures", async () => {
  const world = await createWorld();
  const heard: string[] = [];
  world.outbox.on("delivered", ({ events }) => heard.push(`delivered ${events}`));
  world.outbox.on("failed", ({ status, retry_at }) => heard.push(`failed ${status} ${retry_at !== null}`));
  world.faults.push({ status: 500 });
  await world.mine.capture(pings(2));
  await world.outbox.flush();
  await world.outbox.flush();
  assert.equal(heard, ["failed 500 true", "delivered 2"]);
  await world.close();
});

delivery("an option that is unknown or wrong is refused by name", async () => {
  const world = await createWorld();
  for (const [wrong, name] of [
    [{ hots: 1 }, "hots"],
    [{ host: "posthog.com" }, "host"],
    [{ projectToken: "phx_secret" }, "projectToken"],
    [{ batchEvents: 0 }, "batchEvents"],
    [{ whileOff: "send" }, "whileOff"],
  ] as const) {
    const error = await world.open(wrong as never).then(
      () => null,
      (thrown: unknown) => thrown as HogletError,
    );
    assert.equal([error?.code, error?.attr], ["misconfigured", name]);
    if (name === "hots") assert.is(error?.detail, 'Unknown option "hots" of forwardTo. Did you mean "host"?');
  }
  await world.close();
});

delivery.after(closeUpstreams);
delivery.run();

async function uuidsOf(hoglet: Hoglet): Promise<string[]> {
  return (await hoglet.events.after()).results.map(({ uuid }) => uuid);
}
