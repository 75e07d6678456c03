import type { Route } from "../route.ts";
import { captureRoutes } from "./capture.ts";
import { healthRoutes } from "./health.ts";
import { insightRoutes } from "./insights.ts";
import { personRoutes } from "./persons.ts";
import { projectRoutes } from "./projects.ts";

/** The whole HTTP surface. */
export const routes: readonly Route[] = [
  ...captureRoutes,
  ...healthRoutes,
  ...projectRoutes,
  ...personRoutes,
  ...insightRoutes,
];
