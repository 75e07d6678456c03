import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { bundleGuest } from "../lib/plugins/sandbox/bundle-guest.ts";
import { PLACES } from "../lib/base/side-file.ts";
import { buildSite } from "./docs/site/index.ts";
import { bundlePage } from "./page.ts";

/**
 * Puts the files that are opened by their path beside the code.
 * @returns paths of all modules in bundles among them
 */
export async function makeSideFiles(folder: string): Promise<string[]> {
  const { docs, migrations, page, pluginPrelude, quickJs } = PLACES;
  await cp(migrations.source, join(folder, migrations.built), { recursive: true, filter: isApplied });
  // Brotli at its best makes 199 kB of it, Zstandard 209, npm's own gzip 234.
  await writeFile(join(folder, quickJs.built), brotliCompressSync(await readFile(quickJs.source)));
  const prelude = await bundleGuest(pluginPrelude.source);
  await writeFile(join(folder, pluginPrelude.built), brotliCompressSync(prelude.code));
  const site = await buildSite();
  await writeFile(join(folder, docs.built), compressText(JSON.stringify(site.files)));
  return [...prelude.modules, ...site.modules, ...(await bundlePage(join(folder, page.built)))];
}

/** Is the file needed at run time? drizzle's snapshots serve only to make the next migration. */
function isApplied(path: string): boolean {
  return !path.endsWith("_snapshot.json");
}

/** With a window that holds the whole text: the words of a section are in its page and in the file of the search. */
function compressText(text: string): Buffer {
  const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return brotliCompressSync(text, { params });
}
