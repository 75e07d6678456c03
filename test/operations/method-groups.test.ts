import { mock } from "node:test";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

const groups = suite("groups of methods");

groups("are members like others: listed, the same at each reading, copied by spreading", async () => {
  await using hoglet = await createHoglet();
  assert.ok(Object.keys(hoglet).includes("insights"));
  const { insights, persons } = hoglet;
  assert.is(hoglet.insights, insights);
  assert.is({ ...hoglet }.persons, persons);
});

groups("can be replaced by the tests of an app, before they are read and after", async () => {
  await using hoglet = await createHoglet();
  const open: { -readonly [Name in keyof Hoglet]: Hoglet[Name] } = hoglet;
  const none = { list: async () => ({ count: 0, results: [] }) };
  open.cohorts = { ...hoglet.cohorts, ...none };
  assert.is((await hoglet.cohorts.list()).count, 0);
  mock.getter(hoglet, "actions", () => "mocked" as never);
  assert.is(hoglet.actions as unknown, "mocked");
  mock.restoreAll();
  mock.method(hoglet.events, "list", async () => ({ count: 7, results: [] }));
  assert.is((await hoglet.events.list()).count, 7);
});

groups.run();
