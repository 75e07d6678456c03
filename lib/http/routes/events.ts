import {
  EventListQuery,
  getEvent,
  listEvents,
  LiveQuery,
  STREAMS_OF_KEY,
  toEventStream,
  toLiveFilter,
  walkEvents,
} from "../../log/list/index.ts";
import type { LiveFilter } from "../../log/list/index.ts";
import type { HttpReply } from "../http.ts";
import { toEnvelope } from "../envelopes.ts";
import { rawReply } from "../reply.ts";
import { Event, EventList } from "../responses/event.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";
import type { Context } from "../../handle/context.ts";

const EVENTS = "/api/projects/:project_id/events";

/** Stored events (docs/decisions.md 2), and events as they arrive. */
export const eventRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: EVENTS,
    summary: "Events of a project, newest first.",
    scopes: ["event:read"],
    input: EventListQuery,
    status: 200,
    response: EventList,
    csv: (ctx, { project, input }) => walkEvents(ctx, project, input),
    run: async (ctx, { project, input, target }) => toEnvelope(target, input, await listEvents(ctx, project, input)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${EVENTS}/live`,
    summary:
      "Server-sent events: each event as it is committed; resumes after `Last-Event-ID`, ends when the key is revoked.",
    scopes: ["event:read"],
    input: LiveQuery,
    status: 200,
    produces: ["text/event-stream"],
    also: { 429: `The key has ${STREAMS_OF_KEY} streams already.` },
    run: (ctx, call) => rawReply(stream(ctx, call)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${EVENTS}/:uuid`,
    summary: "One event, by its uuid.",
    scopes: ["event:read"],
    input: null,
    status: 200,
    response: Event,
    run: (ctx, { project, params }) => getEvent(ctx, project, params["uuid"] ?? ""),
  }),
];

function stream(ctx: Context, { key, project, input, headers, stillMay }: Call<LiveQuery>): HttpReply {
  const lastId = headers["last-event-id"] ?? "";
  const filter: LiveFilter = { ...toLiveFilter(input), ...(/^\d{1,15}$/.test(lastId) && { afterSeq: Number(lastId) }) };
  return {
    status: 200,
    // Otherwise proxies (nginx by the second header) would hold the stream back until their buffers are full.
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache", "x-accel-buffering": "no" },
    body: toEventStream(ctx.live.subscribe(project.id, filter, { stillMay, keyId: key.id })),
  };
}
