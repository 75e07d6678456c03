import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new empty folder, and a function that removes it. */
export function tempFolder(): { path: string; file(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "hoglet-"));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
