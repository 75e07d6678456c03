import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { unavailable } from "./errors.ts";
import { performance } from "./platform.ts";

// A folder's name has machine, process id and the process's start (a container's process has the same id after each
// start), so that the next process removes folders of killed ones.

/** Containers may share a temporary folder, and each has a process 1. */
const MACHINE = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

const BEGUN = Math.floor(performance.timeOrigin / 1000);

/** The beginning of the name of a folder that `sweepTempFolders` removes once this process is gone. */
export function tempPrefix(purpose: string): string {
  return `hoglet-${purpose}-${MACHINE}-${process.pid}-${BEGUN}-`;
}

const NAME = /^hoglet-[a-z]+-([0-9a-f]{8})-(\d+)-(\d+)-/;

/**
 * Makes a folder of its own in the system's temporary folder, for this user alone.
 * @param purpose a word, such as `upload`
 * @throws HogletError (503) when the temporary folder is missing, read-only or full
 */
export function createTempFolder(purpose: string): string {
  const parent = tmpdir();
  try {
    return mkdtempSync(join(parent, tempPrefix(purpose)));
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw unavailable(
      "temporary_folder",
      `The temporary folder ${parent} cannot be written (${code}). Make it writable, or set TMPDIR to another folder.`,
      error,
    );
  }
}

/** Removes the folders of processes that were killed. Folders that cannot be removed stay. @param parent where they lie */
export async function sweepTempFolders(parent = tmpdir()): Promise<void> {
  await Promise.all(
    namesIn(parent)
      .filter(isLeft)
      .map((name) => rm(join(parent, name), { recursive: true, force: true }).catch(() => {})),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isLeft(name: string): boolean {
  const [, machine, pid = "", begun] = NAME.exec(name) ?? [];
  if (machine !== MACHINE) return false;
  return Number(pid) === process.pid ? Number(begun) !== BEGUN : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
