import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Where the runners are installed that hoglet itself does not need; see the README's "Developing". */
const RUNNERS = join("test", "examples", "runners");

/** The examples beside a built hoglet, as if it had been installed. */
export interface BuiltExamples {
  /** Inside the repository, whose packages are found from there. */
  folder: string;
  remove(): void;
}

/** Builds hoglet into a `node_modules` of its own and copies the examples beside it. */
export function buildExamples(): BuiltExamples {
  const folder = mkdtempSync(join(process.cwd(), ".readme-"));
  // A project of its own: inside of hoglet's, "hoglet" would mean whatever lies in its dist.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const installed = join(folder, "node_modules", "hoglet");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), readFileSync("package.json"));
  // Whatever its types are worth, tsc writes; whether they are right is for another check to say.
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", join(installed, "dist")];
  const { stdout } = spawnSync(process.execPath, tsc, { encoding: "utf8" });
  if (!existsSync(join(installed, "dist/adapters/testing/index.js"))) throw new Error(`Nothing was built: ${stdout}`);
  cpSync("lib/storage/migrations", join(installed, "dist/lib/storage/migrations"), { recursive: true });
  cpSync("test/examples", folder, { recursive: true, filter: (path) => !path.startsWith(RUNNERS) });
  linkRunners(join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Makes the runners' packages part of what is installed for the examples. */
function linkRunners(modules: string): void {
  const installed = join(RUNNERS, "node_modules");
  if (!existsSync(installed)) return;
  for (const name of readdirSync(installed)) {
    if (name.startsWith(".")) continue;
    symlinkSync(join(process.cwd(), installed, name), join(modules, name), "dir");
  }
}

/** Where a package is installed: the project's own, or a runner; null = it is not. */
export function findPackage(name: string): string | null {
  const places = ["node_modules", join(RUNNERS, "node_modules")].map((place) => join(process.cwd(), place, name));
  return places.find((place) => existsSync(join(place, "package.json"))) ?? null;
}
