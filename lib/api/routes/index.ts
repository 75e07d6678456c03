import type { Route } from "../route.ts";
import { activityRoutes } from "./activity.ts";
import { captureRoutes } from "./capture.ts";
import { eventRoutes } from "./events.ts";
import { groupRoutes } from "./groups.ts";
import { healthRoutes } from "./health.ts";
import { insightRoutes } from "./insights.ts";
import { personRoutes } from "./persons.ts";
import { projectRoutes } from "./projects.ts";
import { warningRoutes } from "./warnings.ts";

/** The whole HTTP surface. */
export const routes: readonly Route[] = [
  ...captureRoutes,
  ...healthRoutes,
  ...projectRoutes,
  ...personRoutes,
  ...activityRoutes,
  ...eventRoutes,
  ...groupRoutes,
  ...warningRoutes,
  ...insightRoutes,
];
