import { randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { flushPath } from "../storage/index.ts";
import { damagedCopy } from "./copy-errors.ts";
import type { CopyPlace } from "./place.ts";

/** Only its owner may read copies, as databases. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The end of the name of a file that is being written; a killed process leaves it. */
const DRAFT = ".draft";

/** A folder, which is made when the first object is stored. @throws errors of the system */
export function openFolder(folder: string): CopyPlace {
  const store = async (name: string, bytes: Buffer, publish: (draft: string, path: string) => void) => {
    const path = join(folder, name);
    const draft = `${path}-${randomBytes(8).toString("hex")}${DRAFT}`;
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    try {
      const file = await open(draft, "wx", FILE_MODE);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      publish(draft, path);
      // Windows has no such call for folders.
      if (process.platform !== "win32") flushPath(dirname(path), "r");
    } finally {
      rmSync(draft, { force: true });
    }
  };
  return {
    async get(name, mostBytes) {
      const path = join(folder, name);
      const size = statSync(path, { throwIfNoEntry: false })?.size;
      if (size === undefined) return null;
      if (size > mostBytes) throw damagedCopy(name, `it has ${size} bytes`);
      return readFileSync(path);
    },
    put: (name, bytes) => store(name, bytes, renameSync),
    async create(name, bytes) {
      try {
        await store(name, bytes, linkOrRename);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
        throw error;
      }
    },
    list: async () => namesIn(folder),
    async remove(names) {
      for (const name of names) {
        const path = join(folder, name);
        rmSync(path, { force: true });
        removeIfEmpty(dirname(path));
      }
    },
  };
}

/**
 * Disks without hard links get the file by a rename: of two processes at the same time, the later one replaces the
 * other's file unseen.
 */
function linkOrRename(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || existsSync(path)) throw error;
    renameSync(draft, path);
  }
}

function namesIn(folder: string): string[] {
  const entries = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .toSorted();
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // A folder with other files in it stays.
  }
}
