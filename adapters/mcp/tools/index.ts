/**
 * The tools, in the order in which agents need them: look, ask, check, set. PostHog's MCP server has some of them; these have its
 * names, so that prompts carry over. 20 at most: clients load all descriptions into every conversation.
 */
import type { Tool } from "../tool.ts";
import { createFeatureFlag } from "./create-feature-flag.ts";
import { dashboardCreate } from "./dashboard-create.ts";
import { eventDiagnose } from "./event-diagnose.ts";
import { eventsList } from "./events-list.ts";
import { eventWait } from "./event-wait.ts";
import { executeSql } from "./execute-sql.ts";
import { insightCreate } from "./insight-create.ts";
import { instanceReset } from "./instance-reset.ts";
import { personsRetrieve } from "./persons-retrieve.ts";
import { queryTools } from "./queries.ts";
import { readDataSchema } from "./read-data-schema.ts";
import { runCommand } from "./run-command.ts";
import { snapshotCompare } from "./snapshot-compare.ts";
import { testClockSet } from "./test-clock-set.ts";
import { traceGet, tracesList } from "./traces.ts";
import { trackingPlanCheck } from "./tracking-plan-check.ts";

export function createTools(): Tool[] {
  return [
    eventsList,
    eventWait(),
    eventDiagnose,
    personsRetrieve,
    readDataSchema,
    ...queryTools,
    tracesList,
    traceGet,
    executeSql,
    insightCreate,
    dashboardCreate,
    trackingPlanCheck,
    snapshotCompare,
    createFeatureFlag,
    testClockSet,
    instanceReset,
    runCommand,
  ];
}
