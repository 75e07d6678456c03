import { test as base } from "@playwright/test";
import { connectTestHoglet, expectHoglet } from "hoglet/testing";
import { serveShop } from "./serve-shop.js";

const { HOGLET_URL: url, HOGLET_TEST_KEY: key } = process.env;

/** Each worker's tenant: what the pages of one send, no other sees. */
const test = base.extend({
  tenant: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it.
    async ({}, use, { workerIndex }) => {
      const hoglet = await connectTestHoglet({ url, key, tenant: `worker-${workerIndex}` });
      const shop = await serveShop({ posthogHost: url, token: hoglet.token });
      await use({ hoglet, shopUrl: shop.url });
      shop.close();
    },
    { scope: "worker" },
  ],
});

for (const number of [1, 2, 3]) {
  test(`what the browser captures arrives in the worker's own tenant (${number})`, async ({ page, tenant }) => {
    const { hoglet, shopUrl } = tenant;
    await hoglet.reset();
    await page.goto(shopUrl);
    await page.getByText("Buy").click();
    await hoglet.waitFor("bought", { timeout: 10000 });
    await expectHoglet(hoglet).toHaveCapturedTimes("bought", 1, { plan: "pro", $current_url: shopUrl });
  });
}
