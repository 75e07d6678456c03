import { writeSync } from "node:fs";
import { unavailable } from "../../base/errors.ts";

/**
 * Writes all bytes at a place of a file: a disk that becomes full takes some of them, and tells with the next call only.
 * @throws HogletError 503 `storage_full`; errors of the system
 */
export function writeAll(fd: number, bytes: Uint8Array, at: number): void {
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    throw unavailable("storage_full", "The disk is full. Free some space: hoglet then continues by itself.", error);
  }
}
