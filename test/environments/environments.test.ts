import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findPackage } from "../adapters/testing/build-examples.ts";
import type { BuiltExamples } from "../adapters/testing/build-examples.ts";
import { buildApp, failedSteps } from "./app.ts";
import { isAll, whenAll } from "../support/rounds.ts";
import { sayMissing } from "../support/skipped.ts";

// An app's test (steps.cjs) in the runners and environments of other people, against the built hoglet: fakes and polyfills
// replace members of modules, which the bundle reads in another way than the sources.

const NO_RESPONSE =
  "hoglet.fetch needs the global Response, which this environment lacks. In Jest's jsdom, take jest-fixed-jsdom, or begin the file with /** @jest-environment node */.";

/** The steps that cannot work in Jest's jsdom, with what is said. */
const IN_JSDOM = {
  "fetch a text": NO_RESPONSE,
  "fetch bytes": NO_RESPONSE,
  "fetch with Headers": NO_RESPONSE,
  "fetch a Request": "Request is not defined",
  // posthog-node itself.
  "posthog-node": "TextEncoder is not defined",
};

/** Without `nextTick` and `queueMicrotask`, which sinon also replaces unless told: Node's own `Response.text()` needs them. */
const TO_FAKE = "setTimeout,setInterval,setImmediate,clearTimeout,clearInterval,clearImmediate,Date,performance";

interface Environment {
  packages: readonly string[];
  /** After `node`; the first is a file of a package, or of this folder. */
  args: readonly string[];
  env?: Record<string, string>;
  /** The steps that fail, with their messages. @default none */
  failed?: Record<string, string>;
}

const jest = (environment: string, packages: readonly string[] = []): Environment => ({
  packages: ["jest", ...packages],
  args: [inPackage("jest", "bin/jest.js"), "--env", environment, "--testMatch", "**/jest.test.cjs"],
});

const vitest = (environment: string, pool: string): Environment => ({
  packages: ["vitest", ...(environment === "node" ? [] : [environment])],
  args: [inPackage("vitest", "vitest.mjs"), "run", "--environment", environment, "--pool", pool, "vitest.test.mjs"],
});

const polyfilled = (name: string, when: string): Environment => ({
  packages: [name],
  args: ["polyfilled.cjs", name, when],
});

const environments: Record<string, Environment> = {
  "Jest in node": jest("node"),
  "Jest in jsdom": { ...jest("jsdom", ["jest-environment-jsdom"]), failed: IN_JSDOM },
  "Jest in jest-fixed-jsdom": jest("jest-fixed-jsdom", ["jest-fixed-jsdom"]),
  "Jest in happy-dom": jest("@happy-dom/jest-environment", ["@happy-dom/jest-environment"]),
  ...Object.fromEntries(
    ["node", "jsdom", "happy-dom"].flatMap((name) =>
      ["forks", "threads", "vmThreads"].map((pool) => [`Vitest in ${name}, ${pool}`, vitest(name, pool)]),
    ),
  ),
  "node:test with fake timers": {
    packages: [],
    args: ["node.test.mjs", "setTimeout,setInterval,setImmediate"],
  },
  "node:test with a fake setImmediate": { packages: [], args: ["node.test.mjs", "setImmediate"] },
  "mocha with sinon's fake timers": {
    packages: ["mocha", "sinon"],
    args: [inPackage("mocha", "bin/mocha.js"), "mocha.test.cjs"],
    env: { TO_FAKE },
  },
  ...Object.fromEntries(
    ["whatwg-fetch", "node-fetch", "cross-fetch"].flatMap((name) =>
      ["before", "after"].map((when) => [`${name}, loaded ${when} hoglet`, polyfilled(name, when)]),
    ),
  ),
};

const suites = suite("environments");

let built: BuiltExamples;
if (isAll) {
  suites.before(() => {
    built = buildApp();
  });
  suites.after(() => built.remove());
}

for (const [name, { packages, args, env, failed = {} }] of Object.entries(environments)) {
  const isThere = packages.every((each) => findPackage(each) !== null);
  if (!isThere) sayMissing("hoglet in other people's test environments", "npm install --prefix test/examples/runners");
  const test = isThere ? whenAll(suites) : suites.skip;
  test(name, async () => {
    assert.equal(await failedSteps(args, built.folder, env), failed);
  });
}

function inPackage(name: string, file: string): string {
  return join(findPackage(name) ?? "", file);
}

suites.run();
