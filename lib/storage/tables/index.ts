/**
 * Tables: the definitions from which drizzle-kit writes the migrations, and queries and rows have their types. Members
 * have the program's names (`projectId`), columns those of SQL (`project_id`).
 *
 * Change them together with a migration: `npm run migrations`. A test compares them with the migrated database.
 */
export { actions } from "./actions.ts";
export { activityLog } from "./activity.ts";
export { annotations } from "./annotations.ts";
export { cohortMembers, cohorts } from "./cohorts.ts";
export { actorTables, logChanges, segmentColumns, segments } from "./columns.ts";
export { definitionNotes } from "./definitions.ts";
export { deletions } from "./deletions.ts";
export { eventHours, eventIndex, eventNames, events, eventTexts, uuidBlocks, uuidPages } from "./events.ts";
export { changes, followers } from "./feed.ts";
export { featureFlags, flagIds } from "./flags.ts";
export { groupTypes, groups } from "./groups.ts";
export { notes } from "./notes.ts";
export { distinctIds, identityChanges, persons } from "./persons.ts";
export {
  pluginAttachments,
  pluginCache,
  pluginCacheItems,
  pluginConfigs,
  pluginExports,
  pluginJobs,
  pluginLogs,
  pluginMetrics,
  pluginSources,
  pluginStorage,
  pluginUsage,
  plugins,
} from "./plugins.ts";
export { deletedProjects, personalApiKeys, projects } from "./projects.ts";
export { dashboardTiles, dashboards, savedInsights } from "./saved.ts";
export { leases, schedules } from "./schedules.ts";
export { ingestionWarnings } from "./warnings.ts";
