import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkRuntime, checkTooOld } from "./check-runtime.ts";
import type { Check } from "./check-runtime.ts";
import { installPackage } from "./install-package.ts";
import { installRuntimes } from "./runtimes.ts";

// `npm run test:matrix`: packs the package, installs it in an empty folder, and uses it as the README says on every Node that
// it promises, the oldest and the newest, on Bun and on Deno. `--short`: the oldest and the newest Node, each command once; a name
// (`node`, `bun`, `deno`): these alone.
//
// Each command runs many times, because a process that aborts at its end does so now and then: better-sqlite3 before 13 aborted
// in 11 of 12 runs of one command and in 1 of 12 of another.

const ROUNDS = 12;

/** Runtimes are kept from run to run: 50 MB each. */
const RUNTIMES = resolve("node_modules/.cache/matrix");

const { values, positionals } = parseArgs({
  options: { short: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), "hoglet-matrix-"));
try {
  mkdirSync(RUNTIMES, { recursive: true });
  const [runtimes, installed] = await Promise.all([
    installRuntimes(RUNTIMES, { isShort: values.short, kinds: positionals }),
    installPackage(folder),
  ]);
  cpSync("fixtures/plugins/drop-bots", join(folder, "drop-bots"), { recursive: true });
  writeFileSync(join(folder, "require.cjs"), 'require("hoglet");\n');
  writeFileSync(join(folder, "import.mjs"), 'import "hoglet";\n');
  let failed = 0;
  for (const runtime of runtimes) {
    const checks = runtime.isTooOld
      ? await checkTooOld(runtime, installed)
      : await checkRuntime(runtime, installed, values.short || runtime.kind !== "node" ? 1 : ROUNDS);
    report(runtime.name, checks);
    failed += checks.filter(({ fault }) => fault !== null).length;
  }
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(name: string, checks: readonly Check[]): void {
  const faults = checks.filter(({ fault }) => fault !== null);
  const aborts = faults.filter(({ isAbort }) => isAbort).length;
  process.stdout.write(`${name}: ${checks.length - faults.length} of ${checks.length} passed, ${aborts} aborted\n`);
  for (const { name: what, fault } of faults) process.stdout.write(`  ${what}: ${fault}\n`);
}
