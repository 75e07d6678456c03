import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { MANIFEST, wantedPaths } from "./files.ts";
import type { Files } from "./files.ts";

/** What a folder is asked for besides the manifest and what that names: its version. */
const PACKAGE = "package.json";

/**
 * The files of a plugin in a folder; of these only what lies within it, whatever links and `..` say.
 * @param mainOf reads the path of the backend off the text of the manifest
 */
export async function readFolder(
  folder: string,
  mainOf: (manifest: string) => string | null | undefined,
): Promise<Files> {
  const root = await realpath(folder);
  const manifest = await readWithin(root, MANIFEST);
  const main = manifest === null ? null : mainOf(manifest);
  const files: Files = manifest === null ? {} : { [MANIFEST]: manifest };
  for (const path of [PACKAGE, ...wantedPaths(main)]) {
    const text = await readWithin(root, path);
    if (text !== null) files[path] = text;
  }
  return files;
}

async function readWithin(root: string, path: string): Promise<string | null> {
  try {
    const real = await realpath(join(root, path));
    const isOurs = real.startsWith(root + sep) && (await kindOf(real)) === "file";
    return isOurs ? await readFile(real, "utf8") : null;
  } catch (error) {
    // What is not there.
    if (["ENOENT", "ENOTDIR", "ERR_INVALID_ARG_VALUE"].includes(codeOf(error))) return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

/** A larger file is no plugin's, nor an archive of one. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** What is at a path; null = nothing, or what should not be read: a device, a pipe, a file larger than any plugin. */
export async function kindOf(path: string): Promise<"folder" | "file" | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return "folder";
    return found.isFile() && found.size <= MAX_FILE_BYTES ? "file" : null;
  } catch {
    return null;
  }
}

/** The folder of an installed package, looked for as Node does: in the `node_modules` of `from` and of all above it. */
export async function findPackage(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if ((await kindOf(candidate)) === "folder") return candidate;
    if (dirname(folder) === folder) return null;
  }
}
