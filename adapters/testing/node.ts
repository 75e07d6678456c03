/**
 * For node:test, which has no matchers of its own: `expect(hoglet)` with the same names, and a hoglet that is closed with
 * its test.
 * @example
 * import test from "node:test";
 * import { expect, useHoglet } from "hoglet/testing/node";
 *
 * test("signing up is told", async (t) => {
 *   const hoglet = await useHoglet(t);
 *   await expect(hoglet).toHaveCaptured("signed up");
 * });
 */
import { createTestHoglet } from "./create-test-hoglet.ts";
import type { TestHogletOptions } from "./create-test-hoglet.ts";
import type { TestHoglet } from "./test-hoglet.ts";

export { expectHoglet as expect } from "./expect-hoglet.ts";
export type { HogletMatchers } from "./expect-hoglet.ts";

/** The part of node's `TestContext` that is needed. */
interface ClosesAfter {
  after(fn: () => Promise<void>): void;
}

/** Closes with the test; in strict mode problems then fail the test. */
export async function useHoglet(test: ClosesAfter, options?: TestHogletOptions): Promise<TestHoglet> {
  const hoglet = await createTestHoglet(options);
  test.after(() => hoglet.close());
  return hoglet;
}
