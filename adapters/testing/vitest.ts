/**
 * Matchers for Vitest: importing this, in a test or as one of its `setupFiles`, adds them to `expect`.
 * @example
 * import "hoglet/testing/vitest";
 * await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
 */
import { runnerMatchers } from "./expect-hoglet.ts";
import type { HogletMatchers } from "./expect-hoglet.ts";

// By a variable: whoever builds or type-checks hoglet need not have Vitest.
const VITEST: string = "vitest";
const { expect } = (await import(VITEST)) as { expect: { extend(matchers: object): void } };

expect.extend(runnerMatchers());

// @ts-ignore: there may be no Vitest where hoglet is built; where this is imported there is.
declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars -- Vitest's own declaration has the parameter.
  interface Assertion<T> extends HogletMatchers<Promise<void>> {}
}

export type { HogletMatchers } from "./expect-hoglet.ts";
