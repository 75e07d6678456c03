/**
 * Flags that the program sets, by the option `flags` and by `hoglet.flags.set`: for an app under test, which wants a
 * value for a person and no percentage.
 *
 * A `FlagStore` holds each project's flags in memory, for as long as the handle is open: the value for everybody, the
 * values for named people, and the payload of each value. `toConditions` turns a flag into the ordered conditions that
 * both the evaluation (`compileProgramFlag`) and the definitions for SDKs (`toDefinition`) are made from, so the two
 * cannot disagree. All but the store is pure.
 */
export { compileProgramFlag } from "./compile.ts";
export { toDefinition } from "./definitions.ts";
export type { Flag, FlagInput, FlagOptions, Flags, FlagValue } from "./flag.ts";
export { FlagKey, remoteConfigPayload } from "./flag.ts";
export { createFlagStore } from "./store.ts";
export type { FlagStore } from "./store.ts";
