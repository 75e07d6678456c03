import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";

const DAY_MS = 86_400_000;

/**
 * Days after which a folder counts as forgotten. A month, because people go back to the version of another project after a
 * holiday, and unpacking takes half a second; each version that lies there longer costs 6 MB.
 */
const UNUSED_DAYS = 30;

/** How often a process that runs on marks its folder; a month would be too long, an hour would be no better than a day. */
export const MARK_EVERY_MS = DAY_MS;

/** Name of an unpacked folder: a version and a hash (`build/binary.ts`). */
const UNPACKED = /^\d+\.\d+\.\d+.*-[0-9a-f]{16}$/;

/** Prefix of a folder that is being deleted. */
const DELETED = "deleted-";

/** Says by the time of a folder that it is in use. A process says so at its start, and each day for as long as it runs. */
export function markUsed(root: string): void {
  try {
    fs.utimesSync(root, new Date(), new Date());
  } catch {
    // The folder is gone, or this user may only read it. This process has loaded its files, or will unpack them.
  }
}

/**
 * Deletes what executables of other versions have unpacked, when nobody has used it for a month. A folder is renamed first, so
 * that another process finds it whole or not at all. Failures are left to the next start.
 * @param top folder of the unpacked versions
 * @param own name of the one that this process uses
 */
export function forgetUnused(top: string, own: string, nowMs: number): void {
  const beforeMs = nowMs - UNUSED_DAYS * DAY_MS;
  for (const name of fs.readdirSync(top)) {
    try {
      if (name.startsWith(DELETED)) remove(join(top, name));
      else if (name !== own && UNPACKED.test(name) && isOlder(join(top, name), beforeMs)) take(top, name);
    } catch {
      // Another process deletes it too, or it belongs to another user.
    }
  }
}

function isOlder(folder: string, ms: number): boolean {
  const state = fs.lstatSync(folder);
  return state.isDirectory() && state.mtimeMs < ms;
}

function take(top: string, name: string): void {
  const taken = join(top, `${DELETED}${randomBytes(8).toString("hex")}`);
  fs.renameSync(join(top, name), taken);
  remove(taken);
}

function remove(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
}
