import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet, HogletError } from "../../../lib/index.ts";

async function identify(hoglet: Hoglet, type: string, key: string, set = {}, timestamp = "2024-03-01T00:00:00Z") {
  const properties = { $group_type: type, $group_key: key, $group_set: set };
  await hoglet.capture({ event: "$groupidentify", distinct_id: "u1", timestamp, properties });
}

async function keys(hoglet: Hoglet, query: Parameters<Hoglet["groups"]["list"]>[0]): Promise<string[]> {
  return (await hoglet.groups.list(query)).results.map((group) => group.group_key);
}

const types = suite("listGroupTypes");

types("lists the types by index", async () => {
  const hoglet = await createHoglet();
  assert.equal(await hoglet.groups.types(), []);
  await identify(hoglet, "org", "o1");
  await hoglet.capture({ event: "viewed", distinct_id: "u1", properties: { $groups: { team: "t1" } } });
  const names = { name_singular: null, name_plural: null };
  assert.equal(await hoglet.groups.types(), [
    { group_type: "org", group_type_index: 0, ...names },
    { group_type: "team", group_type_index: 1, ...names },
  ]);
});

types.run();

const listing = suite("listGroups");

listing("lists the groups of one type, newest first, by pages, of its own project", async () => {
  const hoglet = await createHoglet();
  const { id: project } = await hoglet.projects.create({ name: "other" });
  await identify(hoglet, "org", "o1", { name: "One" }, "2024-03-02T08:15:30.250Z");
  await identify(hoglet, "org", "o2", {}, "2024-03-01T00:00:00Z");
  await identify(hoglet, "org", "o3", {}, "2024-03-03T00:00:00Z");
  await identify(hoglet, "team", "t1");
  assert.equal(await keys(hoglet, { group_type_index: 0 }), ["o3", "o1", "o2"]);
  assert.equal(await keys(hoglet, { group_type_index: "1" }), ["t1"]);
  const page = await hoglet.groups.list({ group_type_index: 0, limit: 1, offset: 1 });
  assert.equal(page, {
    count: 3,
    results: [
      {
        group_type_index: 0,
        group_key: "o1",
        group_properties: { name: "One" },
        created_at: "2024-03-02T08:15:30.250000Z",
      },
    ],
  });
  assert.equal(await keys(hoglet, { group_type_index: 0, project }), []);
});

listing("searches in keys and names, in any letter case, and takes % for what it is", async () => {
  const hoglet = await createHoglet();
  await identify(hoglet, "org", "Acme-1", { name: "Road Runner" }, "2024-03-03T00:00:00Z");
  await identify(hoglet, "org", "100%", { name: 7 }, "2024-03-02T00:00:00Z");
  await identify(hoglet, "org", "other", { name: "Söhne" }, "2024-03-01T00:00:00Z");
  assert.equal(await keys(hoglet, { group_type_index: 0, search: "aCME" }), ["Acme-1"]);
  assert.equal(await keys(hoglet, { group_type_index: 0, search: "runner" }), ["Acme-1"]);
  assert.equal(await keys(hoglet, { group_type_index: 0, search: "SÖHNE" }), ["other"]);
  assert.equal(await keys(hoglet, { group_type_index: 0, search: "%" }), ["100%"]);
  assert.equal(await keys(hoglet, { group_type_index: 0, search: "" }), ["Acme-1", "100%", "other"]);
});

listing("refuses an index that is none", async () => {
  const hoglet = await createHoglet();
  for (const index of [5, -1, 0.5, "x"]) {
    const error = (await hoglet.groups.list({ group_type_index: index }).catch((e: unknown) => e)) as HogletError;
    assert.equal([error.status, error.attr], [400, "group_type_index"], String(index));
  }
});

listing.run();

const getting = suite("getGroup");

getting("gives the group of a type and key, and 404 for what nobody described", async () => {
  const hoglet = await createHoglet();
  await identify(hoglet, "org", "o1", { name: "One" });
  const group = await hoglet.groups.get({ group_type_index: 0, group_key: "o1" });
  assert.equal(group.group_properties, { name: "One" });
  for (const name of [
    { group_type_index: 1, group_key: "o1" },
    { group_type_index: 0, group_key: "o2" },
  ]) {
    const error = (await hoglet.groups.get(name).catch((e: unknown) => e)) as HogletError;
    assert.is(error.status, 404);
  }
});

getting.run();
