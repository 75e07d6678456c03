/**
 * Paths: the most frequent steps from one item (URL, screen or event) to the next in persons' sessions; also around a
 * step of a funnel. Source: reference/insights.md 12b.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { defineNode } from "../shared/node-kind.ts";
import { pathsNodeActors } from "./actors.ts";
import { pathsQuery } from "./answer.ts";
import type { PathsQueryTypes } from "./answer.ts";
import type { PathsQueryRead } from "./node.ts";
import { paths, PathsResponse } from "./older/answer.ts";
import type { PathsResult } from "./older/answer.ts";
import { pathsFromFilters, pathsToFilters } from "./older/filters.ts";
import { pathPeople } from "./older/people.ts";
import type { PathPeopleMethods } from "./older/people.ts";
import { PathsQuestion } from "./older/question.ts";

export { olderPathActors, pathPeople } from "./older/people.ts";
export { paths } from "./older/answer.ts";
export type { PathsResult } from "./older/answer.ts";
export type {
  PathActorList,
  PathActorsPlan,
  PathEdge,
  PathFunnel,
  PathItems,
  PathNames,
  PathPoint,
  PathsAnswer,
  PathsPlan,
} from "./plan.ts";
export type { PathSettings } from "./to-paths-plan.ts";
export type { PathCleaning } from "./node.ts";
export type { PathsQuestion } from "./older/question.ts";
export type { PathPeopleQuestion } from "./older/people.ts";

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
  query: PathsQueryTypes;
  isSource: true;
  actorsQuery: never;
}

export const pathsKind: InsightKind<PathsTypes> = {
  insight: "PATHS",
  path: "path",
  summary: "The sequences of persons' events, session by session.",
  fields: PathsQuestion,
  example: { include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 },
  response: PathsResponse,
  ask: paths,
  people: pathPeople,
  node: defineNode<PathsTypes, PathsQueryRead>({
    query: pathsQuery,
    filters: { toNode: pathsFromFilters, ofNode: pathsToFilters },
    points: { named: [], list: pathsNodeActors },
  }),
};
