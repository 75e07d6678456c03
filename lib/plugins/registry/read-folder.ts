import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { MANIFEST, wantedPaths } from "./files.ts";
import type { Files } from "./files.ts";

/** The file of a folder that holds its version, read besides the manifest and the backend. */
const PACKAGE = "package.json";

/**
 * The files of a plugin's folder. Links and `..` cannot lead out of it.
 * @param mainOf finds the path of the backend in the manifest's text
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

/** Larger files cannot be a plugin, or an archive of one. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Null = nothing, or never read: a device, a pipe, a too large file. */
export async function kindOf(path: string): Promise<"folder" | "file" | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return "folder";
    return found.isFile() && found.size <= MAX_FILE_BYTES ? "file" : null;
  } catch {
    return null;
  }
}

/** Searched as Node does, in `node_modules` of `from` and of all folders above. */
export async function findPackage(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if ((await kindOf(candidate)) === "folder") return candidate;
    if (dirname(folder) === folder) return null;
  }
}
