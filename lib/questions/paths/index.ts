/**
 * Paths: the sequences of persons' events, session by session, as the most frequent steps from one item (URL, screen or event)
 * to the next; also around a step of a funnel. Source: reference/insights.md 12b.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { PathsQuestion } from "./path-query.ts";
import { paths } from "./paths.ts";
import type { PathsResult } from "./paths.ts";
import { pathPeople } from "./people.ts";
import type { PathPeopleMethods } from "./people.ts";
import { PathsResponse } from "./response.ts";

export { pathActors } from "./path-actors.ts";
export { paths } from "./paths.ts";
export type { PathsResult } from "./paths.ts";
export type {
  PathActorsPlan,
  PathEdge,
  PathFunnel,
  PathItems,
  PathNames,
  PathPoint,
  PathsAnswer,
  PathsPlan,
} from "./path-plan.ts";
export type { PathSettings } from "./path-range.ts";
export type { PathCleaning, PathsQuestion } from "./path-query.ts";
export { pathPeople } from "./people.ts";
export type { PathPeopleQuestion } from "./people.ts";

export interface PathsMethods {
  /**
   * Sequences of persons' events, session by session: the most frequent steps from one item to the next.
   * @example
   * await hoglet.insights.paths({ include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 });
   */
  paths(query?: PathsQuestion & Asking): Promise<PathsResult>;
}

export interface PathsTypes {
  insight: "PATHS";
  methods: PathsMethods;
  people: PathPeopleMethods;
}

export const pathsKind: InsightKind<PathsTypes> = {
  insight: "PATHS",
  method: "paths",
  path: "path",
  summary: "The sequences of persons' events, session by session.",
  fields: PathsQuestion,
  example: { include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 },
  response: PathsResponse,
  ask: paths,
  people: pathPeople,
};
