/**
 * The operations and the handle's groups of methods, one file for each area. An operation is a row (`operation.ts`), from which its route
 * (`lib/http/operation-routes.ts`) and its method (`methods.ts`) follow: a method names its project (or works on the first), parses its
 * input by the row's schema, and runs the row. Rows in an object called `…Requests` have a route alone.
 *
 * Methods that take positional arguments or callbacks, answer otherwise than their request, or have no route are written by hand:
 * `ask`, `query`, `check`, `rebuild`, the transfer, the questions, flags of the program, notes, `activity.list`, and in their areas those
 * that a `Handle` function adds to `methodsOf`.
 *
 * The handle itself decides one thing: an unknown field is refused when it resembles a known field (`known`).
 * `date_form` can only be a typo, and an answer to a question without that part would look right and be wrong. Other
 * unknown fields are ignored, as over HTTP, where PostHog's clients send fields for their own pages; the compiler
 * refuses these too. Two kinds of fields are never refused: those of stored questions, which are answered unchanged,
 * and those of an object that was read, which may be sent back with a change.
 */
export type { ActionsHandle } from "./actions.ts";
export type { ActivityHandle } from "./activity.ts";
export type { AnnotationsHandle } from "./annotations.ts";
export type { CohortsHandle } from "./cohorts.ts";
export type { DashboardsHandle } from "./dashboards.ts";
export type { DefinitionsHandle } from "./definitions.ts";
export type { DeletionsHandle } from "./deletions.ts";
export type { EngineHandle } from "./engine.ts";
export type { EventsHandle } from "./events.ts";
export type { FeatureFlagsHandle } from "./feature-flags.ts";
export type { FlagsHandle } from "./flags.ts";
export type { GroupsHandle } from "./groups.ts";
export type { InsightsHandle } from "./insights.ts";
export type { KeysHandle } from "./keys.ts";
export type { NotesHandle } from "./notes.ts";
export type { PersonsHandle } from "./persons.ts";
export type {
  PluginAttachment,
  PluginConfigCreateInput,
  PluginConfigsHandle,
  PluginConfigUpdateInput,
} from "./plugin-configs.ts";
export type { PluginsHandle, PluginSource } from "./plugins.ts";
export type { ProjectsHandle } from "./projects.ts";
export { QUERY } from "./query.ts";
export type { AskQueryOptions, QueryHandle, WatchOptions } from "./query.ts";
export type { CopiesHandle } from "./copies.ts";
export type { ReplicationHandle } from "./replication.ts";
export type { CheckHandle } from "./check.ts";
export type { RebuildHandle, RebuildOptions, Rebuilt } from "./rebuild.ts";
export type { SavedInsightsHandle } from "./saved-insights.ts";
export { createScope } from "./scope.ts";
export type { InProject } from "../base/call-options.ts";
export type { ImportOptions, TransferHandle } from "./transfer.ts";
export type { WarningsHandle } from "./warnings.ts";
export { orKnown } from "./known-errors.ts";
export { withMethodGroups } from "./method-groups.ts";
export type { MethodGroups } from "./method-groups.ts";
export { operations } from "./all.ts";
export { BasicField, INSIGHT } from "./saved-insights.ts";
export { NewWireKey, WireKey } from "./keys.ts";
export { objectOf } from "./methods.ts";
export type { Call, Operation, Paging } from "./operation.ts";
export { ownErrors } from "./own-errors.ts";
export type { OwnError } from "./own-errors.ts";
export { WireAction } from "./actions.ts";
export { WirePluginConfig } from "./wire-plugin-config.ts";
