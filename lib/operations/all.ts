import { actions } from "./actions.ts";
import { activity } from "./activity.ts";
import { annotations } from "./annotations.ts";
import { cohortRequests, cohorts } from "./cohorts.ts";
import type { Operation } from "./operation.ts";
import { personRequests, persons } from "./persons.ts";
import { pluginConfigRequests, pluginConfigs } from "./plugin-configs.ts";
import { pluginRequests, plugins } from "./plugins.ts";

/** The operations, area by area. */
const AREAS: readonly Readonly<Record<string, Operation>>[] = [
  actions,
  activity,
  annotations,
  cohorts,
  cohortRequests,
  persons,
  personRequests,
  pluginConfigs,
  pluginConfigRequests,
  plugins,
  pluginRequests,
];

/** All operations, each once. */
export const operations: readonly Operation[] = [...new Set(AREAS.flatMap((area) => Object.values(area)))];
