import { basename, join } from "node:path";
import { ensureBuilt } from "../support/command.ts";
import { PLACES, sideFile as sourceOf } from "../../lib/base/side-file.ts";
import type { SideFile } from "../../lib/base/side-file.ts";

// Takes the place of `lib/base/side-file.ts` in tests (see child.ts): scripts of threads and processes are the built ones, which
// users get. From source Node loads a script of a process in about a second of CPU, and tests start some thousand of them.
// The page and the documentation come from the build alone. A test of neither needs no build.

export { PLACES };
export type { SideFile };

export function sideFile(name: SideFile): string {
  const { source, built } = PLACES[name];
  const isScript = source.endsWith(".ts") && /\.c?js$/.test(built);
  if (!isScript && !source.startsWith("dist/")) return sourceOf(name);
  ensureBuilt("code");
  return join(process.cwd(), "dist", "code", basename(built));
}
