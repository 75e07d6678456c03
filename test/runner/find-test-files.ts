import { globSync } from "node:fs";
import { basename, sep } from "node:path";

/** Folders of `test` that are not entered: their files have separate commands, or are other people's. */
const ELSEWHERE = new Set(["node_modules", "bench", "examples"]);

/**
 * Files and folders that take five seconds and more. They start first: a long file that starts last leaves the other processes
 * without work. `npm test` lists the slowest tests.
 */
const LONG =
  /^(adapters\/(testing|ui)\/|bin\/|clients\/posthog-js|conformance\/|copies\/|engines\/host\/|faults\/|flows\/|http\/route-fuzz|replication\/|people\/persons\/merge|plugins\/(adversarial|run|sandbox)|query\/given|readme|security\/|sql\/runner|types\/)/;

/** The test files below `folder`: paths from there with `/`, the long ones first. */
export function findTestFiles(folder: string): string[] {
  return globSync("**/*.test.ts", { cwd: folder, exclude: (path) => ELSEWHERE.has(basename(path)) })
    .map((name) => name.replaceAll(sep, "/"))
    .toSorted()
    .toSorted((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)));
}
