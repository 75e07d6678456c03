import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const BUILT = "dist/bin/hoglet.js";

/** Folders from which the command is built. */
const SOURCES = ["lib", "bin", "adapters", "fixtures", "build"];

/**
 * Path of the built command, the one that users get: from source it takes Node ten times as long to load, which was half of
 * all the time of all tests. @throws Error when it is older than a source; `npm test` builds first
 */
export function builtCommand(): string {
  const builtMs = existsSync(BUILT) ? statSync(BUILT).mtimeMs : 0;
  const newer = SOURCES.flatMap(files).find((file) => statSync(file).mtimeMs > builtMs);
  if (newer !== undefined) throw new Error(`${newer} is newer than ${BUILT}: npm run build`);
  return join(process.cwd(), BUILT);
}

/** Options of Node for a program of a test that imports the library by its sources: it gets the built one instead. */
export const WITH_BUILT_LIBRARY = ["--import", "./test/support/built-library.ts"];

function files(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}
