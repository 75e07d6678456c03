import { describe, it } from "node:test";
import { expect, useHoglet } from "hoglet/testing/node";

describe("sign-up", () => {
  it("is captured", async (t) => {
    const hoglet = await useHoglet(t, { strict: true }); // closed when the test ends
    const posthog = await hoglet.posthog();
    posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
    await expect(hoglet).toHaveCaptured("signed up", { plan: /^p/ });
    await expect(hoglet).toHavePerson("u1");
  });
});
