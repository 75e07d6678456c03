import { createRequire } from "node:module";
import { test } from "node:test";

const steps = createRequire(import.meta.url)("./steps.cjs");
const apis = process.argv[2]?.split(",");

test("an app's test", async ({ mock: { timers } }) => {
  const failed = await steps(() => {
    timers.enable(apis === undefined ? undefined : { apis });
    return () => timers.reset();
  });
  console.log(`FAILED ${JSON.stringify(failed)}`);
});
