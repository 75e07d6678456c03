import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { noHardLinks, tooLarge } from "./errors.ts";
import type { Place } from "./place.ts";

/** Only its owner may read copies, as databases. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The end of the name of a file that is being written; a killed process leaves it. */
const DRAFT = ".draft";

/**
 * A folder, which is made when the first object is stored.
 * @param isForLease a disk where two could create the same object is refused
 * @throws errors of the system; misconfigured when a lease cannot be there
 */
export function openFolder(folder: string, isForLease = false): Place {
  const store = async (name: string, bytes: Buffer, publish: (draft: string, path: string) => Promise<void>) => {
    const path = join(folder, name);
    const draft = `${path}-${randomBytes(8).toString("hex")}${DRAFT}`;
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    try {
      const file = await open(draft, "wx", FILE_MODE);
      await ending(file, async () => {
        await file.writeFile(bytes);
        await file.sync();
      });
      await publish(draft, path);
      // Windows has no such call for folders.
      if (process.platform !== "win32") {
        const parent = await open(dirname(path), "r");
        await ending(parent, () => parent.sync());
      }
    } finally {
      await rm(draft, { force: true });
    }
  };
  return {
    async get(name, mostBytes) {
      const file = await unlessMissing(open(join(folder, name), "r"));
      if (file === null) return null;
      return ending(file, async () => {
        const { size } = await file.stat();
        if (size > mostBytes) throw tooLarge(name);
        return file.readFile();
      });
    },
    put: (name, bytes) => store(name, bytes, rename),
    async create(name, bytes) {
      try {
        await store(name, bytes, isForLease ? link : linkOrRename);
        return true;
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        if (isForLease && (error as NodeJS.ErrnoException).syscall === "link") throw noHardLinks(folder, error);
        throw error;
      }
    },
    list: () => namesIn(folder),
    async remove(names) {
      for (const name of names) {
        const path = join(folder, name);
        await rm(path, { force: true });
        // A folder with other files in it stays.
        await rmdir(dirname(path)).catch(() => {});
      }
    },
  };
}

async function ending<T>(file: FileHandle, fn: () => Promise<T>): Promise<T> {
  try {
    return await fn();
  } finally {
    await file.close();
  }
}

/**
 * Disks without hard links get the file by a rename: of two processes at the same time, the later one replaces the
 * other's file unseen.
 */
async function linkOrRename(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error;
    const there = await unlessMissing(open(path, "r"));
    await there?.close();
    if (there !== null) throw Object.assign(new Error(`${path} exists.`), { code: "EEXIST" });
    await rename(draft, path);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .toSorted();
}

async function unlessMissing<T>(opened: Promise<T>): Promise<T | null> {
  try {
    return await opened;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
