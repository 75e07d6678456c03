import * as v from "valibot";
import { ENVELOPE, envelopeEntries } from "../../shared/answer-response.ts";
import { answer, openQuestion } from "../../shared/answer.ts";
import type { Answer, Asks } from "../../shared/answer.ts";
import { rememberParsed } from "../../shared/remember-parsed.ts";
import { countPaths, PathEdges } from "../answer.ts";
import type { PathEdge } from "../plan.ts";
import { pathRange, planPaths } from "../to-paths-plan.ts";
import type { PathSettings } from "../to-paths-plan.ts";
import { readOlderPaths } from "./question.ts";

export const PathsResponse = v.pipe(
  v.object({ result: PathEdges, ...envelopeEntries }),
  v.examples([
    { result: [{ source: "1_/", target: "2_/about", value: 2, average_conversion_time: 60_000 }], ...ENVELOPE },
  ]),
);

export type PathsResult = Answer<PathEdge[]>;

const parseQuestion = rememberParsed(readOlderPaths);

/**
 * The most frequent steps of persons from an item (URL, screen or event) to the next, session by session. When several
 * `path_groupings` match an item, the last wins.
 * @throws HogletError 400 naming the field. Source: reference/insights.md 12b
 * @example
 * await paths(ctx, project, { include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 });
 */
export async function paths(ctx: Asks, project: PathSettings, input: unknown, origin = ""): Promise<PathsResult> {
  const { query, refresh } = parseQuestion(input);
  const asked = openQuestion(ctx, project, origin);
  const plan = await planPaths(ctx, asked, query, { project, range: await pathRange(ctx, asked, query) });
  // The answer depends on nothing else.
  return answer(ctx, asked, { insight: "PATHS", filter: plan, dates: null, refresh }, () => countPaths(ctx, plan));
}
