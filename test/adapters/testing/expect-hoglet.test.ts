import { AssertionError } from "node:assert";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet, expectHoglet, runnerMatchers } from "../../../adapters/testing/index.ts";
import type { TestHoglet } from "../../../adapters/testing/index.ts";

/** The text of the failure. */
async function failureOf(expectation: Promise<unknown>): Promise<string> {
  const error = await expectation.then(
    () => assert.unreachable("expected a failure"),
    (reason: unknown) => reason,
  );
  assert.instance(error, AssertionError);
  return (error as Error).message;
}

async function shop(): Promise<TestHoglet> {
  const hoglet = await createTestHoglet();
  for (const [distinct_id, plan] of [
    ["u1", "pro"],
    ["u2", "free"],
    ["u3", "pro"],
  ]) {
    await hoglet.capture({ event: "signed up", distinct_id: distinct_id ?? "", properties: { plan, $set: { plan } } });
  }
  await hoglet.clock.advance("1 day");
  await hoglet.capture({ event: "paid", distinct_id: "u1", properties: { plan: "pro", amount: 12 } });
  return hoglet;
}

const events = suite("toHaveCaptured");

events("finds an event by its name and a part of its properties", async () => {
  await using hoglet = await shop();
  await expectHoglet(hoglet).toHaveCaptured("signed up");
  await expectHoglet(hoglet).toHaveCaptured("paid", { amount: 12 });
  await expectHoglet(hoglet).toHaveCaptured({ event: "signed up", distinct_id: "u2" }, { plan: "free" });
  await expectHoglet(hoglet).not.toHaveCaptured("paid", { amount: 13 });
  await expectHoglet(hoglet).not.toHaveCaptured("refunded");
});

events("names the nearest events and the property that differs", async () => {
  await using hoglet = await shop();
  const text = await failureOf(expectHoglet(hoglet).toHaveCaptured("paid", { plan: "pro", amount: 13 }));
  const lines = text.split("\n");
  assert.is(lines[0], `Expected "paid" with { plan: 'pro', amount: 13 } to be captured.`);
  assert.is(lines[1], "4 events were captured, nearest first:");
  assert.is(lines[2], `  "paid" of u1: properties.amount is 12, expected 13`);
  const slip = await failureOf(expectHoglet(hoglet).toHaveCaptured("paid", { amuont: 12 }));
  assert.is(slip.split("\n")[2], `  "paid" of u1: properties.amuont is missing, expected 12. Did you mean amount?`);
  const typo = await failureOf(expectHoglet(hoglet).toHaveCaptured("signed_up"));
  assert.match(typo.split("\n")[2] ?? "", `"signed up" of u1: event is 'signed up', expected 'signed_up'`);
  assert.match(
    await failureOf(expectHoglet(hoglet).not.toHaveCaptured("paid")),
    /Expected no "paid", but it was captured/,
  );
});

events("says what was refused or warned about when something is missing", async () => {
  await using hoglet = await createTestHoglet();
  const body = JSON.stringify({ api_key: "phc_wrong", event: "lost", distinct_id: "u1" });
  await hoglet.fetch("/e/", { method: "POST", body });
  await hoglet.capture({ event: "kept", distinct_id: "u1", timestamp: "yesterday" });
  const text = await failureOf(expectHoglet(hoglet).toHaveCaptured("lost"));
  assert.match(text, /Requests that were refused: 1\.\n {2}POST \/e\/: 401/);
  assert.match(text, /Warnings:\n {2}ignored_invalid_timestamp: The event was stored/);
});

events.run();

const called = suite("toHaveCalledFlag");

called("finds the call of a flag by key, value and distinct id", async () => {
  await using test = await createTestHoglet();
  await test.flags.set("beta", "red");
  const posthog = await test.posthog();
  await posthog.getFeatureFlag("beta", "u1");
  await expectHoglet(test).toHaveCalledFlag("beta");
  await expectHoglet(test).toHaveCalledFlag("beta", { value: "red", distinct_id: "u1" });
  await expectHoglet(test).not.toHaveCalledFlag("beta", { value: true });
  await expectHoglet(test).not.toHaveCalledFlag("beta", { distinct_id: "u2" });
  await expectHoglet(test).not.toHaveCalledFlag("gamma");
});

called.run();

const counts = suite("toHaveCapturedTimes");

