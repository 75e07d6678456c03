/**
 * Stored flags, which people make in the page, by the API or by an agent (reference/agents.md 8).
 *
 * `FlagInput` and `FlagUpdate` read the fields; `checkFilters` refuses conditions that cannot be evaluated, in
 * PostHog's sentences. Every change counts the version up and leaves an entry in the activity log, without values of
 * filters. `deleted: true` keeps a flag's row and key until another flag takes the key.
 *
 * Invariants: a flag depends on flags of its project that are on, never on itself; no two flags of a project have one
 * key, deleted ones included. Evaluation is in `evaluation/`; `answers/` compiles the rows again after every change.
 */
export { BlastRadius, BlastRadiusInput, userBlastRadius } from "./blast-radius.ts";
export { BulkDeleted, bulkDeleteFlags, BulkDeleteInput, BulkKeysInput, FlagKeys, flagKeysById } from "./bulk.ts";
export { createFlag, updateFlag } from "./edit.ts";
export type { FlagEdit } from "./edit.ts";
export { findFlag, getFlag } from "./get.ts";
export { FLAG_KEY, FlagInput, SettingInputs, FlagUpdate } from "./input.ts";
export type { FlagCreateInput, FlagUpdateInput } from "./input.ts";
export { DependentFlags, FlagListQuery, listDependentFlags, listFlags } from "./list.ts";
export type { FlagListInput } from "./list.ts";
export { FeatureFlag, FlagStatus } from "./record.ts";
export type { FlagRecord } from "./record.ts";
