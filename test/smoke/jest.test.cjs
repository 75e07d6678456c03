// Run by Jest as it comes, in a project of `npm init -y`.
const { createHoglet, HogletError } = require("hoglet");
const { createTestHoglet } = require("hoglet/testing");
// oxlint-disable-next-line import/no-unassigned-import -- adds the matchers to expect.
require("hoglet/testing/jest");

test("the test kit and its matchers", async () => {
  const hoglet = await createTestHoglet({ strict: true });
  const posthog = await hoglet.posthog();
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
  await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
  await expect(hoglet).not.toHaveMerged("u1", "u2");
  expect((await fetch(await hoglet.url())).status).toBeLessThan(500);
  await hoglet.close();
});

test("SQL, a plugin and an error", async () => {
  const hoglet = await createHoglet();
  const source =
    "export const processEvent = (event) => ({ ...event, properties: { ...event.properties, seen: true } });";
  const { id } = await hoglet.plugins.install({ files: { "plugin.json": '{"name":"see"}', "index.ts": source } });
  await hoglet.pluginConfigs.create({ plugin: id, order: 0, enabled: true });
  await hoglet.capture({ event: "paid", distinct_id: "u1" });
  expect((await hoglet.events.list()).results[0].properties.seen).toBe(true);
  const { results } = await hoglet.query("select count() as n from events");
  expect(results[0][0]).toBe(1);
  await expect(hoglet.persons.list({ emial: "a" })).rejects.toBeInstanceOf(HogletError);
  await hoglet.close();
});
