import { execFileSync } from "node:child_process";
import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "./temp-folder.ts";

/** Mounts a disk of 8 MB. @returns null = this user may not mount one */
export function mountSmall(path: string): { unmount(): void } | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "none", path], { stdio: "ignore" });
    return { unmount: () => void execFileSync("umount", [path]) };
  } catch {
    return null;
  }
}

/** Leaves so many bytes of a disk. @returns the file to remove then */
export function fillDisk(path: string, leftBytes: number): string {
  const ballast = join(path, "ballast");
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - leftBytes));
  return ballast;
}

function tryMount(): boolean {
  const probe = tempFolder();
  const disk = mountSmall(probe.path);
  disk?.unmount();
  probe.remove();
  if (disk === null) process.stderr.write("SKIPPED: a full disk needs the right to mount a tmpfs.\n");
  return disk !== null;
}

export const isMountable = tryMount();
