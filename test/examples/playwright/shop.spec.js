import { expect, test as base } from "@playwright/test";
import { serveShop } from "./serve-shop.js";

const { HOGLET_URL: url, HOGLET_TEST_KEY: key } = process.env;

const ask = async (path, body) => {
  const headers = { authorization: `Bearer ${key}` };
  const reply = await fetch(url + path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.detail);
  return answer;
};

/** Each worker's tenant: what the pages of one send, no other sees. */
const test = base.extend({
  tenant: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it.
    async ({}, use, { workerIndex }) => {
      const name = `worker-${workerIndex}`;
      const { project_token: token } = await ask("/__test/tenants", { name });
      const shop = await serveShop({ posthogHost: url, token });
      await use({
        shopUrl: shop.url,
        waitFor: (match) => ask(`/__test/wait?tenant=${name}`, match),
        events: () => ask(`/__test/events?tenant=${name}`),
        reset: () => ask(`/__test/reset?tenant=${name}`, {}),
      });
      shop.close();
    },
    { scope: "worker" },
  ],
});

for (const number of [1, 2, 3]) {
  test(`what the browser captures arrives in the worker's own tenant (${number})`, async ({ page, tenant }) => {
    await tenant.reset();
    await page.goto(tenant.shopUrl);
    await page.getByText("Buy").click();
    const { properties } = await tenant.waitFor({ event: "bought", properties: { plan: "pro" }, timeout: 10000 });
    expect(properties.$current_url).toBe(tenant.shopUrl);
    expect((await tenant.events()).filter(({ event }) => event === "bought")).toHaveLength(1);
  });
}
