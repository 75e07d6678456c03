/**
 * Matchers for Jest: loading this, in a test or by `setupFilesAfterEnv`, adds them to `expect`. Jest needs no flags for it.
 * @example
 * import "hoglet/testing/jest";
 * await expect(hoglet).toHaveCaptured("signed up", { plan: "pro" });
 */
// @ts-ignore: hoglet is built without Jest; Jest itself provides this module to the files that it loads.
import { expect } from "@jest/globals";
import { runnerMatchers } from "./expect-hoglet.ts";
import type { HogletMatchers } from "./expect-hoglet.ts";

(expect as { extend(matchers: object): void }).extend(runnerMatchers());

// @ts-ignore: hoglet may be built without Jest; programs that import this file have it.
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
