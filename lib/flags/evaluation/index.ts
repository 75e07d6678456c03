/**
 * Evaluation of flags, equal to PostHog's server and to SDKs that evaluate flags themselves (reference/agents.md 9).
 *
 * `compileFlags` prepares a project's flags once for each change: filters become tests, cohorts are compiled, rings of
 * dependencies are found. `beginEvaluation` takes a `Subject`, whose properties are read when a test asks for them, and
 * evaluates flags with those on which they depend.
 *
 * Everything is pure. An error in a filter matches nothing and never fails a request.
 */
export { compileFlags, payloadOf } from "./compile.ts";
export type { CompiledCondition, CompiledFlag, CompiledFlags } from "./compile.ts";
export type {
  FlagCohort,
  FlagCondition,
  FlagDefinition,
  FlagFilters,
  FlagProperty,
  FlagValue,
  FlagVariant,
  PropertyGroup,
} from "./definition.ts";
export { dependenciesOf, dependencyChains } from "./dependencies.ts";
export { beginEvaluation } from "./evaluate.ts";
export type { Evaluation, Outcome, ReasonCode } from "./evaluate.ts";
export { bucketOf } from "./hash.ts";
export { compileInstant } from "./instants.ts";
export { OPERATOR_NAMES } from "./operators.ts";
export { createPropertyCompiler, isCohort, toCohortIds } from "./properties.ts";
export type { Surroundings } from "./properties.ts";
export { FLAG_SETTINGS, FlagSettings, NEW_FLAG } from "./settings.ts";
export type { Subject } from "./subject.ts";
