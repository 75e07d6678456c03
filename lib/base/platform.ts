import * as nodeTimers from "node:timers";
import * as timerPromises from "node:timers/promises";
import { deserialize, serialize } from "node:v8";

/**
 * Timers and other globals as they were when hoglet was loaded. Fakes of node:test, sinon, Jest and Vitest, and polyfills, replace
 * globals and the members of `node:timers`. Node's own timers have `unref`, which those of DOM environments lack. No other module
 * of hoglet uses the globals (`.oxlintrc.json`).
 */
export const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval } = nodeTimers;
export const { setImmediate: nextTurn, setTimeout: sleep } = timerPromises;

export const { fetch, queueMicrotask } = globalThis;

// Jest's jsdom lacks these globals.
export { performance } from "node:perf_hooks";
export { TextDecoder, TextEncoder } from "node:util";
export const structuredClone: typeof globalThis.structuredClone =
  globalThis.structuredClone ?? ((value: unknown) => deserialize(serialize(value)));

/**
 * The classes of fetch, read where they are used: Node loads them at the first look at a name, in 45 ms of each process
 * and thread. A polyfill's will do; undefined = the environment lacks the class.
 */
export function webClasses(): WebClasses {
  return globalThis;
}

export type WebClasses = Pick<typeof globalThis, "Headers" | "Request" | "Response">;
