import { suite as makeSuite } from "uvu";
import type { Callback, Context, Test } from "uvu";
import { reportStep } from "./current-step.ts";

// Replaces the "uvu" that test files import (see child.ts). It is uvu, and reports each test and hook before it runs, so that
// a hanging test has a name.

/** Suites of the loading file whose tests have not been run. */
const idle = new Set<{ name: string }>();

/** The names of suites that were not run; forgets them. uvu itself passes a file whose `.run()` was forgotten. */
export function takeIdleSuites(): string[] {
  const names = [...idle].map(({ name }) => name);
  idle.clear();
  return names;
}

const hookFailures: string[] = [];

/** The hooks that threw since the last call, in words: where uvu ends their suite it does not say so. */
export function takeHookFailures(): string[] {
  return hookFailures.splice(0, Infinity);
}

/** uvu's `suite`. */
export function suite<T = Context>(name = "", state?: T): Test<T> {
  const made = makeSuite(name, state);
  const self = { name };
  const announce = (test: string, call: Callback<T>): Callback<T> => {
    return (context) => {
      reportStep({ suite: name, test });
      return call(context);
    };
  };
  const add = (to: (test: string, call: Callback<T>) => void) => (test: string, call: Callback<T>) => {
    idle.add(self);
    to(test, announce(test, call));
  };
  const hook = (to: (call: Callback<T>) => void, which: string) => (call: Callback<T>) =>
    to(async (context) => {
      try {
        await announce(which, call)(context);
      } catch (error) {
        hookFailures.push(
          `   FAIL  ${name}  "${which}"\n    ${error instanceof Error ? error.stack : String(error)}\n`,
        );
        throw error;
      }
    });
  return Object.assign(add(made), {
    only: add(made.only),
    skip: made.skip,
    before: Object.assign(hook(made.before, "before"), { each: hook(made.before.each, "before.each") }),
    after: Object.assign(hook(made.after, "after"), { each: hook(made.after.each, "after.each") }),
    run() {
      idle.delete(self);
      made.run();
    },
  });
}
