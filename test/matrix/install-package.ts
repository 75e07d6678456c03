import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./run-command.ts";

/** The package as a user has it. */
export interface Installed {
  /** The user's project. */
  folder: string;
  /** The script of the command, from package.json. */
  bin: string;
}

/** Packs what `npm run build` made, and installs it in a folder beside posthog-node, as the README's first line says. */
export async function installPackage(folder: string): Promise<Installed> {
  const root = process.cwd();
  const { devDependencies } = readJson(join(root, "package.json")) as { devDependencies: Record<string, string> };
  const packed = await runNpm(["pack", "--ignore-scripts", "--json", "--pack-destination", folder], root);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  writeFileSync(join(folder, "package.json"), '{ "name": "matrix", "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  await runNpm(["install", ...flags, `./${filename}`, `posthog-node@${devDependencies["posthog-node"]}`], folder);
  const path = join(folder, "node_modules/hoglet");
  const { bin } = readJson(join(path, "package.json")) as { bin: { hoglet: string } };
  return { folder, bin: join(path, bin.hoglet) };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
