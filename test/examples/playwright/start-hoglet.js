import { createTestHoglet } from "hoglet/testing";

/** One hoglet for all workers, which find it by HOGLET_URL and ask it with HOGLET_TEST_KEY; it goes when they are done. */
// oxlint-disable-next-line import/no-default-export -- Playwright reads it.
export default async function startHoglet() {
  const hoglet = await createTestHoglet({ runs: true });
  process.env.HOGLET_URL = await hoglet.url();
  process.env.HOGLET_TEST_KEY = hoglet.testKey;
  return () => hoglet.close();
}
