import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { bundleGuest } from "./bundle-guest.ts";
import { PLACES } from "../lib/base/side-file.ts";
import { buildSite } from "./docs/site/index.ts";
import { bundlePage } from "./page.ts";

/** The script of a plugin's globals. */
const GUEST = "lib/plugins/guest/main.ts";

/**
 * Puts the files that are opened by their path beside the code.
 * @returns paths of all modules in bundles among them
 */
export async function makeSideFiles(folder: string): Promise<string[]> {
  const { docs, page, pluginPrelude, quickJs } = PLACES;
  const place = ({ built }: { built: string }) => join(folder, basename(built));
  // Brotli at its best makes 199 kB of it, Zstandard 209, npm's own gzip 234.
  await writeFile(place(quickJs), brotliCompressSync(await readFile(quickJs.source)));
  const prelude = await bundleGuest(GUEST);
  await writeFile(place(pluginPrelude), brotliCompressSync(prelude.code));
  const site = await buildSite();
  await writeFile(place(docs), compressText(JSON.stringify(site.files)));
  return [...prelude.modules, ...site.modules, ...(await bundlePage(place(page)))];
}

/** With a window that holds the whole text: the words of a section are in its page and in the file of the search. */
function compressText(text: string): Buffer {
  const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return brotliCompressSync(text, { params });
}
