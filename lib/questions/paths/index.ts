/**
 * Paths: the sequences of persons' events, session by session, as the most frequent steps from one item (URL, screen or event)
 * to the next; also around a step of a funnel. Source: reference/insights.md 12b.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { pathsNode } from "./node.ts";
import type { PathsNodeTypes } from "./node.ts";
import { PathsQuestion } from "./question.ts";
import { paths } from "./answer.ts";
import type { PathsResult } from "./answer.ts";
import { pathPeople } from "./people.ts";
import type { PathPeopleMethods } from "./people.ts";
import { PathsResponse } from "./response.ts";

export { pathActors, pathPeople } from "./people.ts";
export { paths } from "./answer.ts";
export type { PathsResult } from "./answer.ts";
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
export type { PathSettings } from "./path-range.ts";
export type { PathCleaning, PathsQuestion } from "./question.ts";
export type { PathPeopleQuestion } from "./people.ts";

export interface PathsMethods {
  /**
   * Sequences of persons' events, session by session: the most frequent steps from one item to the next.
   * @example
   * await hoglet.insights.paths({ include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 });
   */
  paths(query?: PathsQuestion & Asking): Promise<PathsResult>;
}

export interface PathsTypes extends PathsNodeTypes {
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
  node: pathsNode,
};
