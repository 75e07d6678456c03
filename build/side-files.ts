import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { bundleGuest } from "../lib/plugins/sandbox/bundle-guest.ts";
import { PLACES } from "../lib/base/side-file.ts";
import { bundlePage } from "./page.ts";

/**
 * Puts the files that are opened by their path beside the code.
 * @returns paths of all modules in bundles among them
 */
export async function makeSideFiles(folder: string): Promise<string[]> {
  const { migrations, page, pluginPrelude, quickJs } = PLACES;
  await cp(migrations.source, join(folder, migrations.built), { recursive: true, filter: isApplied });
  // Brotli at its best makes 199 kB of it, Zstandard 209, npm's own gzip 234.
  await writeFile(join(folder, quickJs.built), brotliCompressSync(await readFile(quickJs.source)));
  const prelude = await bundleGuest(pluginPrelude.source);
  await writeFile(join(folder, pluginPrelude.built), brotliCompressSync(prelude.code));
  return [...prelude.modules, ...(await bundlePage(join(folder, page.built)))];
}

/** Is the file needed at run time? drizzle's snapshots serve only to make the next migration. */
function isApplied(path: string): boolean {
  return !path.endsWith("_snapshot.json");
}
