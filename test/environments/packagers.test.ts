import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findPackage } from "../adapters/testing/build-examples.ts";
import type { BuiltExamples } from "../adapters/testing/build-examples.ts";
import { whenAll } from "../support/rounds.ts";
import { sayMissing } from "../support/skipped.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { buildApp, failedSteps, runNode } from "./app.ts";

// An app is packed with all that it needs, and does the steps elsewhere. A packager that traces files (Next.js, Vercel) takes
// hoglet's side files along; a bundler leaves them behind, and the steps that need one say what to do.

const packagers = suite("packagers");

let built: BuiltExamples;
packagers.before(() => {
  built = buildApp();
});
packagers.after(() => built.remove());

/** The steps that need a side file, in a bundle that has swallowed hoglet. */
const NEEDING_FILES = ["plugin", "sql"];

function needs(name: string, run: () => Promise<void>, packages: readonly string[]): void {
  if (packages.every((each) => findPackage(each) !== null)) return whenAll(packagers)(name, run);
  sayMissing("hoglet with packagers", "npm install --prefix test/examples/runners");
  packagers.skip(name, run);
}

needs(
  "files that Next.js and Vercel trace are all",
  async () => {
    const { path: folder, remove } = tempFolder();
    const said = await runNode(["trace.mjs", join(built.folder, "packaged.cjs"), process.cwd(), folder], built.folder);
    assert.is(said, "");
    const failed = await failedSteps(["packaged.cjs"], join(folder, basename(built.folder)));
    // The test kit finds it beside the app, by name.
    assert.equal(Object.keys(failed), ["posthog-node"]);
    remove();
  },
  ["@vercel/nft"],
);

packagers("esbuild bundles it, and keeps it apart when told", async () => {
  assert.equal(await bundled("hoglet"), {});
  expectAdvice(await bundled("better-sqlite3"));
});

needs(
  "webpack bundles it",
  async () => {
    const said = await runNode(["--eval", WEBPACK], built.folder);
    assert.is(said.trim(), "[]");
    expectAdvice(await failedSteps(["webpacked/app.cjs"], built.folder));
  },
  ["webpack"],
);

const WEBPACK = `require("webpack")(require("./webpack.config.cjs"), (error, stats) => console.log(error ?? stats.toJson({ all: false, errors: true }).errors))`;

/** Bundles the app by esbuild, with a package left outside, and runs it. */
async function bundled(external: string) {
  const esbuild = join(process.cwd(), "node_modules/esbuild/bin/esbuild");
  const args = ["--bundle", "--platform=node", `--external:${external}`, `--outfile=${external}.bundle.cjs`];
  assert.match(await runNode([esbuild, "packaged.cjs", "--log-level=warning", ...args], built.folder), /^$/);
  return failedSteps([`${external}.bundle.cjs`], built.folder);
}

function expectAdvice(failed: Record<string, string>): void {
  for (const [step, message] of Object.entries(failed))
    assert.match(message, /a packager left it behind\. Keep hoglet external/, step);
  assert.equal(Object.keys(failed).toSorted(), NEEDING_FILES);
}

packagers.run();
