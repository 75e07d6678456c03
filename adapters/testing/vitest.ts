/**
 * Matchers for Vitest: importing this, in a test or as one of its `setupFiles`, adds them to `expect`.
 * @example
 * import "hoglet/testing/vitest";
 * await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
 */
// @ts-ignore: hoglet is built without Vitest; programs that import this file have it.
import { expect } from "vitest";
import { runnerMatchers } from "./index.ts";
import type { HogletMatchers } from "./expect-hoglet.ts";

(expect as { extend(matchers: object): void }).extend(runnerMatchers());

// @ts-ignore: hoglet may be built without Vitest; programs that import this file have it.
declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars -- Vitest's own declaration has the parameter.
  interface Assertion<T> extends HogletMatchers<Promise<void>> {}
}

export type { HogletMatchers } from "./expect-hoglet.ts";
