import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { sideFile } from "../../base/side-file.ts";

const unpack = promisify(brotliDecompress);

let prelude: Promise<string> | undefined;

/** The script of a plugin's globals: an expression that evaluates to `createGuest` (guest/main.ts). */
export function toPrelude(): Promise<string> {
  prelude ??= readFile(sideFile("pluginPrelude")).then(unpack).then(String);
  return prelude;
}
