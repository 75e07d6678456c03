import { suite } from "uvu";
import * as assert from "uvu/assert";
import { expectPerson } from "../../support/capture-case.ts";
import { openWorld, WAYS } from "../../support/world.ts";
import type { Sent, World } from "../../support/world.ts";

interface StoredGroup {
  index: number;
  key: string;
  properties: Record<string, unknown>;
}

function groups({ ctx }: World, project = 1): StoredGroup[] {
  const rows = ctx.db
    .sql(
      `SELECT group_type_index AS "index", group_key AS "key", properties FROM groups WHERE project_id = ?
       ORDER BY group_type_index, id`,
    )
    .all(project) as { index: number; key: string; properties: string }[];
  return rows.map(({ index, key, properties }) => ({
    index,
    key,
    properties: JSON.parse(properties) as Record<string, unknown>,
  }));
}

function types({ ctx }: World, project = 1): string[] {
  return ctx.db
    .sql("SELECT group_type FROM group_types WHERE project_id = ? ORDER BY group_type_index")
    .pluck()
    .all(project) as string[];
}

function identified(key: unknown, added?: unknown, more: Partial<Sent> = {}): Sent {
  const { properties, ...rest } = more;
  return {
    event: "$groupidentify",
    distinct_id: "u",
    properties: { $group_type: "organization", $group_key: key, $group_set: added, ...properties },
    ...rest,
  };
}

function inGroups(named: unknown, properties: Record<string, unknown> = {}): Sent {
  return { event: "ping", distinct_id: "u", properties: { $groups: named, ...properties } };
}

function lastProperties(world: World): Record<string, unknown> {
  return world.events().at(-1)?.properties ?? {};
}

const identify = suite("identifyGroup");

identify("K1 K2 makes a group, and later ones merge into it key by key", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    await world.capture(identified("org::5", { foo: "bar" }), { way });
    assert.equal(groups(world), [{ index: 0, key: "org::5", properties: { foo: "bar" } }]);
    await world.capture([identified("org::5", { baz: 1 }), identified("org::5"), identified("org::5", "oops")], {
      way,
    });
    assert.equal(groups(world), [{ index: 0, key: "org::5", properties: { foo: "bar", baz: 1 } }]);
    await world.capture(identified("org::5", { foo: 2, baz: null }), { way });
    assert.equal(groups(world), [{ index: 0, key: "org::5", properties: { foo: 2, baz: null } }]);
    world.close();
  }
});

identify("K5 leaves the person alone", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    const more = { $set: { a: 1 }, $set_once: { b: 1 }, properties: { $set: { c: 1 }, $unset: ["d"] } };
    await world.capture(identified("o1", { n: 1 }, more), { way });
    expectPerson(world.person("u"), { properties: {}, version: 0 }, "u");
    assert.equal(lastProperties(world), { $group_type: "organization", $group_key: "o1", $group_set: { n: 1 } });
    world.close();
  }
});

identify("K7 makes no group without a type or a key, and keeps the event", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    await world.capture(
      [
        identified(undefined, { a: 1 }),
        identified(null, { a: 1 }),
        identified("", { a: 1 }),
        identified("o1", { a: 1 }, { properties: { $group_type: undefined } }),
        identified("o1", { a: 1 }, { properties: { $group_type: 5 } }),
        identified("o1", { a: 1 }, { properties: { $group_type: "" } }),
      ],
      { way },
    );
    assert.equal(groups(world), []);
    assert.equal(types(world), []);
    assert.is(world.events().length, 6);
    world.close();
  }
});

identify("K8 as posthog-node sends it: a person for the made-up id appears", async () => {
  const world = openWorld();
  const properties = { $group_type: "org", $group_key: "o1", $group_set: {}, $lib: "posthog-node", $is_server: true };
  await world.capture({ event: "$groupidentify", distinct_id: "$org_o1", properties }, { way: "over HTTP" });
  assert.equal(world.person("$org_o1")?.distinct_ids, ["$org_o1"]);
  assert.equal(groups(world), [{ index: 0, key: "o1", properties: {} }]);
  world.close();
});

