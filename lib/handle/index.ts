/**
 * The handle's groups of methods, one file each, named like the area behind it. A method names its project (or works on
 * the first), parses its input by the schema that HTTP uses too, and calls the same use case: nothing is decided here.
 */
export { actionsHandle } from "./actions.ts";
export type { ActionsHandle } from "./actions.ts";
export { activityHandle } from "./activity.ts";
export type { ActivityHandle } from "./activity.ts";
export { cohortsHandle } from "./cohorts.ts";
export type { CohortsHandle } from "./cohorts.ts";
export { deletionsHandle } from "./deletions.ts";
export type { DeletionsHandle } from "./deletions.ts";
export { eventsHandle } from "./events.ts";
export type { EventsHandle } from "./events.ts";
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
export type { PluginConfigsHandle } from "./plugin-configs.ts";
export { pluginsHandle } from "./plugins.ts";
export type { PluginsHandle } from "./plugins.ts";
export { projectsHandle } from "./projects.ts";
export type { ProjectsHandle } from "./projects.ts";
export { queryHandle } from "./query.ts";
export type { QueryHandle } from "./query.ts";
export { rebuildHandle } from "./rebuild.ts";
export type { RebuildHandle, RebuildOptions } from "./rebuild.ts";
export { createScope } from "./scope.ts";
export type { InProject, Scope } from "./scope.ts";
export { transferHandle } from "./transfer.ts";
export type { ImportOptions, TransferHandle } from "./transfer.ts";
export { warningsHandle } from "./warnings.ts";
export type { WarningsHandle } from "./warnings.ts";
export { withSignals } from "./with-signals.ts";
export type { Stoppable } from "./with-signals.ts";
