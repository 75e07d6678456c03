import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "../../support/command.ts";

/** Where the runners are installed that hoglet itself does not need; see the README's "Developing". */
const RUNNERS = join("test", "examples", "runners");

/** The examples beside a built hoglet, as if it had been installed. */
export interface BuiltExamples {
  /** Inside the repository, whose packages are found from there. */
  folder: string;
  remove(): void;
}

/** Copies the built hoglet into a separate `node_modules`, with the examples beside it. */
export function buildExamples(): BuiltExamples {
  const folder = mkdtempSync(join(process.cwd(), ".readme-"));
  // A separate project: inside of hoglet's project, "hoglet" would mean its dist.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const installed = join(folder, "node_modules", "hoglet");
  ensureBuilt("types");
  ensureBuilt("code");
  cpSync("dist", join(installed, "dist"), { recursive: true });
  cpSync("package.json", join(installed, "package.json"));
  cpSync("test/examples", folder, { recursive: true, filter: (path) => !path.startsWith(RUNNERS) });
  linkRunners(join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Adds the runners' packages to the packages that the examples install. */
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
