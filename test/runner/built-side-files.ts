import { join } from "node:path";
import { builtCommand } from "../support/command.ts";
import { PLACES, sideFile as sourceOf } from "../../lib/base/side-file.ts";
import type { SideFile } from "../../lib/base/side-file.ts";

// Takes the place of `lib/base/side-file.ts` in tests (see child.ts): scripts of threads and processes are the built ones, which
// users get. From source Node loads a script of a process in about a second of CPU, and tests start some thousand of them.

export { PLACES };
export type { SideFile };

let isFresh = false;

export function sideFile(name: SideFile): string {
  const { built } = PLACES[name];
  if (!built.endsWith(".cjs")) return sourceOf(name);
  // Throws when a source is newer than what was built from it.
  if (!isFresh) builtCommand();
  isFresh = true;
  return join(process.cwd(), "dist", "code", built);
}
