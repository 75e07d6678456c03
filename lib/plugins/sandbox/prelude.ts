import { readFile } from "node:fs/promises";
import { sideFile } from "../../base/side-file.ts";

let prelude: Promise<string> | undefined;

/** The script of a plugin's globals: an expression that evaluates to `createGuest` (guest/main.ts). */
export function toPrelude(): Promise<string> {
  prelude ??= load(sideFile("pluginPrelude"));
  return prelude;
}

async function load(path: string): Promise<string> {
  if (!path.endsWith(".ts")) return readFile(path, "utf8");
  const { bundleGuest } = await import("./bundle-guest.ts");
  return (await bundleGuest(path)).code;
}
