import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { parse } from "../../base/parse.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { readPaths } from "./node.ts";
import type { PathsQueryRead } from "./node.ts";
import type { PathActorList } from "./plan.ts";
import { pathRange, planPaths } from "./to-paths-plan.ts";

/** A numbered item, as answers write it: `1_/pricing`. Its text may hold line ends. */
export const KeyField = v.nullish(
  v.pipe(v.string(), v.regex(/^[1-9]\d*_/, "Expected a numbered item such as 2_/pricing.")),
  null,
);

const NodePathPoint = v.object({ pathStartKey: KeyField, pathEndKey: KeyField, pathDropoffKey: KeyField });

/**
 * The actors behind an edge of a PathsQuery, which `pathStartKey`, `pathEndKey` and `pathDropoffKey` of its `pathsFilter` name;
 * none = all who have a path. @throws HogletError 400 naming the field
 */
export async function pathsNodeActors(
  ctx: Asks,
  project: Project,
  node: PathsQueryRead,
): Promise<PathActorList | null> {
  const query = readPaths(node);
  const {
    pathStartKey: startKey,
    pathEndKey: endKey,
    pathDropoffKey: dropoffKey,
  } = parse(NodePathPoint, node.pathsFilter, "pathsFilter");
  const asked = openQuestion(ctx, project, "");
  const plan = await planPaths(ctx, asked, query, { project, range: await pathRange(ctx, asked, query) });
  return plan && { kind: "path-actors", plan, point: { startKey, endKey, dropoffKey } };
}
