import * as v from "valibot";
import { insightPaths, kindAt, nextOffset } from "../../questions/index.ts";
import type { AnyInsightKind } from "../../questions/index.ts";
import type { TrendResult } from "../../questions/trend/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { Context } from "../../handle/context.ts";
import type { Target } from "../http.ts";
import { toAnswerTable } from "../answer-table.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

export const INSIGHTS = "/api/projects/:project_id/insights";

// The insights parse the fields themselves, since the handle calls them too.
const Fields = v.record(v.string(), v.unknown());

/** Questions (reference/insights.md 3). In a GET, lists and objects are JSON text. */
export const insightRoutes: readonly Route[] = insightPaths.map(([path, kinds]) =>
  defineRoute({
    methods: ["GET", "POST"],
    path: `${INSIGHTS}/${path}`,
    ...describe(kinds),
    summary: `${describe(kinds).summary.replace(/\.$/, "")}, in the older dialect; \`query/\` takes the modern one.`,
    scopes: ["insight:read"],
    input: Fields,
    status: 200,
    csv: async (ctx, { project, input, target }) =>
      toAnswerTable(await kindAt(path, input).ask(ctx, project, input, target.origin)),
    run: (ctx, { project, input, target }) => answerInsight(ctx, project, { path, input, target }),
  }),
);

/** Answers a question at its path. @throws HogletError 400 naming the field */
export async function answerInsight(
  ctx: Pick<Context, "clock" | "db" | "engine" | "results">,
  project: Project,
  {
    path,
    input,
    target,
  }: { path: string; input: Record<string, unknown>; target: Pick<Target, "origin" | "writtenPath"> },
) {
  const answer = await kindAt(path, input).ask(ctx, project, input, target.origin);
  return "next" in answer ? { ...answer, next: toNextPage(target, input, answer.result) } : answer;
}

/** The documentation of a path. `insight` or `shown_as` chooses one of several kinds. */
function describe([first, ...others]: readonly AnyInsightKind[]) {
  if (first === undefined) throw new Error("Each path of a question has a kind.");
  const { summary, fields, response, example } = first;
  if (others.length === 0) return { summary, fields, response, example };
  const kinds = [first, ...others];
  return {
    summary: `${summary.replace(/\.$/, "")}; also ${others.map(({ insight }) => insight.toLowerCase()).join(" and ")}, by \`insight\` or \`shown_as\`.`,
    fields: v.object({
      ...Object.assign({}, ...kinds.map((kind) => kind.fields.entries)),
      insight: v.nullish(v.picklist(kinds.map(({ insight }) => insight))),
      shown_as: v.nullish(v.picklist(kinds.flatMap(({ shownAs = [] }) => shownAs))),
    }),
    response: v.pipe(v.union(kinds.map((kind) => kind.response)), v.examples(v.getExamples(response).slice(0, 1))),
    example,
  };
}

/** The URL of the next breakdown values, when more may exist: all parameters unchanged, from the query or the body. */
function toNextPage(
  { origin, writtenPath }: Pick<Target, "origin" | "writtenPath">,
  input: Record<string, unknown>,
  result: TrendResult["result"],
): string | null {
  const offset = nextOffset(result);
  if (offset === null) return null;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...input, offset })) {
    if (name === "personal_api_key" || value === null || value === undefined) continue;
    query.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return `${origin}${writtenPath}?${query.toString()}`;
}
