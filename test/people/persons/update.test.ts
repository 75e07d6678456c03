import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "./people.ts";

const P = "/api/projects/1/persons";

const noCreator = (properties: Record<string, unknown>) => {
  const { $creator_event_uuid: _, ...rest } = properties;
  return rest;
};

const updates = suite("updatePerson");

updates(
  "sets what is given, leaves the rest, and gives the changed person; the event carries the first distinct id",
  async () => {
    const { add, join, id, persons, events } = openPeople();
    await add({ a: { plan: "free", seats: 1 } });
    await join("a", "z");
    const person = await persons.update(id("a"), { properties: { plan: "pro", list: [1], none: null } });
    assert.equal(noCreator(person.properties), { plan: "pro", seats: 1, list: [1], none: null });
    const last = events().at(-1);
    assert.equal([last?.event, last?.distinct_id], ["$set", "a"]);
    assert.equal(last?.properties, { $set: { plan: "pro", list: [1], none: null } });
  },
);

updates("{} changes nothing and is captured all the same", async () => {
  const { add, id, persons, events } = openPeople();
  await add({ a: { plan: "free" } });
  const before = events().length;
  await persons.update(id("a"), { properties: {} });
  assert.is(events().length, before + 1);
});

updates("works in a project whose events are personless", async () => {
  const { add, id, persons, ctx } = openPeople();
  await add({ a: { plan: "free" } });
  ctx.db.sql("UPDATE projects SET person_processing_opt_out = 1").run();
  const person = await persons.update(id("a"), { properties: { plan: "pro" } });
  assert.is(person.properties["plan"], "pro");
});

updates("takes a distinct id that capture would not cut, and refuses a person who has none", async () => {
  const { add, id, persons, events, ctx } = openPeople();
  await add({ short: { n: 0 } });
  const personId = id("short");
  const long = "l".repeat(300);
  // As a merge or an import can leave it: the first of the person's ids is too long for an event.
  ctx.db.sql("UPDATE distinct_ids SET distinct_id = ? WHERE person_id = ?").run(long, personId);
  ctx.db.invalidate();
  assert.is(await persons.update(personId, { properties: { n: 1 } }).catch((error) => error.status), 409);
  ctx.db.sql("INSERT INTO distinct_ids (project_id, distinct_id, person_id) VALUES (1, 'other', ?)").run(personId);
  assert.is((await persons.update(personId, { properties: { n: 2 } })).properties["n"], 2);
  assert.is(events().at(-1)?.distinct_id, "other");
});

updates("68 a whole person sent back is taken, and its history holds keys and no values", async () => {
  const { add, ask, activity } = openPeople();
  await add({ a: { plan: "free" } });
  const person = (await ask("GET", `${P}/1`)).body as unknown as { properties: Record<string, unknown> };
  const { status, body } = await ask("PATCH", `${P}/1`, {
    body: { ...person, properties: { ...person.properties, vip: true } },
  });
  assert.equal([status, noCreator((body as unknown as typeof person).properties)], [200, { plan: "free", vip: true }]);
  const [entry, ...others] = activity();
  assert.equal(others, []);
  assert.equal([entry?.item_id, entry?.activity, entry?.detail["name"]], ["1", "updated", null]);
  assert.equal(entry?.detail["changes"], [
    {
      type: "Person",
      action: "changed",
      field: "properties",
      before: null,
      after: null,
      keys: ["plan", "$creator_event_uuid", "vip"],
    },
  ]);
});

updates.run();

const property = suite("updateProperty");

property("70 captures exactly one $set event", async () => {
  const { add, persons, events } = openPeople();
  await add({ a: {} });
  const before = events().length;
  await persons.updateProperty(1, { key: "foo", value: "bar" });
  const [event, ...others] = events().slice(before);
  assert.equal([event?.event, event?.distinct_id, event?.properties], ["$set", "a", { $set: { foo: "bar" } }]);
  assert.equal(others, []);
});

for (const value of [null, "", 0, false, [], { a: 1 }]) {
  property(`71 and 73 ${JSON.stringify(value)} is a value like any other`, async () => {
    const { add, persons } = openPeople();
    await add({ a: { foo: "bar" } });
    assert.equal((await persons.updateProperty(1, { key: "foo", value })).properties["foo"], value);
  });
}

property("a property may be called __proto__", async () => {
  const { add, persons } = openPeople();
  await add({ a: {} });
  const { properties } = await persons.updateProperty(1, { key: "__proto__", value: "x" });
  assert.ok(Object.hasOwn(properties, "__proto__"));
  assert.is(Object.keys((await persons.deleteProperty(1, { $unset: "__proto__" })).properties).length, 1);
});

property.run();

const unset = suite("deleteProperty");

unset(
  "76 captures $delete_person_property with the key in a list, by integer id and by UUID; repeating is harmless",
  async () => {
    const { add, persons, events, activity, person } = openPeople();
    await add({ a: { plan: "pro", vip: true } });
    const uuid = person("a")?.uuid ?? "";
    assert.equal(noCreator((await persons.deleteProperty(1, { $unset: "plan" })).properties), { vip: true });
    assert.equal(noCreator((await persons.deleteProperty(uuid, { $unset: "plan" })).properties), { vip: true });
    const last = events().at(-1);
    assert.equal(
      [last?.event, last?.distinct_id, last?.properties],
      ["$delete_person_property", "a", { $unset: ["plan"] }],
    );
    const [entry] = activity();
    assert.equal([entry?.activity, entry?.detail["name"]], ["delete_property", uuid]);
    assert.equal(entry?.detail["changes"], [
      { type: "Person", action: "changed", field: null, before: null, after: null, keys: ["plan"] },
    ]);
  },
);

unset.run();
