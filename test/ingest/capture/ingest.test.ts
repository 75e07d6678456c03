import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ping, set } from "../../support/capture-case.ts";
import { NOW_MS, openWorld, WAYS } from "../../support/world.ts";
import type { Sent } from "../../support/world.ts";

const ingesting = suite("ingest");

ingesting("D13 D5 stores nothing of a request with one bad event", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    const refusal = await world
      .capture([set("a", { x: 1 }), ping(""), set("b", { x: 1 })], { way })
      .catch((error: unknown) => String(error));
    assert.match(String(refusal), "event submitted without a distinct_id");
    assert.equal([world.events(), world.persons()], [[], []]);
    world.close();
  }
});

ingesting("keeps the order within a request, and of requests that are under way at once in one way", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    const requests: Sent[][] = [[ping("a"), ping("b")], [ping("c")], [ping("d"), ping("e")]];
    await Promise.all(requests.map((request) => world.capture(request, { way })));
    assert.equal(
      world.events().map((event) => event.distinct_id),
      ["a", "b", "c", "d", "e"],
      way,
    );
    world.close();
  }
});

ingesting("an event is there when the capture resolves, received at the time of its arrival", async () => {
  const world = openWorld();
  const captured = world.capture(ping("u", { timestamp: "2024-06-01T00:00:00Z" }));
  world.clock.nowMs += 5000;
  await captured;
  assert.equal(world.ctx.db.sql("SELECT timestamp, received_at FROM events").get(), {
    timestamp: Date.UTC(2024, 5, 1),
    received_at: NOW_MS,
  });
  world.close();
});

ingesting("a dropped event takes no other with it and leaves its warning", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    const dropped = { event: "$create_alias", distinct_id: "t", properties: { alias: 5 } };
    await world.capture([ping("a"), dropped, ping("b")], { way });
    assert.equal(
      world.events().map((event) => event.distinct_id),
      ["a", "b"],
    );
    assert.equal(world.warnings(), [
      { type: "invalid_alias", distinct_id: "t", event_uuid: null, details: { distinct_id: "t" } },
    ]);
    assert.is(world.ctx.db.sql("SELECT count(*) FROM distinct_ids WHERE distinct_id = 't'").pluck().get(), 0);
    world.close();
  }
});

ingesting("what the caller does with its objects afterwards does not reach the database", async () => {
  const world = openWorld();
  const tags = ["x"];
  const properties: Record<string, unknown> = { tags, $set: { tags } };
  const captured = world.capture({ event: "a", distinct_id: "u", properties });
  tags.push("y");
  properties["late"] = 1;
  await captured;
  tags.push("z");
  await world.capture(set("u", { other: 1 }));
  assert.equal(world.events()[0]?.properties, { tags: ["x"], $set: { tags: ["x"] } });
  assert.equal(world.person("u")?.properties["tags"], ["x"]);
  assert.equal(properties, { tags: ["x", "y", "z"], $set: { tags: ["x", "y", "z"] }, late: 1 });
  world.close();
});

ingesting("a project that wants no addresses gets none", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    world.ctx.db.sql("UPDATE projects SET anonymize_ips = 1 WHERE id = 1").run();
    await world.capture([ping("u"), ping("u", { properties: { $ip: "1.0.0.1" } })], { way, ip: "11.12.13.14" });
    for (const event of world.events()) assert.equal(event.properties, {});
    world.close();
  }
});

ingesting.run();
