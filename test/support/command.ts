import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { isStale } from "../../build/stale.ts";
import type { Part } from "../../build/stale.ts";

/** Longer than any build. */
const BUILD_MS = 600_000;

const fresh = new Set<Part>();

/**
 * Builds a part of `dist` if it is stale, once for each process. The first of several processes builds, and the others
 * wait: the lock of a database ends with its process.
 * @param say called before it builds
 */
export function ensureBuilt(part: Part, say: () => void = () => {}): void {
  if (!fresh.has(part) && isStale(part)) {
    say();
    mkdirSync(".cache", { recursive: true });
    const lock = new Database(".cache/build.lock", { timeout: BUILD_MS });
    lock.exec("BEGIN EXCLUSIVE");
    // Without coverage, which is that of the library. Named, since Node gives children the variable by itself.
    const env = { ...process.env, NODE_V8_COVERAGE: undefined };
    if (isStale(part)) execFileSync(process.execPath, ["build/index.ts", part], { env, stdio: "pipe" });
    lock.close();
  }
  fresh.add(part);
}

/**
 * Path of the built command, the one that users get: from source it takes Node ten times as long to load, which was half of
 * all the time of all tests.
 */
export function builtCommand(): string {
  ensureBuilt("code");
  return join(process.cwd(), "dist/bin/hoglet.js");
}

/** Options of Node for a program of a test that imports the library by its sources: it gets the built one instead. */
export const WITH_BUILT_LIBRARY = ["--import", "./test/support/built-library.ts"];
