import { readdirSync } from "node:fs";
import { sep } from "node:path";

/** Folders of `test` whose files have separate commands. */
const ELSEWHERE = /(^|\/)(node_modules|bench|examples)\//;

/**
 * Files that take ten seconds and more. They start first: a long file that starts last leaves the other processes without work.
 */
const LONG =
  /^(adapters\/(testing|ui)\/|api\/route-fuzz|bin\/|clients\/posthog-js|columns\/differential|engine\/|flows\/|insights\/funnel\/cases|query\/runner|readme|types\/)/;

/** The test files below `folder`: paths from there with `/`, the long ones first. */
export function findTestFiles(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name.endsWith(".test.ts") && !ELSEWHERE.test(name))
    .toSorted()
    .toSorted((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)));
}
