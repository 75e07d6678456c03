/**
 * Flags that the program sets, by the option `flags` and by `hoglet.flags.set`: for an app under test, which wants a
 * value for a person and no percentage.
 *
 * A `FlagStore` holds each project's flags in memory while the handle is open: the value for everybody, values for
 * named people, and each value's payload. `toConditions` orders conditions, of which both the evaluation
 * (`compileProgramFlag`) and the definitions for SDKs (`toDefinition`) are made, so that they cannot disagree. All but
 * the store is pure.
 */
export { compileProgramFlag } from "./compile.ts";
export { toDefinition } from "./definitions.ts";
export type { Flag, FlagInput, FlagOptions, Flags, FlagValue } from "./flag.ts";
export { FlagKey, remoteConfigPayload } from "./flag.ts";
export { createFlagStore } from "./store.ts";
export type { FlagStore } from "./store.ts";
