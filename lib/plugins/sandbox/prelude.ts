import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { sideFile } from "../../base/side-file.ts";

const unpack = promisify(brotliDecompress);

let prelude: Promise<string> | undefined;

/** The script of a plugin's globals: an expression that evaluates to `createGuest` (guest/main.ts). */
export function toPrelude(): Promise<string> {
  prelude ??= load(sideFile("pluginPrelude"));
  return prelude;
}

async function load(path: string): Promise<string> {
  if (path.endsWith(".br")) return String(await unpack(await readFile(path)));
  const { bundleGuest } = await import("./bundle-guest.ts");
  return (await bundleGuest(path)).code;
}
