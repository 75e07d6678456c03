import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The examples beside a built hoglet, as if it had been installed. */
export interface BuiltExamples {
  /** Inside the repository, whose packages are found from there. */
  folder: string;
  remove(): void;
}

/** Builds hoglet into a `node_modules` of its own and copies the examples beside it. */
export function buildExamples(): BuiltExamples {
  const folder = mkdtempSync(join(process.cwd(), ".readme-"));
  const installed = join(folder, "node_modules", "hoglet");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), readFileSync("package.json"));
  // Whatever its types are worth, tsc writes; whether they are right is for another check to say.
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", join(installed, "dist")];
  const { stdout } = spawnSync(process.execPath, tsc, { encoding: "utf8" });
  if (!existsSync(join(installed, "dist/adapters/testing/index.js"))) throw new Error(`Nothing was built: ${stdout}`);
  cpSync("lib/storage/migrations", join(installed, "dist/lib/storage/migrations"), { recursive: true });
  cpSync("test/examples", folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Where a package can be found from the repository; null = it is not installed. */
export function findPackage(name: string): string | null {
  const folder = join(process.cwd(), "node_modules", name);
  return existsSync(join(folder, "package.json")) ? folder : null;
}
