import * as v from "valibot";
import type { Asking } from "../../../base/call-options.ts";
import { parse } from "../../../base/parse.ts";
import { peopleBehind, peoplePages } from "../../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../../people/people-behind.ts";
import type { PeopleFields } from "../../people/people-fields.ts";
import { peoplePageEntries } from "../../people/people-query.ts";
import { PeopleResponse } from "../../people/response.ts";
import { openQuestion } from "../../shared/answer.ts";
import type { Asks } from "../../shared/answer.ts";
import { normaliseInput } from "../../shared/input.ts";
import type { PeopleKind } from "../../shared/insight-kind.ts";
import { KeyField } from "../actors.ts";
import type { PathActorList } from "../plan.ts";
import { pathRange, planPaths } from "../to-paths-plan.ts";
import type { PathSettings } from "../to-paths-plan.ts";
import { PathsQuestion, readOlderPaths } from "./question.ts";

/** An edge of paths, or where they ended; none = all who have a path. Source: reference/insights.md 13.4. */
export const PathPoint = v.object({
  path_start_key: KeyField,
  path_end_key: KeyField,
  path_dropoff_key: KeyField,
});
export type PathPoint = v.InferInput<typeof PathPoint>;

export interface PathPeopleQuestion extends PeopleFields<PathsQuestion, PathPoint> {}

export interface PathPeopleMethods {
  /**
   * People of paths: `path_start_key` and `path_end_key` name an edge, `path_dropoff_key` the end of paths; none = all
   * people with a path. Each person is listed once, though the edge's value counts sessions.
   */
  path(query?: PathPeopleQuestion & Asking): Promise<PeopleAnswer>;
}

const ACTORS: PeopleQuestion = { path: "path", toList: olderPathActors };

export const pathPeople: PeopleKind<PathPeopleMethods> = {
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

/**
 * Persons whose paths go from `path_start_key` to `path_end_key` (either may be absent), or end at `path_dropoff_key`; without
 * any of the three, all who have a path. The other fields are those of the question for paths.
 * @returns null = nobody
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.4
 */
export async function olderPathActors(ctx: Asks, project: PathSettings, input: unknown): Promise<PathActorList | null> {
  const { query } = readOlderPaths(input);
  const point = parse(PathPoint, normaliseInput(input));
  const asked = openQuestion(ctx, project, "");
  const plan = await planPaths(ctx, asked, query, { project, range: await pathRange(ctx, asked, query) });
  const { path_start_key: startKey, path_end_key: endKey, path_dropoff_key: dropoffKey } = point;
  return plan && { kind: "path-actors", plan, point: { startKey, endKey, dropoffKey } };
}
