import type { Project } from "../../admin/projects/index.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import { parse } from "../../base/parse.ts";
import { PathPoint } from "./people.ts";
import { planPaths } from "./plan-paths.ts";
import type { PathActorList } from "./plan.ts";
import { pathsToFilters, requirePlainFunnel } from "./query.ts";
import type { PathsQueryRead } from "./query-node.ts";
import { parsePathQuery } from "./question.ts";

/**
 * The actors behind an edge of a PathsQuery, which `pathStartKey`, `pathEndKey` and `pathDropoffKey` of its `pathsFilter` name;
 * none = all who have a path. @throws HogletError 400 naming the field
 */
export async function pathsNodeActors(
  ctx: Asks,
  project: Project,
  node: PathsQueryRead,
): Promise<PathActorList | null> {
  requirePlainFunnel(node);
  const { fields, dates } = toNodeFields(pathsToFilters(node));
  const query = parsePathQuery(fields);
  const asked = openQuestion(ctx, project, "");
  const ranges = await nodeRanges(ctx, asked, { ...query, interval: "day" }, { ...dates, compare: null });
  const plan = await planPaths(ctx, asked, project, query, ranges[0]);
  const { path_start_key: startKey, path_end_key: endKey, path_dropoff_key: dropoffKey } = parse(PathPoint, fields);
  return plan && { kind: "path-actors", plan, point: { startKey, endKey, dropoffKey } };
}
