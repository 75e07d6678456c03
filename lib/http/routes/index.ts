import { operations } from "../../operations/index.ts";
import { toRoute } from "../operation-routes.ts";
import type { Route } from "../route.ts";
import { aiRoutes } from "./ai.ts";
import { captureV1Routes } from "./capture-v1.ts";
import { captureRoutes } from "./capture.ts";
import { deletionRoutes } from "./deletions.ts";
import { eventRoutes } from "./events.ts";
import { flagDefinitionRoutes } from "./flag-definitions.ts";
import { flagRoutes } from "./flags.ts";
import { healthRoutes } from "./health.ts";
import { insightRoutes } from "./insights.ts";
import { peopleBehindRoutes } from "./people-behind.ts";
import { queryRoutes } from "./query.ts";
import { quietRoutes } from "./quiet.ts";
import { remoteConfigRoutes } from "./remote-config.ts";
import { replicationRoutes } from "./replication.ts";
import { replayRoutes } from "./replay.ts";
import { reportRoutes } from "./report.ts";
import { savedInsightRoutes } from "./saved-insights.ts";
import { schemaRoutes } from "./schema.ts";
import { staticRoutes } from "./static.ts";
import { watchRoutes } from "./watch-query.ts";

/** All routes of the HTTP surface. */
export const routes: readonly Route[] = [
  ...captureRoutes,
  ...captureV1Routes,
  ...aiRoutes,
  ...replayRoutes,
  ...reportRoutes,
  ...remoteConfigRoutes,
  ...flagRoutes,
  ...flagDefinitionRoutes,
  ...staticRoutes,
  ...quietRoutes,
  ...healthRoutes,
  ...peopleBehindRoutes,
  // Before the older insights in the document.
  ...queryRoutes,
  ...watchRoutes,
  ...operations.map(toRoute),
  ...deletionRoutes,
  ...eventRoutes,
  ...savedInsightRoutes,
  ...insightRoutes,
  ...replicationRoutes,
  ...schemaRoutes(() => routes),
];
