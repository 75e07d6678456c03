import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { MANIFEST, wantedPaths } from "./files.ts";
import type { Files } from "./files.ts";

/** The file of a folder that holds its version, read besides the manifest and the backend. */
const PACKAGE = "package.json";

/**
 * The files of a plugin in a folder. Links and `..` cannot lead out of the folder.
 * @param mainOf finds the path of the backend in the text of the manifest
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
    // The file does not exist.
    if (["ENOENT", "ENOTDIR", "ERR_INVALID_ARG_VALUE"].includes(codeOf(error))) return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

/** Bytes of a file above which it cannot be a plugin, or a plugin's archive. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The kind of a path; null = nothing, or a thing that is never read: a device, a pipe, a file that is too large. */
export async function kindOf(path: string): Promise<"folder" | "file" | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return "folder";
    return found.isFile() && found.size <= MAX_FILE_BYTES ? "file" : null;
  } catch {
    return null;
  }
}

/**
 * The folder of an installed package, searched like Node does: in the `node_modules` of `from` and of all folders above
 * it.
 */
export async function findPackage(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if ((await kindOf(candidate)) === "folder") return candidate;
    if (dirname(folder) === folder) return null;
  }
}
