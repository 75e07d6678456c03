/**
 * The handle's groups of methods, one file each, named like the area behind it. A method names its project (or works on
 * the first), parses its input by the schema that HTTP uses too, and calls the same use case.
 *
 * The handle itself decides one thing: an unknown field is refused when it resembles a known field (`known`).
 * `date_form` can only be a typo, and an answer to a question without that part would look right and be wrong. Other
 * unknown fields are ignored, as over HTTP, where PostHog's clients send fields for their own pages; the compiler
 * refuses these too. Two kinds of fields are never refused: those of stored questions, which are answered unchanged,
 * and those of an object that was read, which may be sent back with a change.
 */
export { actionsHandle } from "./actions.ts";
export type { ActionsHandle } from "./actions.ts";
export { activityHandle } from "./activity.ts";
export type { ActivityHandle } from "./activity.ts";
export { annotationsHandle } from "./annotations.ts";
export type { AnnotationsHandle } from "./annotations.ts";
export { cohortsHandle } from "./cohorts.ts";
export type { CohortsHandle } from "./cohorts.ts";
export { dashboardsHandle } from "./dashboards.ts";
export type { DashboardsHandle } from "./dashboards.ts";
export { definitionsHandle } from "./definitions.ts";
export type { DefinitionsHandle } from "./definitions.ts";
export { deletionsHandle } from "./deletions.ts";
export type { DeletionsHandle } from "./deletions.ts";
export { engineHandle } from "./engine.ts";
export type { EngineHandle } from "./engine.ts";
export { eventsHandle } from "./events.ts";
export type { EventsHandle } from "./events.ts";
export { featureFlagsHandle } from "./feature-flags.ts";
export type { FeatureFlagsHandle } from "./feature-flags.ts";
export { flagsHandle } from "./flags.ts";
export type { FlagsHandle } from "./flags.ts";
export { groupsHandle } from "./groups.ts";
export type { GroupsHandle } from "./groups.ts";
export { insightsHandle } from "./insights.ts";
export type { InsightsHandle } from "./insights.ts";
export { keysHandle } from "./keys.ts";
export type { KeysHandle } from "./keys.ts";
export type { PeopleBehindMethods } from "./people-behind.ts";
export { notesHandle } from "./notes.ts";
export type { NotesHandle } from "./notes.ts";
export { personsHandle } from "./persons.ts";
export type { PersonsHandle } from "./persons.ts";
export { pluginConfigsHandle } from "./plugin-configs.ts";
export type {
  PluginAttachment,
  PluginConfigCreateInput,
  PluginConfigsHandle,
  PluginConfigUpdateInput,
} from "./plugin-configs.ts";
export { pluginsHandle } from "./plugins.ts";
export type { PluginsHandle, PluginSource } from "./plugins.ts";
export { projectsHandle } from "./projects.ts";
export type { ProjectsHandle } from "./projects.ts";
export { queryHandle } from "./query.ts";
export type { AskQueryOptions, QueryHandle } from "./query.ts";
export { checkHandle } from "./check.ts";
export type { CheckHandle } from "./check.ts";
export { rebuildHandle } from "./rebuild.ts";
export type { RebuildHandle, RebuildOptions, Rebuilt } from "./rebuild.ts";
export { savedInsightsHandle } from "./saved-insights.ts";
export type { SavedInsightsHandle } from "./saved-insights.ts";
export { createScope } from "./scope.ts";
export type { InProject, Stoppable } from "../base/call-options.ts";
export type { Scope } from "./scope.ts";
export { transferHandle } from "./transfer.ts";
export type { ImportOptions, TransferHandle } from "./transfer.ts";
export { warningsHandle } from "./warnings.ts";
export type { WarningsHandle } from "./warnings.ts";
export { withSignals } from "./with-signals.ts";
