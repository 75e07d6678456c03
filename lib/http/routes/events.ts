import { LiveQuery, STREAMS_OF_KEY, toEventStream, toLiveFilter } from "../../log/list/index.ts";
import type { LiveFilter } from "../../log/list/index.ts";
import { eventStreamReply, rawReply } from "../reply.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

/** Events as they arrive. */
export const eventRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: "/api/projects/:project_id/events/live",
    summary:
      "Server-sent events: each event as it is committed; resumes after `Last-Event-ID`, ends when the key is revoked.",
    scopes: ["event:read"],
    input: LiveQuery,
    status: 200,
    produces: ["text/event-stream"],
    errors: { throttled: { "": `The key has ${STREAMS_OF_KEY} streams already.` } },
    run(ctx, { key, project, input, headers, stillMay }) {
      const lastId = headers["last-event-id"] ?? "";
      const since = /^\d{1,15}$/.test(lastId) && { afterSeq: Number(lastId) };
      const filter: LiveFilter = { ...toLiveFilter(input), ...since };
      return rawReply(
        eventStreamReply(toEventStream(ctx.live.subscribe(project.id, filter, { stillMay, keyId: key.id }))),
      );
    },
  }),
];
