import { cpSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findPackage } from "../adapters/testing/build-examples.ts";
import type { BuiltExamples } from "../adapters/testing/build-examples.ts";
import { isAll, whenAll } from "../support/rounds.ts";
import { sayMissing } from "../support/skipped.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { buildApp, failedSteps, runNode } from "./app.ts";

// An app is packed with all that it needs, and does the steps elsewhere. A packager that traces files (Next.js, Vercel) takes
// hoglet's side files along; a bundler leaves them behind, and the steps that need one say what to do.

const packagers = suite("packagers");

let built: BuiltExamples;
if (isAll) {
  packagers.before(() => {
    built = buildApp();
  });
  packagers.after(() => built.remove());
}

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

whenAll(packagers)("esbuild bundles it, and keeps it apart when told", async () => {
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

/** Whether a packager leaves hoglet where it is, and the arguments that say so. */
type Telling = readonly [isApart: boolean, args: readonly string[], env?: Record<string, string>];

/** Packagers of programs for Node: the command, each way to tell it, and the file that it makes. */
const BUNDLERS: { name: string; bin: string; packages: string[]; tellings: Telling[]; made: string[] }[] = [
  {
    name: "Rollup",
    bin: "rollup/dist/bin/rollup",
    packages: ["rollup", "@rollup/plugin-commonjs", "@rollup/plugin-json", "@rollup/plugin-node-resolve"],
    tellings: [
      [true, ["--config", "--silent", "--external", "hoglet,hoglet/testing,posthog-node"]],
      [false, ["--config", "--silent", "--external", "better-sqlite3"]],
    ],
    made: ["rolled/app.cjs"],
  },
  {
    name: "Vite",
    bin: "vite/bin/vite.js",
    packages: ["vite"],
    tellings: [
      [true, ["build"]],
      [false, ["build"], { INLINED: "hoglet" }],
    ],
    made: ["vite/packaged.js"],
  },
  {
    name: "ncc",
    bin: "@vercel/ncc/dist/ncc/cli.js",
    packages: ["@vercel/ncc"],
    tellings: [
      [
        true,
        ["build", "packaged.cjs", "-q", "-o", "ncc", "-e", "hoglet", "-e", "hoglet/testing", "-e", "posthog-node"],
      ],
      [false, ["build", "packaged.cjs", "-q", "-o", "ncc"]],
    ],
    made: ["ncc/index.cjs"],
  },
];

for (const { name, bin, packages, tellings, made } of BUNDLERS) {
  const run = async () => {
    for (const [isApart, args, env] of tellings) {
      const script = join(process.cwd(), "test/examples/runners/node_modules", bin);
      const said = await runNode([script, ...args], built.folder, env);
      const failed = await failedSteps(made, built.folder);
      if (isApart) assert.equal(failed, {}, said);
      else expectAdvice(failed);
    }
  };
  needs(`${name} bundles it, and keeps it apart when told`, run, packages);
}

needs(
  "Yarn's Plug'n'Play runs it from where it unpacked it",
  async () => {
    const { path: folder, remove } = tempFolder();
    const installed = join(folder, "hoglet");
    cpSync(join(built.folder, "node_modules/hoglet"), installed, { recursive: true });
    for (const file of ["packaged.cjs", "steps.cjs"]) cpSync(join(built.folder, file), join(folder, file));
    const dependencies = { hoglet: "file:./hoglet", "posthog-node": "*" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
    writeFileSync(join(folder, ".yarnrc.yml"), "nodeLinker: pnp\nenableTelemetry: false\nenableGlobalCache: false\n");
    writeFileSync(join(folder, "yarn.lock"), "");
    const yarn = join(process.cwd(), "test/examples/runners/node_modules/@yarnpkg/cli-dist/bin/yarn.js");
    const said = await runNode([yarn, "install"], folder, { YARN_ENABLE_IMMUTABLE_INSTALLS: "false" });
    assert.equal(await failedSteps([yarn, "node", "packaged.cjs"], folder), {}, said);
    remove();
  },
  ["@yarnpkg/cli-dist"],
);

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
