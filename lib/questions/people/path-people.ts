import { pathActors } from "../paths/path-actors.ts";
import type { Asks } from "../shared/answer.ts";
import type { Project } from "../../admin/projects/index.ts";
import { peopleBehind } from "./people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "./people-behind.ts";

export const PATH_PEOPLE: PeopleQuestion = { path: "path", toPlan: pathActors };

/**
 * The persons behind a point of paths; each once, however many of their sessions the edge's value counts.
 * @param input the fields of paths, and `path_start_key`, `path_end_key` or `path_dropoff_key`; without any of the three, all
 * who have a path
 * @throws HogletError 400 naming the field
 * @example
 * await pathPeople(ctx, project, { path_start_key: "1_/", path_end_key: "2_/pricing" });
 */
export function pathPeople(
  ctx: Asks,
  project: Project,
  input: Record<string, unknown>,
  origin = "",
): Promise<PeopleAnswer> {
  return peopleBehind(ctx, project, input, PATH_PEOPLE, origin);
}
