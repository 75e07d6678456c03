import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { forwardTo, listOutboxes, pullHistory, pushHistory } from "../../adapters/posthog/index.ts";
import { connectTestHoglet, createTestHoglet } from "../../adapters/testing/index.ts";
import { withPage } from "../../adapters/ui/index.ts";
import { createHoglet, definePlugin, HogletError, restoreCopy, toFetch } from "../../lib/index.ts";

/** As JavaScript calls it, without types. */
type Loose = (...args: unknown[]) => unknown;

async function fault(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    assert.instance(error, HogletError);
    assert.is((error as HogletError).code, "misconfigured");
    return (error as HogletError).detail;
  }
  return "none";
}

const hoglets = suite("requireHoglet");

hoglets("every function about a hoglet says so when it gets none, or a promise of one", async () => {
  const circle: { self?: object } = {};
  circle.self = circle;
  for (const [name, run] of Object.entries({
    h3Adapter,
    withPage,
    forwardTo,
    listOutboxes,
    pushHistory,
    pullHistory,
  })) {
    for (const [given, what] of [
      [undefined, "undefined"],
      [Promise.resolve(), "a promise"],
      [circle, "another object"],
    ] as const) {
      const told = `${name} expects a hoglet, as from await createHoglet(), but received ${what}.`;
      assert.is(await fault(() => (run as Loose)(given)), told);
    }
  }
});

hoglets.run();

const options = suite("requireOptions");

options("every function with options shows some when it gets none, or a text", async () => {
  await using hoglet = await createHoglet();
  const calls: Record<string, Loose> = {
    createHoglet: createHoglet as Loose,
    createTestHoglet: createTestHoglet as Loose,
    clickhouse: clickhouse as Loose,
    connectTestHoglet: connectTestHoglet as Loose,
    definePlugin: definePlugin as Loose,
    restoreCopy: restoreCopy as Loose,
    withPage: (given) => (withPage as Loose)(hoglet, given),
    forwardTo: (given) => (forwardTo as Loose)(hoglet, given),
    pushHistory: (given) => (pushHistory as Loose)(hoglet, given),
    pullHistory: (given) => (pullHistory as Loose)(hoglet, given),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const given of [null, "analytics.db"]) {
      const told = await fault(() => call(given));
      assert.ok(told.startsWith(`${name} expects an object of options, such as { `), told);
      assert.ok(told.endsWith(`, but received ${JSON.stringify(given)}.`), told);
    }
  }
});

options("connectTestHoglet says where its url comes from", async () => {
  const told = await fault(() => (connectTestHoglet as Loose)({ url: undefined, key: undefined }));
  assert.is(
    told,
    "Expected the address of a test hoglet, as hoglet run puts it into HOGLET_URL, but received undefined.",
  );
});

options.run();

const functions = suite("requireFunction");

functions("toFetch says so when it gets no function, also for a hoglet", async () => {
  await using hoglet = await createHoglet();
  for (const [given, what] of [
    [undefined, "undefined"],
    [hoglet, "an object"],
  ] as const) {
    const told = `toFetch expects a function that answers requests, such as hoglet.handle, but received ${what}.`;
    assert.is(await fault(() => (toFetch as Loose)(given)), told);
  }
});

functions.run();

const names = suite("unknownOption");

names("createHoglet knows its options by the names that others give theirs, and by misspelt ones", async () => {
  for (const [name, meant] of [
    ["path", "file"],
    ["filename", "file"],
    ["db", "file"],
    ["database", "file"],
    ["apiKey", "projectToken"],
    ["log", "logger"],
    ["durabilty", "durability"],
  ]) {
    const told = await fault(() => (createHoglet as Loose)({ [name as string]: "x" }));
    assert.is(told, `Unknown option "${name}" of createHoglet. Did you mean "${meant}"?`);
  }
  const told = await fault(() => (createHoglet as Loose)({ constructor: 1 }));
  assert.is(told, 'Unknown option "constructor" of createHoglet.');
});

names.run();
