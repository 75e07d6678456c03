/**
 * Answers about flags, for SDKs.
 *
 * `parseFlagsRequest` reads the body of `/flags` and `/decide`, `evaluateFlags` evaluates a person's flags, the shapes
 * are those of every version. `flagDefinitions` answers SDKs that evaluate flags themselves, `remoteConfig` keeps
 * posthog-js quiet.
 *
 * A `FlagSet` is all flags of a project, compiled once for each change: a request reads only the person, and only when
 * a flag asks for a property. It holds stored flags and those that the program sets: of one key, the program's decides
 * until it is unset. Rules: reference/agents.md 9 and 10, reference/capture.md 10.2 and 12.
 */
export { cohortsOf } from "./cohorts-of.ts";
export { flagDefinitions, MinimalFlag, toMinimal } from "./definitions.ts";
export { evaluateFlags } from "./evaluate.ts";
export type { EvaluatedFlag } from "./evaluate.ts";
export { Explained, explainFlag } from "./explain.ts";
export { flagSetOf } from "./flag-set.ts";
export { createFlagSets } from "./flag-sets.ts";
export type { FlagSet, FlagSets, SetFlag } from "./flag-sets.ts";
export { remoteConfig, remoteConfigScript } from "./remote-config.ts";
export type { RemoteConfig } from "./remote-config.ts";
export { askedFor, parseFlagsRequest } from "./request.ts";
export type { AskedFor, FlagsRequest } from "./request.ts";
export { toDecideShape, toFlagsV1, toFlagsV2, toReason } from "./shapes.ts";
export type { EvaluatedFlags } from "./shapes.ts";
export { createCohortOfFlag } from "./static-cohort.ts";
export { subjectOf } from "./subject.ts";
