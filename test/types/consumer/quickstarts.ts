// The quickstarts of the README and the code beside them, as a user's compiler sees them.
import { h3Adapter } from "hoglet/h3";
import { createHoglet, definePlugin, guardedFetch, HogletError } from "hoglet";
import type { Hoglet, HogletOptions, TrendQuestion } from "hoglet";
import { forwardTo, pushHistory, serveStatus } from "hoglet/posthog";
import { createTestHoglet, defineEvents, expectHoglet } from "hoglet/testing";
import { expect } from "hoglet/testing/node";
import { withPage } from "hoglet/ui";
import { PostHog } from "posthog-node";
import * as v from "valibot";

/** Takes values read from answers, which must have their types. */
declare function show(...values: unknown[]): void;

export async function inTests(): Promise<void> {
  const hoglet = await createHoglet();
  const posthog = new PostHog(hoglet.project.api_token, { fetch: hoglet.fetch });
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { $set: { email: "ada@example.com" } } });
  await posthog.shutdown();
  const { results } = await hoglet.persons.list({ distinct_id: "u1" });
  show(results[0]?.name);
  await hoglet.close();
}

export async function inYourApp(): Promise<number | undefined> {
  const options: HogletOptions = { file: "analytics.db", durability: "full" };
  await using hoglet = await createHoglet(options);
  await hoglet.capture({ event: "exported", distinct_id: "me", properties: { format: "pdf" } });
  const question: TrendQuestion = { events: [{ id: "exported", math: "dau" }], date_from: "-7d" };
  const trend = await hoglet.insights.trend(question);
  return trend.result[0]?.count;
}

export async function whileTesting(): Promise<void> {
  await using hoglet = await createTestHoglet({ strict: true });
  const posthog = await hoglet.posthog();
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
  await expectHoglet(hoglet).toHaveCaptured("signed up", { plan: "pro" });
  await expect(hoglet).toHavePerson("u1", { plan: "pro" });
  await hoglet.clock.advance("3 days");
  await hoglet
    .expectFunnel(["signed up", { event: "paid" }], { breakdownFilter: { breakdown: "plan" } })
    .toConvert({ entered: 1, rate: 1, within: "7d" });
  await expectHoglet(hoglet).toRetain({ target_entity: { id: "signed up" }, period: "Day" }, [[1]]);
  await expectHoglet(hoglet).not.toHaveTrend({ events: [{ id: "paid" }], interval: "day" }, { count: 3 });
  const plan = defineEvents({ paid: v.object({ amount: v.number() }) });
  // @ts-expect-error the plan knows no such property
  const event: Parameters<typeof plan.check>[0] = { evnt: "paid" };
  show(event);
  // @ts-expect-error a misspelt option of a funnel
  hoglet.expectFunnel(["a"], { brekdown: "plan" });
  // @ts-expect-error a misspelt field of a retention
  await expectHoglet(hoglet).toRetain({ target_entty: { id: "a" } }, []);
  // @ts-expect-error a misspelt field of a trend
  await expectHoglet(hoglet).toHaveTrend({ evnts: [] }, []);
  // @ts-expect-error a misspelt option
  await createTestHoglet({ strikt: true });
}

export async function upstream(hoglet: Hoglet): Promise<void> {
  const outbox = await forwardTo(hoglet, { host: "http://upstream", projectToken: "phc_theirs", intervalMs: 1000 });
  outbox.on("delivered", (report) => show(report));
  show((await outbox.flush()).delivered, serveStatus(hoglet, outbox), pushHistory.length);
  // @ts-expect-error a misspelt option
  await forwardTo(hoglet, { hots: "http://upstream", projectToken: "phc_theirs" });
}

export function serving(hoglet: Hoglet): unknown[] {
  // @ts-expect-error nobody is signed in so
  withPage(hoglet, { signIn: "nobody" });
  return [h3Adapter(hoglet), h3Adapter(withPage(hoglet, { signIn: "trusted" }))];
}

export const plugin = definePlugin({
  name: "redact",
  processEvent: (event) => ({ ...event, properties: { ...event.properties, $ip: null } }),
});

export const fetchOfPlugins: HogletOptions = { pluginFetch: guardedFetch({ allow: ["hooks.example.com"] }) };

export function isUnknownField(error: unknown): boolean {
  return error instanceof HogletError && error.code === "unknown_field" && error.attr !== null;
}