counts("counts those that match", async () => {
  await using hoglet = await shop();
  await expectHoglet(hoglet).toHaveCapturedTimes("signed up", 3);
  await expectHoglet(hoglet).toHaveCapturedTimes("signed up", 2, { plan: "pro" });
  await expectHoglet(hoglet).toHaveCapturedTimes("refunded", 0);
  await expectHoglet(hoglet).not.toHaveCapturedTimes("signed up", 2);
  const text = await failureOf(expectHoglet(hoglet).toHaveCapturedTimes("paid", 2));
  assert.match(text, /Expected "paid" to be captured 2 times, but it was once\./);
});

counts.run();

const persons = suite("toHavePerson and toHaveMerged");

persons("find a person by any of its distinct ids and a part of its properties", async () => {
  await using hoglet = await shop();
  await hoglet.capture({ event: "$identify", distinct_id: "u1", properties: { $anon_distinct_id: "visitor" } });
  await expectHoglet(hoglet).toHavePerson("visitor", { plan: "pro" });
  await expectHoglet(hoglet).toHaveMerged("u1", "visitor");
  await expectHoglet(hoglet).not.toHaveMerged("u1", "u2");
  await expectHoglet(hoglet).not.toHavePerson("nobody");
  assert.match(
    await failureOf(expectHoglet(hoglet).toHavePerson("u2", { plan: "pro" })),
    /properties\.plan is 'free', expected 'pro'/,
  );
  assert.match(await failureOf(expectHoglet(hoglet).toHavePerson("nobody")), /There are 3 persons:/);
  assert.match(await failureOf(expectHoglet(hoglet).not.toHaveMerged("u1", "visitor")), /but they are one/);
  const nested = expectHoglet(hoglet).toHavePerson("u1", { properties: { plan: "pro" } });
  assert.match(
    String(await nested.catch((error: unknown) => error)),
    /Expected the properties themselves: toHavePerson/,
  );
});

persons("say why a merge did not happen", async () => {
  await using hoglet = await createTestHoglet();
  for (const [distinct_id, $anon_distinct_id] of [
    ["a", "x"],
    ["b", "y"],
    ["b", "a"],
  ]) {
    await hoglet.capture({ event: "$identify", distinct_id: distinct_id ?? "", properties: { $anon_distinct_id } });
  }
  const text = await failureOf(expectHoglet(hoglet).toHaveMerged("a", "b"));
  assert.match(text, /a: the person of a, x|a: the person of x, a/);
  assert.match(text, /cannot_merge_already_identified: .*\$merge_dangerously/);
});

persons.run();

const questions = suite("toConvert, toRetain and toHaveTrend");

questions("hold a funnel against numbers", async () => {
  await using hoglet = await shop();
  await expectHoglet(hoglet).toConvert(["signed up", "paid"], { entered: 3, converted: 1, counts: [3, 1], rate: 0.33 });
  await expectHoglet(hoglet).not.toConvert(["signed up", "paid"], { rate: 0.34 });
  const byPlan = hoglet.expectFunnel(["signed up", "paid"], { breakdownFilter: { breakdown: "plan" } });
  await byPlan.toConvert({ counts: [3, 1], by: { pro: { counts: [2, 1], rate: 0.5 }, free: { converted: 0 } } });
  await byPlan.not.toConvert({ by: { pro: { converted: 2 } } });
  const text = await failureOf(byPlan.toConvert({ by: { pro: { rate: 1 } } }));
  assert.match(text, "Expected signed up → paid to convert otherwise: by.pro.rate is 0.5, expected 1.");
  await hoglet
    .expectFunnel(["signed up", { event: "paid", properties: [{ key: "amount", value: 99 }] }])
    .toConvert({ converted: 0 });
});

questions("hold retention against rows", async () => {
  await using hoglet = await shop();
  const query = { target_entity: { id: "signed up" }, returning_entity: { id: "paid" }, total_intervals: 2 };
  await expectHoglet(hoglet).toRetain(query, [[3, 1], [0]]);
  await expectHoglet(hoglet).toRetain(query, [[3]]);
  await expectHoglet(hoglet).not.toRetain(query, [[3, 2]]);
  assert.match(
    await failureOf(expectHoglet(hoglet).toRetain(query, [[3, 2]])),
    /rows\[0\]\[1\] is 1, expected 2\.\nIt is:\n {2}Day 0: 3 1/,
  );
});

