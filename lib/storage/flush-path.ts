import { closeSync, fsyncSync, openSync } from "node:fs";

/** Waits until a file, or a folder's list of files (`r`), is on the disk. @throws an error of the system */
export function flushPath(path: string, flags: "r" | "r+"): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
