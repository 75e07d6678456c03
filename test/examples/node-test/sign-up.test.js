import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { expect, useHoglet } from "hoglet/testing/node";
import { pay, signUp } from "./sign-up.js";

describe("the app's analytics", () => {
  it("finds what was captured, by a part of its properties", async (t) => {
    const hoglet = await useHoglet(t, { strict: true });
    signUp(await hoglet.posthog(), { id: "u1", plan: "pro" });
    await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
    await expect(hoglet).toHaveCaptured("signed up", { plan: /^p/ });
    await expect(hoglet).not.toHaveCaptured("signed up", { plan: "free" });
    await expect(hoglet).toHaveCapturedTimes("signed up", 1);
    await expect(hoglet).toHavePerson("u1", { plan: "pro" });
  });

  it("lists the closest captured events", async (t) => {
    const hoglet = await useHoglet(t);
    signUp(await hoglet.posthog(), { id: "u1", plan: "free" });
    await assert.rejects(expect(hoglet).toHaveCaptured("signed up", { plan: "pro" }), {
      name: "AssertionError",
      message: /properties\.plan is 'free', expected 'pro'/,
    });
  });

  it("answers questions over days that pass at once", async (t) => {
    const hoglet = await useHoglet(t);
    const posthog = await hoglet.posthog();
    for (const id of ["u1", "u2"]) signUp(posthog, { id, plan: "pro", visitor: `visitor of ${id}` });
    await hoglet.clock.advance("2 days");
    pay(posthog, { id: "u2", amount: 12 });
    await expect(hoglet).toHaveMerged("u1", "visitor of u1");
    await expect(hoglet).toConvert(["signed up", "paid"], { entered: 2, converted: 1, rate: 0.5 });
    await expect(hoglet).toHaveTrend("signed up", { count: 2 });
    const question = { target_entity: { id: "signed up" }, returning_entity: { id: "paid" }, total_intervals: 3 };
    await expect(hoglet).toRetain(question, [[2, 0, 1]]);
  });
});
