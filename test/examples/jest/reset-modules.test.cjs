const { createTestHoglet } = require("hoglet/testing");
// oxlint-disable-next-line import/no-unassigned-import -- adds the matchers to expect.
require("hoglet/testing/jest");

test("assertions of a module that was loaded again take a hoglet of the first", async () => {
  const hoglet = await createTestHoglet();
  jest.resetModules();
  // oxlint-disable-next-line import/no-unassigned-import -- adds the matchers to expect.
  require("hoglet/testing/jest");
  await hoglet.capture({ event: "signed up", distinct_id: "u1" });
  await expect(hoglet).toHaveCaptured("signed up");
  await hoglet.close();
});