questions("hold a trend against its series", async () => {
  await using hoglet = await shop();
  await expectHoglet(hoglet).toHaveTrend("signed up", { count: 3 });
  const byPlan = { events: [{ id: "signed up" }], breakdown: "plan", date_from: "-1d" };
  await expectHoglet(hoglet).toHaveTrend(byPlan, [
    { breakdown_value: "pro", data: [2, 0] },
    { breakdown_value: "free", count: 1 },
  ]);
  await expectHoglet(hoglet).not.toHaveTrend(byPlan, { breakdown_value: "pro", count: 1 });
  const text = await failureOf(expectHoglet(hoglet).toHaveTrend("signed up", { count: 4 }));
  assert.match(text, /Expected a series \{ count: 4 \}; of the nearest, count is 3, expected 4\./);
});

questions.run();

const runners = suite("runnerMatchers");

runners("give the verdicts that Vitest and Jest read", async () => {
  await using hoglet = await shop();
  const { toHaveCaptured, toHaveCapturedTimes } = runnerMatchers();
  assert.is((await toHaveCaptured(hoglet, "paid")).pass, true);
  const { pass, message, expected, actual } = await toHaveCapturedTimes(hoglet, "paid", 2);
  assert.equal([pass, expected, actual], [false, 2, 1]);
  assert.match(message(), /captured 2 times/);
  const error = await toHaveCaptured({}, "paid").catch((reason: unknown) => reason);
  assert.match((error as Error).message, /about a test hoglet/);
});

runners.run();

const forms = suite("forms of questions");

const step = (event: string) => ({ kind: "EventsNode" as const, event });

forms("take query nodes and the older dialect alike", async () => {
  await using hoglet = await shop();
  const expected = expectHoglet(hoglet);
  const series = [step("signed up"), step("paid")];
  await expected.toConvert({ kind: "FunnelsQuery", series }, { counts: [3, 1] });
  await expected.toConvert(series, { counts: [3, 1] });
  await expected.toConvert({ events: [{ id: "signed up" }, { id: "paid", order: 1 }] }, { counts: [3, 1] });
  await expected.toHaveTrend({ kind: "TrendsQuery", series: [step("signed up")] }, { count: 3 });
  await expected.toHaveTrend({ kind: "LifecycleQuery", series: [step("signed up")] }, { status: "new", count: 3 });
  const targetEntity = { id: "signed up", type: "events" as const };
  const returningEntity = { id: "paid", type: "events" as const };
  await expected.toRetain(
    { kind: "RetentionQuery", retentionFilter: { targetEntity, returningEntity, totalIntervals: 2 } },
    [[3, 1]],
  );
});

forms("bound the time from the first step to the last", async () => {
  await using hoglet = await shop();
  const expected = expectHoglet(hoglet);
  for (const [within, converted] of [
    ["23h", 0],
    ["1d", 1],
    [86_400_000, 1],
    ["90 minutes", 0],
  ] as const) {
    await expected.toConvert(["signed up", "paid"], { within, converted });
    const older = { events: [{ id: "signed up" }, { id: "paid", order: 1 }] };
    await expected.toConvert(older, { within, converted });
  }
  await expected.toConvert(
    { kind: "FunnelsQuery", series: [step("signed up"), step("paid")] },
    { within: "1h", rate: 0 },
  );
});

forms("say what they are about", () => {
  assert.throws(
    () => expectHoglet({} as never),
    /^expectHoglet is about a test hoglet: expectHoglet\(hoglet\), made by createTestHoglet or/,
  );
});

