import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestHoglet } from "hoglet/testing";
import "hoglet/testing/vitest"; // adds the assertions to expect(hoglet)
import { pay, signUp } from "./sign-up.js";

let hoglet;
let posthog;

beforeAll(async () => {
  hoglet = await createTestHoglet({ strict: true });
  posthog = await hoglet.posthog();
});
beforeEach(() => hoglet.reset());
afterAll(() => hoglet.close());

describe("sign-up", () => {
  it("is captured with the plan", async () => {
    signUp(posthog, { id: "u1", visitor: "v1", plan: "pro" });
    await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
    await expect(hoglet).toHavePerson("u1", { plan: "pro" });
  });

  it("joins the visitor with the user", async () => {
    posthog.capture({ distinctId: "v1", event: "visited" });
    signUp(posthog, { id: "u1", visitor: "v1", plan: "free" });
    await expect(hoglet).toHaveMerged("u1", "v1");
  });

  it("leads to a payment within 14 days", async () => {
    for (const id of ["u1", "u2"]) signUp(posthog, { id, visitor: `visitor of ${id}`, plan: "pro" });
    await hoglet.clock.advance("3 days");
    pay(posthog, { id: "u2", amount: 12 });
    await expect(hoglet).toConvert(["signed up", "paid"], { entered: 2, converted: 1, rate: 0.5 });
  });
});
