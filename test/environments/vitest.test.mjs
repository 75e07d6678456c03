import { createRequire } from "node:module";
import { test } from "vitest";

test("an app's test", { timeout: 60_000 }, async () => {
  console.log(`FAILED ${JSON.stringify(await createRequire(import.meta.url)("./steps.cjs")())}`);
});
