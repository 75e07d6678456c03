import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestHoglet } from "hoglet/testing";
// oxlint-disable-next-line import/no-unassigned-import -- adds the matchers to expect.
import "hoglet/testing/vitest";
import { pay, signUp } from "./sign-up.js";

let hoglet;
let posthog;

beforeAll(async () => {
  hoglet = await createTestHoglet({ strict: true });
  posthog = await hoglet.posthog();
});
beforeEach(() => hoglet.reset());
afterAll(() => hoglet.close());

describe("the app's analytics", () => {
  it("finds what was captured, by a part of its properties", async () => {
    signUp(posthog, { id: "u1", plan: "pro" });
    await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
    await expect(hoglet).toHaveCaptured("signed up", { plan: expect.stringMatching(/^p/) });
    await expect(hoglet).not.toHaveCaptured("signed up", { plan: "free" });
    await expect(hoglet).toHaveCapturedTimes("signed up", 1);
    await expect(hoglet).toHavePerson("u1", { plan: "pro" });
  });

  it("lists the closest captured events", async () => {
    signUp(posthog, { id: "u1", plan: "free" });
    await expect(expect(hoglet).toHaveCaptured("signed up", { plan: "pro" })).rejects.toThrow(
      "properties.plan is 'free', expected 'pro'",
    );
    await expect(expect(hoglet).not.toHaveCaptured("signed up")).rejects.toThrow("but it was captured");
  });

  it("answers questions over days that pass at once", async () => {
    for (const id of ["u1", "u2"]) signUp(posthog, { id, plan: "pro", visitor: `visitor of ${id}` });
    await hoglet.clock.advance("2 days");
    pay(posthog, { id: "u2", amount: 12 });
    await expect(hoglet).toHaveMerged("u1", "visitor of u1");
    await expect(hoglet).not.toHaveMerged("u1", "u2");
    await expect(hoglet).toConvert(["signed up", "paid"], { entered: 2, converted: 1, rate: 0.5 });
    await hoglet.expectFunnel(["signed up", "paid"]).toConvert({ within: "1d", counts: [2, 0] });
    await expect(hoglet).toHaveTrend("signed up", { count: 2, data: [0, 0, 0, 0, 0, 2, 0, 0] });
    const question = { target_entity: { id: "signed up" }, returning_entity: { id: "paid" }, total_intervals: 3 };
    await expect(hoglet).toRetain(question, [[2, 0, 1]]);
  });
});
