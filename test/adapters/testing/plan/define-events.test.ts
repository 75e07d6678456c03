import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as v from "valibot";
import type { CapturedEvent } from "../../../../lib/index.ts";
import { coverPlan, defineEvents, PlanError, toJUnit } from "../../../../adapters/testing/index.ts";
import type { StandardSchema } from "../../../../adapters/testing/index.ts";

/** A schema of no library: any that speaks Standard Schema will do, also one that takes its time. */
const positive: StandardSchema<{ amount: number }> = {
  "~standard": {
    version: 1,
    vendor: "by hand",
    validate: async (value) => {
      const { amount } = value as { amount?: unknown };
      return typeof amount === "number" && amount > 0
        ? { value: { amount } }
        : { issues: [{ message: "Expected a positive amount", path: [{ key: "amount" }] }] };
    },
  },
};

const plan = defineEvents({
  "signed up": v.object({ plan: v.picklist(["free", "pro"]), source: v.optional(v.string()) }),
  paid: positive,
  $pageview: v.looseObject({ $current_url: v.string() }),
});

const checks = suite("EventPlan.check");

checks("finds nothing wrong with events on the plan, with what clients add", async () => {
  for (const event of [
    { event: "signed up", properties: { plan: "pro", $lib: "web", $set: { plan: "pro" } } },
    { event: "paid", properties: { amount: 12, anything: "goes, since the schema does not tell its keys" } },
    { event: "$pageview", properties: { $current_url: "https://a.example" } },
    { event: "$identify" },
  ]) {
    assert.equal(await plan.check(event), []);
  }
});

checks("names wrong, missing and unplanned properties and events", async () => {
  const issues = await plan.check({ event: "signed up", properties: { plan: "gold", reason: "ad" } });
  assert.equal(
    issues.map(({ path }) => path),
    ["plan", "reason"],
  );
  assert.equal(
    (await plan.check({ event: "signed up" })).map(({ path }) => path),
    ["plan"],
  );
  assert.equal(await plan.check({ event: "paid", properties: { amount: -1 } }), [
    { event: "paid", path: "amount", message: "Expected a positive amount" },
  ]);
  assert.equal(
    (await plan.check({ event: "$pageview" })).map(({ path }) => path),
    ["$current_url"],
  );
  assert.equal(await plan.check({ event: "constructor" }), [
    { event: "constructor", path: "", message: "The plan has no such event." },
  ]);
});

checks("ignore what SDKs add, unless the plan has it", async () => {
  const properties = { plan: "pro", token: "phc_local", distinct_id: "u1", $lib: "web" };
  const own = defineEvents({ paid: v.object({ plan: v.string() }), opened: v.object({ token: v.number() }) });
  assert.equal(await own.check({ event: "paid", properties }), []);
  const { plan: _, ...rest } = properties;
  const issues = await own.check({ event: "opened", properties: rest });
  assert.equal(
    issues.map(({ path }) => path),
    ["token"],
  );
});

checks.run();

const captures = suite("EventPlan.capture");

captures("captures what is on the plan and refuses the rest before it is captured", async () => {
  const taken: CapturedEvent[] = [];
  const into = { capture: async (event: CapturedEvent) => taken.push(event) };
  await plan.capture(into, { event: "signed up", distinct_id: "u1", properties: { plan: "pro", $set: {} } });
  // @ts-expect-error TypeScript knows the plan too
  const wrong = plan.capture(into, { event: "signed up", distinct_id: "u1", properties: { plan: "gold" } });
  const error = await wrong.catch((reason: unknown) => reason);
  assert.instance(error, PlanError);
  assert.match((error as Error).message, /"signed up", plan: /);
  // @ts-expect-error no such event
  await plan.capture(into, { event: "typo", distinct_id: "u1", properties: {} }, { mode: "off" });
  assert.equal(
    taken.map(({ event }) => event),
    ["signed up", "typo"],
  );
});

captures("types a client's own capture", () => {
  const sent: unknown[] = [];
  const client = plan.typed({ capture: (message: { event: string }) => sent.push(message.event), extra: 1 });
  client.capture({ distinctId: "u1", event: "paid", properties: { amount: 1 } });
  // @ts-expect-error amount is a number
  client.capture({ distinctId: "u1", event: "paid", properties: { amount: "1" } });
  assert.equal([sent, client.extra], [["paid", "paid"], 1]);
});

captures.run();

const coverage = suite("coverPlan");
const CAPTURED = [
  { event: "signed up", properties: { plan: "pro" } },
  { event: "signed up", properties: { plan: 'g"<&\u0001' } },
  { event: "signed up", properties: { plan: 'g"<&\u0001' } },
  { event: "typo" },
  { event: 'odd "<&\u0001>' },
  { event: "$identify" },
];

coverage("tells what never fired, what is unknown and what is off the plan", async () => {
  const { events, never_fired, unknown, issues, covered } = await coverPlan(plan, CAPTURED);
  assert.equal(
    events.map(({ event, count }) => [event, count]),
    [
      ["signed up", 3],
      ["paid", 0],
      ["$pageview", 0],
    ],
  );
  assert.equal(
    [never_fired, unknown],
    [
      ["paid", "$pageview"],
      [
        { event: "typo", count: 1 },
        { event: 'odd "<&\u0001>', count: 1 },
      ],
    ],
  );
  assert.equal(
    issues.map(({ event, path, count }) => [event, path, count]),
    [
      ["signed up", "plan", 2],
      ["typo", "", 1],
      ['odd "<&\u0001>', "", 1],
    ],
  );
  assert.is(covered, 1 / 3);
});

coverage("is written as JUnit's XML", async () => {
  const xml = toJUnit(await coverPlan(plan, CAPTURED));
  assert.match(xml, '<testsuite name="tracking plan" tests="5" failures="3" errors="0" skipped="2">');
  assert.match(xml, '<testcase classname="tracking plan" name="paid"><skipped message="never captured"/></testcase>');
  assert.match(xml, '<testcase classname="tracking plan" name="typo"><failure message="The plan has no such event.">');
  assert.not.match(xml, "\u0001");
  assert.match(xml, 'name="odd &quot;&lt;&amp;\ufffd&gt;"');
});

coverage.run();
