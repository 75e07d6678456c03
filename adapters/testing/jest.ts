/**
 * Matchers for Jest (its ES modules: `node --experimental-vm-modules`): importing this, in a test or by
 * `setupFilesAfterEnv`, adds them to `expect`.
 * @example
 * import "hoglet/testing/jest";
 * await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
 */
import { runnerMatchers } from "./expect-hoglet.ts";
import type { HogletMatchers } from "./expect-hoglet.ts";

// By a variable: whoever builds or type-checks hoglet need not have Jest.
const JEST: string = "@jest/globals";
const { expect } = (await import(JEST)) as { expect: { extend(matchers: object): void } };

expect.extend(runnerMatchers());

// @ts-ignore: there may be no Jest where hoglet is built; where this is imported there is.
declare module "expect" {
  // oxlint-disable-next-line no-unused-vars -- Jest's own declaration has the parameters.
  interface Matchers<R extends void | Promise<void>, T = unknown> extends HogletMatchers<Promise<void>> {}
}

declare global {
  namespace jest {
    // oxlint-disable-next-line no-unused-vars -- the declaration of @types/jest has the parameters.
    interface Matchers<R, T = {}> extends HogletMatchers<Promise<void>> {}
  }
}

export type { HogletMatchers } from "./expect-hoglet.ts";
