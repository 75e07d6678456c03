import * as v from "valibot";
import type { Context } from "../../handle/context.ts";
import { STREAMS_OF_KEY } from "../../log/list/index.ts";
import { QUERY } from "../../operations/index.ts";
import {
  describeRequest,
  FiltersOverrideField,
  jsonOf,
  queryKinds,
  VariablesOverrideField,
} from "../../query/index.ts";
import { insightPaths } from "../../questions/index.ts";
import { isEveryMs, LONGEST_MS, watchAnswers, watchQuery } from "../../query/watch/index.ts";
import { answerStream, mergeAnswers, toSingle } from "../answer-stream.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";
import { answerInsight, INSIGHTS } from "./insights.ts";

const NOT_MS = `Expected 0 to ${LONGEST_MS} ms.`;

/** The least time between two answers, in ms, up to an hour. @default 0 */
const EveryMs = v.exactOptional(
  v.pipe(
    v.union([v.number(), v.string()], NOT_MS),
    v.transform(Number),
    v.check((ms) => isEveryMs(ms), NOT_MS),
  ),
);

/** The fields of a watched query. In a query string, as an `EventSource` sends it, objects are JSON. */
const own = {
  filters_override: v.exactOptional(jsonOf(FiltersOverrideField)),
  variables_override: v.exactOptional(jsonOf(VariablesOverrideField)),
  every_ms: EveryMs,
};
const QueryInput = v.object({ query: jsonOf(v.unknown()), ...own });

/** Questions of a stream: a dashboard with more is not read at once. */
const MOST_QUESTIONS = 50;

const paths = insightPaths.map(([path]) => path);
const InsightsInput = v.object({
  questions: v.pipe(
    v.array(v.object({ path: v.picklist(paths), fields: v.record(v.string(), v.unknown()) })),
    v.minLength(1),
    v.maxLength(MOST_QUESTIONS),
  ),
  every_ms: EveryMs,
});

const shared = {
  status: 200,
  produces: ["text/event-stream"],
  errors: { throttled: { "": `The key has ${STREAMS_OF_KEY} streams already, or a thousand questions are watched.` } },
};

/** The answers to questions as they change. */
export const watchRoutes: readonly Route[] = [
  defineRoute({
    ...shared,
    methods: ["GET", "POST"],
    path: `${QUERY}/watch`,
    summary:
      "Server-sent events: the answer to a query, and again after each commit that may change it; an event `failure` has the error of an asking. Ends when the key is revoked.",
    scopes: ["query:read"],
    input: QueryInput,
    fields: v.object({ query: describeRequest().entries.query, ...own }),
    example: { query: queryKinds()[0]?.example },
    run: watchNode,
  }),
  defineRoute({
    ...shared,
    methods: ["POST"],
    path: `${INSIGHTS}/watch`,
    summary:
      "The same for several questions in the older dialect: each event has the place of its `question`, and its `answer` or `failure`.",
    scopes: ["insight:read"],
    input: InsightsInput,
    example: { questions: [{ path: "trend", fields: { events: [{ id: "signed up" }] } }] },
    run: watchInsights,
  }),
];

async function watchNode(ctx: Context, { key, project, input, stillMay }: Call<v.InferOutput<typeof QueryInput>>) {
  const { query, filters_override: filters, variables_override: variables, every_ms: everyMs } = input;
  const asked = { query, filters, ...(variables && { variables }) };
  const open = async () => toSingle(await watchQuery(ctx, project, asked, { everyMs, stillMay }));
  return answerStream(ctx, key.id, open, (told) =>
    "text" in told ? `data: ${told.text}\n\n` : `event: failure\ndata: ${told.failure}\n\n`,
  );
}

async function watchInsights(
  ctx: Context,
  { key, project, input, target, stillMay }: Call<v.InferOutput<typeof InsightsInput>>,
) {
  const { questions, every_ms: everyMs } = input;
  const { origin } = target;
  const openAll = questions.map(({ path, fields }) => () => {
    const writtenPath = target.writtenPath.replace(/watch\/?$/, `${path}/`);
    const again = {
      key: ["insight", path, fields, origin, writtenPath],
      ask: (now: Parameters<typeof answerInsight>[0], current: Call<unknown>["project"]) =>
        answerInsight(now, current, { path, input: fields, target: { origin, writtenPath } }),
    };
    return watchAnswers(ctx, project, again, { everyMs, stillMay });
  });
  return answerStream(
    ctx,
    key.id,
    async () => mergeAnswers(openAll),
    (told, place) => {
      const field = "text" in told ? `"answer":${told.text}` : `"failure":${told.failure}`;
      return `data: {"question":${place},${field}}\n\n`;
    },
  );
}