forms("refuse what they would not look at, also without an event and by .not", async () => {
  await using hoglet = await createTestHoglet();
  const { not: never, ...always } = expectHoglet(hoglet);
  for (const [name, args, told] of [
    ["toConvert", [["a", "b"], { ratee: 1 }], /unknown field ratee\. Did you mean "rate"\?/],
    ["toConvert", [["a", "b"], { by: { pro: { convertd: 1 } } }], /Did you mean "converted"\?/],
    ["toConvert", [{ rate: 1 }, ["a", "b"]], /toConvert\(steps, \{ rate: 0\.5 \}\)/],
    ["toConvert", [["a", { id: "b" }], { rate: 1 }], /kind: "EventsNode"/],
    ["toConvert", [["a", "b"], { rate: 1 }, { funnelFilter: {} }], /funnelFilter/],
    ["toConvert", [["a", "b"], { within: "soon", rate: 1 }], /within: expected milliseconds/],
    ["toConvert", [{ kind: "TrendsQuery", series: [] }, { rate: 1 }], /kind FunnelsQuery/],
    ["toConvert", [{ kind: "FunnelsQuery", serie: [] }, { rate: 1 }], /serie/],
    ["toHaveTrend", [{ bogus: 1 }, { count: 1 }], /query node/],
    ["toHaveTrend", ["a", { countt: 1 }], /Did you mean "count"\?/],
    ["toHaveTrend", [{ count: 1 }, "a"], /toHaveTrend\(query/],
    ["toHaveTrend", [{ kind: "TrendsQuery", series: [], bogus: 1 }, { count: 1 }], /bogus/],
    ["toHaveTrend", [{ kind: "FunnelsQuery", series: [] }, { count: 1 }], /TrendsQuery/],
    ["toRetain", [{ kind: "RetentionQuery", retentionFiltr: {} }, [[1]]], /retentionFiltr/],
    ["toRetain", [[[1]], {}], /toRetain\(\{ kind/],
    ["toHaveMerged", ["u1"], /two distinct ids or more/],
    ["toHaveMerged", [["u1", "u2"]], /two distinct ids or more/],
    ["toHaveCaptured", [{ event: "a", distinctId: "u1" }], /Did you mean "distinct_id"\?/],
    ["toHaveCaptured", ["a", { distinctId: "u1" }], /beside the properties: .*distinct_id: "u1"/],
    ["toHaveCapturedTimes", ["a", 0, { distinct_id: "u1" }], /beside the properties/],
    ["toHaveCaptured", ["a", 2], /toHaveCapturedTimes\("paid", 2/],
    ["toHaveCapturedTimes", ["a", { plan: "pro" }, 2], /toHaveCapturedTimes\("paid", 2/],
    ["toHavePerson", [{ plan: "pro" }, "u1"], /toHavePerson\("u1"/],
    ["toHaveCalledFlag", ["beta", true], /\{ value: true \}/],
    ["toHaveCalledFlag", ["beta", { vlue: true }], /Did you mean "value"\?/],
  ] as const) {
    for (const matchers of [always, never]) {
      const call = matchers[name] as (...args: readonly unknown[]) => Promise<void>;
      const error = await call(...args).catch((reason: unknown) => reason);
      assert.not.instance(error, AssertionError, name);
      assert.match(String(error), told);
    }
  }
});

forms.run();

const reasons = suite("reasons");

reasons("show the nearest person's way and the step where it ended", async () => {
  await using hoglet = await createTestHoglet();
  for (const [distinct_id, names] of [
    ["far", ["visited", "signed up"]],
    ["near", ["visited"]],
    ["other", ["opened"]],
  ] as const) {
    for (const event of names) await hoglet.capture({ event, distinct_id });
  }
  await hoglet.clock.advance("2 hours");
  await hoglet.capture({ event: "paid", distinct_id: "far" });
  const steps = ["visited", "signed up", "paid"];
  const text = await failureOf(expectHoglet(hoglet).toConvert(steps, { within: "1h", rate: 1 }));
  assert.equal(text.split("\n").slice(-4), [
    "The nearest person, far:",
    "  visited: 2025-01-15T12:00:00Z",
    "  signed up: 2025-01-15T12:00:00Z",
    "  paid: after the conversion window: 'paid' at 2025-01-15T14:00:00Z",
  ]);
  const unknown = await failureOf(expectHoglet(hoglet).toConvert(["visted", "paid"], { converted: 1 }));
  assert.match(unknown, /Nobody has an event of the first step, visted\./);
  const fewer = await failureOf(expectHoglet(hoglet).toConvert(["visited", "signed up"], { converted: 0 }));
  assert.not.match(fewer, /nearest person/);
});

reasons("compare events of the wanted name alone, and expected fields alone", async () => {
  await using hoglet = await shop();
  const text = await failureOf(expectHoglet(hoglet).toHaveCaptured("paid", { amount: 13 }));
  assert.equal(text.split("\n").slice(1), [
    "4 events were captured, nearest first:",
    '  "paid" of u1: properties.amount is 12, expected 13',
    "  and 3 more",
  ]);
  const { actual } = (await expectHoglet(hoglet)
    .toHavePerson("u1", { plan: "free" })
    .catch((reason: unknown) => reason)) as AssertionError;
  assert.equal(actual, { plan: "pro" });
  assert.not.match(await failureOf(expectHoglet(hoglet).not.toHavePerson("u1")), /creator_event_uuid/);
});

reasons.run();
