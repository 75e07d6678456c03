/**
 * Matchers for Vitest: importing this, in a test or as one of its `setupFiles`, adds them to `expect`.
 * @example
 * import "hoglet/testing/vitest";
 * await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
 */
// @ts-ignore: hoglet is built without Vitest; where this is imported there is one.
import { expect } from "vitest";
import { runnerMatchers } from "./index.ts";
import type { HogletMatchers } from "./expect-hoglet.ts";

(expect as { extend(matchers: object): void }).extend(runnerMatchers());

// @ts-ignore: there may be no Vitest where hoglet is built; where this is imported there is.
declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars -- Vitest's own declaration has the parameter.
  interface Assertion<T> extends HogletMatchers<Promise<void>> {}
}

export type { HogletMatchers } from "./expect-hoglet.ts";
