import { ask } from "../shared/ask.ts";
import { answer, openQuestion } from "../shared/answer.ts";
import type { Answer, Asks } from "../shared/answer.ts";
import { rememberParsed } from "../shared/remember-parsed.ts";
import type { PathEdge } from "./plan.ts";
import { planPaths } from "./plan-paths.ts";
import type { PathSettings } from "./path-range.ts";
import { parsePathQuery } from "./question.ts";
import { reachableEdges } from "./path-reach.ts";

const parseQuestion = rememberParsed(parsePathQuery);

export type PathsResult = Answer<PathEdge[]>;

/**
 * The most frequent steps of persons from an item (URL, screen or event) to the next, session by session. When several
 * `path_groupings` match an item, the last wins.
 * @throws HogletError 400 naming the field. Source: reference/insights.md 12b
 * @example
 * await paths(ctx, project, { include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 });
 */
export async function paths(ctx: Asks, project: PathSettings, input: unknown, origin = ""): Promise<PathsResult> {
  const query = parseQuestion(input);
  const asked = openQuestion(ctx, project, origin);
  const plan = await planPaths(ctx, asked, project, query);
  // The plan says all that the answer depends on.
  const question = { insight: "PATHS", filter: plan, dates: null, refresh: query.refresh };
  return answer(ctx, asked, question, async () => {
    if (plan === null) return [];
    const { edges } = await ask(ctx, plan);
    const isWeighed = plan.minWeight !== null || plan.maxWeight !== null;
    return isWeighed ? edges : reachableEdges(edges);
  });
}
