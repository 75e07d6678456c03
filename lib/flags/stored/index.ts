/**
 * Stored flags: those that people make, in the page, by the API or by an agent (reference/agents.md 8).
 *
 * `FlagInput` and `FlagUpdate` read the fields; `checkFilters` refuses conditions that could not be evaluated, with the
 * sentences of PostHog. Every change counts the version up and leaves an entry in the activity log, without the values of
 * filters. A flag is deleted by `deleted: true`: it keeps its row and its key until another flag takes the key.
 *
 * Invariants: a flag depends on flags of the same project that are on, never on itself; no two flags of a project have one key,
 * deleted ones included. Evaluation is in `evaluation/`; `answers/` compiles the rows again after every change.
 */
export { userBlastRadius, BlastRadiusInput } from "./blast-radius.ts";
export type { BlastRadius } from "./blast-radius.ts";
export { bulkDeleteFlags, BulkDeleteInput, BulkKeysInput, flagKeysById } from "./bulk.ts";
export { createFlag, updateFlag } from "./edit.ts";
export type { FlagEdit } from "./edit.ts";
export type { FlagFiltersInput } from "./filters-field.ts";
export { findFlag, getFlag } from "./get.ts";
export { FLAG_KEY, FlagInput, FlagSettings, FlagUpdate } from "./input.ts";
export type { FlagCreateInput, FlagUpdateInput } from "./input.ts";
export { FlagListQuery, listDependentFlags, listFlags } from "./list.ts";
export type { FlagListInput } from "./list.ts";
export type { FlagRecord, FlagStatus } from "./record.ts";
