import { actions } from "./actions.ts";
import { activity } from "./activity.ts";
import { annotations } from "./annotations.ts";
import { checkRequests } from "./check.ts";
import { cohortRequests, cohorts } from "./cohorts.ts";
import { dashboardRequests, dashboards } from "./dashboards.ts";
import { definitionRequests, definitions } from "./definitions.ts";
import { deletionRequests, deletions } from "./deletions.ts";
import { engine } from "./engine.ts";
import { events } from "./events.ts";
import { featureFlagRequests } from "./feature-flag-requests.ts";
import { featureFlags } from "./feature-flags.ts";
import { groups } from "./groups.ts";
import { importRequests } from "./imports.ts";
import { keys } from "./keys.ts";
import { organizationRequests } from "./organizations.ts";
import type { Operation } from "./operation.ts";
import { personRequests, persons } from "./persons.ts";
import { pluginConfigRequests, pluginConfigs } from "./plugin-configs.ts";
import { pluginRequests, plugins } from "./plugins.ts";
import { projectRequests, projects } from "./projects.ts";
import { queryRequests } from "./query.ts";
import { replication } from "./replication.ts";
import { savedInsightRequests, savedInsights } from "./saved-insights.ts";
import { warnings } from "./warnings.ts";

/** The operations, area by area. */
const AREAS: readonly Readonly<Record<string, Operation>>[] = [
  actions,
  activity,
  annotations,
  checkRequests,
  cohorts,
  cohortRequests,
  dashboards,
  dashboardRequests,
  definitions,
  definitionRequests,
  deletions,
  deletionRequests,
  engine,
  events,
  featureFlags,
  featureFlagRequests,
  groups,
  importRequests,
  keys,
  organizationRequests,
  persons,
  personRequests,
  pluginConfigs,
  pluginConfigRequests,
  plugins,
  pluginRequests,
  projects,
  projectRequests,
  queryRequests,
  replication,
  savedInsights,
  savedInsightRequests,
  warnings,
];

/** All operations, each once. */
export const operations: readonly Operation[] = [...new Set(AREAS.flatMap((area) => Object.values(area)))];
