import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { zstdDecompressSync } from "node:zlib";
import { printMessage } from "../print.ts";
import { cacheFolder } from "./cache-folder.ts";
import { forgetUnused, MARK_EVERY_MS, markUsed } from "./forget-unused.ts";
import type { Packed } from "./packed.ts";
import { unpack } from "./unpack.ts";

// The entry of the single executable (`build/binary.ts`). It holds the files of the npm package, and unpacks them: the
// system loads native modules only from files and Node starts threads from files, and so the code is the same in both
// forms.
//
// Every start compares all files with the hashes in the executable before it loads the first file, and replaces
// different files. Threads load their files later, so the folder belongs only to the user.

const COMMAND = "dist/code/command.cjs";

/** Child processes that hoglet starts by `fork`, which names the script and runs this executable. */
const CHILDREN = ["dist/code/query-process.js", "dist/code/reader-process.js"];

try {
  const packed = JSON.parse(getAsset("packed.json", "utf8")) as Packed;
  const folder = cacheFolder({ environment: process.env, platform: process.platform, home: homedir() });
  const root = unpack(packed, folder, (path) => zstdDecompressSync(new Uint8Array(getRawAsset(path) as ArrayBuffer)));
  setInterval(() => markUsed(root), MARK_EVERY_MS).unref();
  forgetUnused(dirname(root), packed.name, Date.now());
  const child = CHILDREN.map((path) => join(root, path)).find((path) => path === process.argv[2]);
  createRequire(join(root, COMMAND))(child ?? join(root, COMMAND));
} catch (error) {
  printMessage(`hoglet: ${(error as Error).message}`);
  process.exitCode = 1;
}
