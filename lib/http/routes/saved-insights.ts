import * as v from "valibot";
import { requireScopes } from "../../admin/auth/index.ts";
import type { Context } from "../../handle/context.ts";
import { BasicField, INSIGHT } from "../../operations/index.ts";
import {
  answerByRefresh,
  askFields,
  filtersOfTile,
  getDashboard,
  getInsight,
  NOT_ASKED,
  overrideSaved,
  WireInsight,
} from "../../query/saved/index.ts";
import { toAnswerTable } from "../answer-table.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";
import { nodeErrors } from "./query.ts";

const QUESTION_FAILED = "The saved question cannot be answered by now; the name of its field follows.";
const OLDER_FAILED = "The same of a question that was saved by `filters`.";

const ReadInput = v.object({
  ...askFields,
  /** Id of a dashboard whose filters are laid over the question. */
  from_dashboard: v.exactOptional(v.string()),
  basic: BasicField,
});

/** One saved insight with its answer, as a table too. `id` is the integer id or the short id; `insightRoutes` answers the questions. */
export const savedInsightRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: INSIGHT,
    summary: "One saved insight; with `refresh` its question is asked, and the answer's fields are there too.",
    scopes: ["insight:read"],
    input: ReadInput,
    status: 200,
    response: WireInsight,
    errors: {
      ...nodeErrors,
      invalid_input: { ...nodeErrors.invalid_input, query: QUESTION_FAILED, filters: OLDER_FAILED },
      required: { query: QUESTION_FAILED, filters: OLDER_FAILED },
      unsupported: { query: QUESTION_FAILED, filters: OLDER_FAILED },
    },
    // A table without an answer has nothing to show.
    csv: async (ctx, call) =>
      toAnswerTable(
        await readInsight(ctx, { ...call, input: { ...call.input, refresh: call.input.refresh ?? "blocking" } }),
      ),
    run: readInsight,
  }),
];

async function readInsight(ctx: Context, call: Call<v.InferOutput<typeof ReadInput>>) {
  const { project, params, input, target, key } = call;
  const insight = getInsight(ctx, project.id, params["id"] ?? "");
  const { refresh, variables_override: variables, from_dashboard: board } = input;
  const dashboard = board === undefined ? undefined : readDashboard(ctx, call, board);
  const tile = dashboard?.tiles.find((each) => each.insight?.id === insight.id);
  const filters = dashboard ? filtersOfTile(tile?.filters_overrides ?? {}, dashboard.filters) : input.filters_override;
  const shown = overrideSaved(insight, { filters: filters ?? null, variables });
  if (input.basic) return { ...shown, ...NOT_ASKED };
  const how = { refresh, filters, variables, origin: target.origin, asker: key, dashboardId: dashboard?.id };
  return { ...shown, ...(await answerByRefresh(ctx, project, insight, how)) };
}

/** The dashboard that the insight is shown on. @throws notFound; denied without the scope to read it */
function readDashboard(ctx: Context, { project, key }: Call<unknown>, id: string) {
  requireScopes(key, ["dashboard:read"]);
  return getDashboard(ctx, project.id, id);
}
