import * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import { peopleBehind, peoplePages } from "../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../people/people-behind.ts";
import type { PeopleFields } from "../people/people-fields.ts";
import { peoplePageEntries } from "../people/people-query.ts";
import { PeopleResponse } from "../people/response.ts";
import type { PeopleKind } from "../shared/insight-kind.ts";
import { pathActors } from "./path-actors.ts";
import { PathsQuestion } from "./path-query.ts";

const Key = v.nullish(v.string());

/** An edge of paths, or where they ended; none = all who have a path. Source: reference/insights.md 13.4. */
export const PathPoint = v.object({
  /** A numbered item as answers write it: `1_/pricing`. */
  path_start_key: Key,
  path_end_key: Key,
  path_dropoff_key: Key,
});
export type PathPoint = v.InferInput<typeof PathPoint>;

/** Asks for the people behind an edge of paths. */
export interface PathPeopleQuestion extends PeopleFields<PathsQuestion, PathPoint> {}

export interface PathPeopleMethods {
  /**
   * People of paths: `path_start_key` and `path_end_key` name an edge, `path_dropoff_key` the end of paths; none = all
   * people with a path. Each is there once, however many of their sessions the edge's value counts.
   */
  path(query?: PathPeopleQuestion & Asking): Promise<PeopleAnswer>;
}

const ACTORS: PeopleQuestion = { path: "path", toPlan: pathActors };

export const pathPeople: PeopleKind<PathPeopleMethods> = {
  method: "path",
  path: ACTORS.path,
  verbs: ["GET", "POST"],
  summary:
    "Persons behind a point of paths: from `path_start_key` to `path_end_key` (such as 1_/ and 2_/about), or with paths that end at `path_dropoff_key`; without these fields, all persons with a path.",
  fields: v.object({ ...PathsQuestion.entries, ...PathPoint.entries, ...peoplePageEntries }),
  example: { include_event_types: ["$pageview"], path_start_key: "1_/", path_end_key: "2_/about" },
  response: PeopleResponse,
  ask: (ctx, project, input, origin) => peopleBehind(ctx, project, input, ACTORS, origin),
  pages: (ctx, project, input) => peoplePages(ctx, project, input, ACTORS),
};
