import { spawn } from "node:child_process";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BROWSER, hasBrowser } from "../../support/browser.ts";
import { isAll, whenAll } from "../../support/rounds.ts";
import { sayMissing } from "../../support/skipped.ts";
import { buildExamples, findPackage } from "./build-examples.ts";
import type { BuiltExamples } from "./build-examples.ts";

// The examples run in the real runners, against hoglet as it would be installed. Examples of a runner whose packages
// are missing are skipped, with a message.
const examples = suite("examples");

let built: BuiltExamples;
if (isAll) {
  examples.before(() => {
    built = buildExamples();
  });
  examples.after(() => built.remove());
}

/** A test that needs packages. */
function needs(packages: readonly string[], name: string, run: () => Promise<void>): void {
  const missing = packages.filter((each) => findPackage(each) === null);
  if (missing.length === 0) return whenAll(examples)(name, run);
  sayMissing("the test kit in Vitest, Jest and Playwright", "npm install --prefix test/examples/runners");
  examples.skip(name, run);
}

interface Ended {
  code: number | null;
  output: string;
}

function node(args: readonly string[], folder: string): Promise<Ended> {
  // The runs inside must not inherit these variables: node --test would take itself for a child of another run.
  const { NODE_TEST_CONTEXT: _, NODE_V8_COVERAGE: __, NODE_OPTIONS: ___, ...env } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...env, CHROMIUM: BROWSER },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** Runs an example and expects the number of passed tests, since a runner that finds no test passes too. */
async function runExample(name: string, args: readonly string[], passed: RegExp): Promise<void> {
  const { code, output } = await node(args, join(built.folder, name));
  assert.is(code, 0, output);
  assert.match(stripVTControlCharacters(output), passed);
}

needs(["vitest", "jsdom"], "a posthog-js in jsdom is waited for", () =>
  runExample("jsdom", [join(findPackage("vitest") ?? "", "vitest.mjs"), "run"], /Tests\s+3 passed \(3\)/),
);

whenAll(examples)("the example of node:test passes", () =>
  runExample("node-test", ["--test", "--test-reporter=tap"], /# pass 4\n/),
);

needs(["vitest"], "the example of Vitest passes", () =>
  runExample("vitest", [join(findPackage("vitest") ?? "", "vitest.mjs"), "run"], /Tests\s+3 passed \(3\)/),
);

needs(["jest", "@jest/globals"], "the example of Jest passes", () =>
  runExample(
    "jest",
    ["--experimental-vm-modules", join(findPackage("jest") ?? "", "bin/jest.js")],
    /Tests:\s+4 passed, 4 total/,
  ),
);

needs(["@playwright/test", "posthog-js"], "the example of Playwright and posthog-js passes", async () => {
  if (!hasBrowser()) return;
  await runExample("playwright", [join(findPackage("@playwright/test") ?? "", "cli.js"), "test"], /3 passed/);
});

const TYPED = (expectFrom: string, entry: string) => `
import { expect } from "${expectFrom}";
import { createTestHoglet } from "hoglet/testing";
import "${entry}";
const hoglet = await createTestHoglet();
await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
await expect(hoglet).not.toHaveMerged("a", "b");
// @ts-expect-error two distinct ids at least
await expect(hoglet).toHaveMerged("a");
// @ts-expect-error a number
await expect(hoglet).toHaveCapturedTimes("signed up", "1");
`;

async function typecheck(name: string, source: string): Promise<void> {
  const file = `${name}.ts`;
  writeFileSync(join(built.folder, file), source);
  const flags = "--ignoreConfig --types node --noEmit --strict --target es2023 --module nodenext --skipLibCheck".split(
    " ",
  );
  const { code, output } = await node(
    [join(process.cwd(), "node_modules/typescript/bin/tsc"), ...flags, file],
    built.folder,
  );
  assert.is(code, 0, output);
}

needs(["vitest"], "Vitest's expect has the matchers' types", () =>
  typecheck("types-vitest", TYPED("vitest", "hoglet/testing/vitest")),
);

needs(["expect", "@jest/globals"], "Jest's expect has the matchers' types", () =>
  typecheck("types-jest", TYPED("@jest/globals", "hoglet/testing/jest")),
);

whenAll(examples)("the expect of node:test has the matchers' types", () =>
  typecheck("types-node", TYPED("hoglet/testing/node", "hoglet/testing/node")),
);

examples.run();