identify("works for a personless event too", async () => {
  const world = openWorld();
  await world.capture(identified("o1", { n: 1 }, { properties: { $process_person_profile: false } }));
  assert.equal(groups(world), [{ index: 0, key: "o1", properties: { n: 1 } }]);
  assert.is(world.person("u"), null);
  world.close();
});

identify("a key of more than 400 characters drops the event; a number becomes its text; NUL is replaced", async () => {
  const world = openWorld();
  await world.capture([identified("x".repeat(401)), identified("x".repeat(400)), identified(5), identified("a\0b")]);
  assert.equal(
    groups(world).map(({ key }) => key),
    ["x".repeat(400), "5", "a\ufffdb"],
  );
  assert.is(world.events().length, 3);
  assert.equal(
    world.warnings().map(({ type }) => type),
    ["group_key_too_long"],
  );
  world.close();
});

identify("a project's groups are its own", async () => {
  const world = openWorld();
  await world.capture(inGroups({ team: "t" }));
  await world.capture(identified("o1", { a: 1 }), { project: 2 });
  assert.equal(types(world), ["team"]);
  assert.equal(types(world, 2), ["organization"]);
  assert.equal(groups(world), []);
  assert.equal(groups(world, 2), [{ index: 0, key: "o1", properties: { a: 1 } }]);
  world.close();
});

identify.run();

const tags = suite("tagGroups");

tags("K4 writes the key of each named group beside $groups, and makes no group of it", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    await world.capture(inGroups({ organization: "org::5", team: 7 }), { way });
    assert.equal(lastProperties(world), {
      $groups: { organization: "org::5", team: 7 },
      $group_0: "org::5",
      $group_1: "7",
    });
    assert.equal(types(world), ["organization", "team"]);
    assert.equal(groups(world), []);
    world.close();
  }
});

tags("K4 types keep their index; a sixth is ignored", async () => {
  const world = openWorld();
  await world.capture([inGroups({ a: "1", b: "1" }), inGroups({ c: "1", a: "2", d: "1", e: "1", f: "1" })]);
  const { $groups: _, ...tagged } = lastProperties(world);
  assert.equal(tagged, { $group_0: "2", $group_2: "1", $group_3: "1", $group_4: "1" });
  assert.equal(types(world), ["a", "b", "c", "d", "e"]);
  await world.capture(identified("o1", { a: 1 }));
  assert.equal(groups(world), []);
  world.close();
});

tags("leaves what is no map of names, null keys and empty names", async () => {
  const world = openWorld();
  for (const named of ["org", ["org"], null, 5, { org: null }, { "": "x" }]) {
    await world.capture(inGroups(named));
    assert.equal(lastProperties(world), { $groups: named });
  }
  assert.equal(types(world), []);
  world.close();
});

tags("a request that is tried again gets the indexes that hold then", async () => {
  const world = openWorld();
  const { queue, db } = world.ctx;
  let isFirst = true;
  const other = queue.push(1, () => {
    if (!isFirst) throw new Error("stop");
    isFirst = false;
    db.sql("INSERT INTO group_types (project_id, group_type_index, group_type) VALUES (1, 0, 'gone')").run();
  });
  const captured = world.capture(inGroups({ organization: "o1" }));
  const failing = queue.push(1, () => {
    throw new Error("stop");
  });
  await Promise.allSettled([other, failing, captured]);
  assert.equal(lastProperties(world), { $groups: { organization: "o1" }, $group_0: "o1" });
  assert.equal(types(world), ["organization"]);
  world.close();
});

tags.run();

const strip = suite("stripGroups");

strip("removes group keys from personless events of persons unknown", async () => {
  const world = openWorld();
  await world.capture(
    inGroups({ organization: "o1" }, { $process_person_profile: false, $group_0: "x", $group_4: "y" }),
  );
  assert.equal(lastProperties(world), { $groups: { organization: "o1" }, $process_person_profile: false });
  assert.equal(types(world), []);
  world.close();
});

strip.run();
