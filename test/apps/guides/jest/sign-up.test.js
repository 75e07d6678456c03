const { createTestHoglet } = require("hoglet/testing");
require("hoglet/testing/jest"); // adds the assertions to expect(hoglet)

let hoglet;
beforeAll(async () => (hoglet = await createTestHoglet({ strict: true })));
beforeEach(() => hoglet.reset());
afterAll(() => hoglet.close());

test("sign-up is captured", async () => {
  const posthog = await hoglet.posthog();
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
  await expect(hoglet).toHaveCaptured("signed up", { plan: expect.stringMatching(/^p/) });
  await expect(hoglet).toHavePerson("u1");
});
