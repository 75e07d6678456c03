/**
 * Flags: enough of feature flags to drive an app under test, without the product behind them.
 *
 * A `FlagStore` holds each project's flags in memory, for as long as the handle is open: the value for everybody, the
 * values for named people, and the payload of each value. `toConditions` turns a flag into the ordered conditions that
 * both the server's answer (`evaluate`) and the definitions for SDKs that evaluate themselves (`toDefinitions`) are
 * made from, so the two cannot disagree. The rest is shapes: `/flags` and `/decide` of every version, and the remote
 * config that keeps posthog-js quiet. All but the store is pure. Rules: reference/capture.md 10.2, 11.1, 12.
 *
 * There is no rollout percentage and no matching by property: a test sets the value of each person instead of hoping
 * for it.
 */
export { evaluate } from "./evaluate.ts";
export type { Evaluated } from "./evaluate.ts";
export { toDefinitions } from "./definitions.ts";
export type { Definitions } from "./definitions.ts";
export type { Flag, FlagInput, FlagOptions, Flags, FlagValue } from "./flag.ts";
export { remoteConfigPayload } from "./flag.ts";
export { remoteConfig, remoteConfigScript } from "./remote-config.ts";
export type { RemoteConfig } from "./remote-config.ts";
export { parseFlagsRequest } from "./request.ts";
export type { FlagsRequest } from "./request.ts";
export { toDecideShape, toFlagsV1, toFlagsV2 } from "./shapes.ts";
export type { EvaluatedFlags } from "./shapes.ts";
export { createFlagStore } from "./store.ts";
export type { FlagStore } from "./store.ts";
