import * as v from "valibot";
import type { Context } from "../../handle/context.ts";
import { toStoppable } from "../../base/stoppable.ts";
import { STREAMS_OF_KEY, toEventStream } from "../../log/list/index.ts";
import { QUERY } from "../../operations/index.ts";
import {
  describeRequest,
  FiltersOverrideField,
  jsonOf,
  queryKinds,
  VariablesOverrideField,
} from "../../query/index.ts";
import { watchQuery } from "../../query/watch/index.ts";
import type { WatchedAnswers } from "../../query/watch/index.ts";
import { eventStreamReply, rawReply, toHogletError } from "../reply.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

/** The fields of a watched query. In a query string, as an `EventSource` sends it, objects are JSON. */
const own = {
  filters_override: v.exactOptional(jsonOf(FiltersOverrideField)),
  variables_override: v.exactOptional(jsonOf(VariablesOverrideField)),
  /** The least time between two answers, in ms, up to an hour. @default 0 */
  every_ms: v.exactOptional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))),
};
const WatchInput = v.object({ query: jsonOf(v.unknown()), ...own });
type WatchInput = v.InferOutput<typeof WatchInput>;

/** The answers to a query as they change. */
export const watchRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET", "POST"],
    path: `${QUERY}/watch`,
    summary:
      "Server-sent events: the answer to a query, and again after each commit that may change it; an event `failure` has the error of an asking. Ends when the key is revoked.",
    scopes: ["query:read"],
    input: WatchInput,
    fields: v.object({ query: describeRequest().entries.query, ...own }),
    status: 200,
    produces: ["text/event-stream"],
    also: { 429: `The key has ${STREAMS_OF_KEY} streams already, or a thousand questions are watched.` },
    example: { query: queryKinds[0]?.example },
    run: watchNode,
  }),
];

async function watchNode(ctx: Context, { key, project, input, stillMay }: Call<WatchInput>) {
  const { query, filters_override: filters, variables_override: variables, every_ms: everyMs } = input;
  const release = ctx.live.hold(key.id);
  try {
    const asked = { query, filters, ...(variables && { variables }) };
    const answers = await watchQuery(ctx, project, asked, { everyMs, stillMay });
    const parts = toStoppable(toParts(ctx, answers, release), async () => {
      await answers.return?.();
      release();
    });
    return rawReply(eventStreamReply(toEventStream(parts)));
  } catch (error) {
    release();
    throw error;
  }
}

/** Each answer as a server-sent event. JSON text has no line breaks, so one data line is enough. */
async function* toParts(
  { log }: Pick<Context, "log">,
  answers: WatchedAnswers,
  release: () => void,
): AsyncGenerator<{ bytes: string }, void> {
  try {
    for await (const { text, error } of answers) {
      if (text === undefined) yield { bytes: `event: failure\ndata: ${JSON.stringify(toFailure(log, error))}\n\n` };
      else yield { bytes: `data: ${text}\n\n` };
    }
  } finally {
    release();
  }
}

function toFailure(log: Context["log"], error: unknown) {
  const known = toHogletError(error);
  if (known.status >= 500) log.error("A watched question failed.", { code: known.code, cause: String(known.cause) });
  return known;
}
