import { readdirSync } from "node:fs";
import { sep } from "node:path";

/** Folders of `test` whose files have separate commands. */
const ELSEWHERE = /(^|\/)(node_modules|bench|examples)\//;

/**
 * Files and folders that take five seconds and more. They start first: a long file that starts last leaves the other processes
 * without work. `npm test` lists the slowest tests.
 */
const LONG =
  /^(adapters\/(testing|ui)\/|bin\/|clients\/posthog-js|conformance\/|engines\/host\/|faults\/|flows\/|http\/route-fuzz|people\/persons\/merge|plugins\/(adversarial|run|sandbox)|query\/given|readme|security\/|sql\/runner|types\/)/;

/** The test files below `folder`: paths from there with `/`, the long ones first. */
export function findTestFiles(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name.endsWith(".test.ts") && !ELSEWHERE.test(name))
    .toSorted()
    .toSorted((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)));
}
