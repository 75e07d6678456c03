import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as v from "valibot";
import { createTestHoglet, defineEvents, StrictError } from "../../../adapters/testing/index.ts";

async function problemsOf(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(
    () => assert.unreachable("expected problems"),
    (reason: unknown) => reason,
  );
  assert.instance(error, StrictError);
  return (error as StrictError).problems;
}

const send = (content: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(content) });

const it = suite("strict mode");

it("lets closing fail for what was refused, and closes all the same", async () => {
  const hoglet = await createTestHoglet({ strict: true });
  await hoglet.fetch("/e/", send({ api_key: "phc_wrong", event: "lost", distinct_id: "u1" }));
  const problems = await problemsOf(hoglet.close());
  assert.is(problems.length, 1);
  assert.match(problems[0] ?? "", /^POST \/e\/ was answered 401: ./);
  const error = await hoglet.events.list().catch((reason: unknown) => reason);
  assert.match((error as Error).message, /closed/);
});

it("lets a capture in process fail for what it would be warned about, once", async () => {
  await using hoglet = await createTestHoglet({ strict: true });
  const [problem] = await problemsOf(hoglet.capture({ event: "a", distinct_id: "u1", timestamp: "yesterday" }));
  assert.match(problem ?? "", /^ignored_invalid_timestamp \(u1\): The event was stored/);
  await hoglet.capture({ event: "b", distinct_id: "u1" });
});

it("tells of single events that the newer protocol drops", async () => {
  await using hoglet = await createTestHoglet();
  const uuid = "0195f0a0-0000-7000-8000-000000000001";
  const headers = {
    authorization: "Bearer phc_test",
    "content-type": "application/json",
    "user-agent": "test",
    "posthog-sdk-info": "test/1.0.0",
    "posthog-attempt": "1",
    "posthog-request-id": uuid,
    "posthog-request-timestamp": hoglet.clock.iso(),
  };
  const batch = [{ event: "", uuid, distinct_id: "u1", timestamp: hoglet.clock.iso(), options: {}, properties: {} }];
  const reply = await hoglet.fetch("/i/v1/analytics/events", {
    ...send({ created_at: hoglet.clock.iso(), batch }),
    headers,
  });
  assert.is(reply.status, 200, await reply.clone().text());
  const problems = await problemsOf(hoglet.verify());
  assert.match(problems[0] ?? "", uuid);
});

it("lets reset fail, and the next one pass", async () => {
  await using hoglet = await createTestHoglet({ strict: true });
  await hoglet.fetch("/e/", { method: "POST", body: "{" });
  await problemsOf(hoglet.reset());
  await hoglet.reset();
});

it("says nothing of faults that the test asked for, nor of refused questions", async () => {
  await using hoglet = await createTestHoglet({ strict: true });
  hoglet.fail({ status: 500 });
  await hoglet.fetch("/e/", send({ api_key: "phc_test", event: "a", distinct_id: "u1" }));
  await hoglet.fetch("/api/projects/1/persons/999/", { headers: { authorization: `Bearer ${hoglet.personalApiKey}` } });
  await hoglet.verify();
});

it("without it nothing fails", async () => {
  const hoglet = await createTestHoglet();
  await hoglet.fetch("/e/", { method: "POST", body: "{" });
  await hoglet.reset();
  await hoglet.fetch("/e/", { method: "POST", body: "{" });
  await hoglet.close();
});

it.run();

const plans = suite("a plan on a test hoglet");
const plan = defineEvents({ "signed up": v.object({ plan: v.string() }) });

plans("in mode strict lets verify fail for each event off the plan", async () => {
  await using hoglet = await createTestHoglet({ plan, planMode: "strict" });
  const posthog = await hoglet.posthog();
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: 1 } });
  posthog.capture({ distinctId: "u1", event: "signedup" });
  assert.equal(await problemsOf(hoglet.verify()), [
    'Off the plan: "signed up", plan: Invalid type: Expected string but received 1',
    'Off the plan: "signedup": The plan has no such event.',
  ]);
  await hoglet.verify();
});

plans("by default warns the process, and in mode off does not even that", async () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => warning.name === "HogletPlanWarning" && warnings.push(warning.message);
  process.on("warning", hear);
  for (const planMode of ["off", "warn"] as const) {
    const hoglet = await createTestHoglet({ plan, planMode });
    await hoglet.capture({ event: `typo ${planMode}`, distinct_id: "u1" });
    await hoglet.close();
  }
  // The process tells its warnings in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", hear);
  assert.equal(warnings, ['Off the plan: "typo warn": The plan has no such event.']);
});

plans("is compared with what was captured", async () => {
  await using hoglet = await createTestHoglet({ plan, planMode: "off" });
  await hoglet.capture({ event: "signed up", distinct_id: "u1", properties: { plan: "pro" } });
  assert.is((await hoglet.coverage()).covered, 1);
});

plans.run();
