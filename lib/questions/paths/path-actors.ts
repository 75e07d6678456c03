import * as v from "valibot";
import { parse } from "../../base/parse.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { normaliseInput } from "../shared/input.ts";
import type { PathActorsPlan } from "./path-plan.ts";
import { parsePathQuery } from "./path-query.ts";
import { planPaths } from "./path-question.ts";
import type { PathSettings } from "./path-range.ts";

/** A numbered item, as answers write it. Its text may hold anything, line ends too. */
const KeyField = v.nullish(
  v.pipe(v.string(), v.regex(/^[1-9]\d*_/, "Expected a numbered item such as 2_/pricing.")),
  null,
);

const PointFields = v.object({
  path_start_key: KeyField,
  path_end_key: KeyField,
  path_dropoff_key: KeyField,
});

/**
 * Those whose paths go from `path_start_key` to `path_end_key` (either may be absent), or end at `path_dropoff_key`; without
 * any of the three, all who have a path. The other fields are those of the question for paths.
 * @returns null = nobody
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.4
 */
export async function pathActors(ctx: Asks, project: PathSettings, input: unknown): Promise<PathActorsPlan | null> {
  const query = parsePathQuery(input);
  const point = parse(PointFields, normaliseInput(input));
  const asked = openQuestion(ctx, project, "");
  const plan = await planPaths(ctx, asked, project, query);
  const { path_start_key: startKey, path_end_key: endKey, path_dropoff_key: dropoffKey } = point;
  return plan && { kind: "path-actors", plan, point: { startKey, endKey, dropoffKey } };
}
