import { decode, noteNotKept, readBody } from "../../ingest/capture/index.ts";
import type { Context } from "../../handle/context.ts";
import { invalid } from "../../base/errors.ts";
import { refuseUnknown, resolveToken } from "../../admin/projects/index.ts";
import type { HttpReply } from "../http.ts";
import { jsonReply } from "../reply.ts";
import { Captured } from "./capture.ts";
import type { PublicCall, Route } from "../route.ts";
import { toWireInput } from "./wire-input.ts";

/**
 * Session recordings: checked like PostHog checks them, then dropped with a warning, since hoglet cannot play them. With the remote
 * config of this server, posthog-js sends none (reference/capture.md 9.1).
 */
export const replayRoutes: readonly Route[] = [
  {
    access: "public",
    browsers: true,
    stores: true,
    methods: ["GET", "POST"],
    path: "/s",
    summary: "Accepts session recordings and does not keep them: a warning says so.",
    response: Captured,
    also: { 204: "The same, for `beacon=1`." },
    errors: "text",
    run: accept,
  },
  {
    access: "public",
    browsers: true,
    methods: ["OPTIONS"],
    path: "/s",
    summary: "Preflight.",
    run: () => jsonReply(200, { status: "Ok" }),
  },
];

async function accept(ctx: Context, call: PublicCall): Promise<HttpReply> {
  const { target } = call;
  const options = { path: target.path, sentAtQuery: null };
  const { token, events } = await decode(toWireInput(call), (json) =>
    readBody(json, options, (named) => refuseUnknown(ctx, named)),
  );
  const project = await resolveToken(ctx, token);
  checkRecording(events);
  await noteNotKept(ctx, project, { what: "session recordings", path: target.path });
  if (target.query.get("beacon") === "1") return { status: 204, headers: {}, body: null };
  return jsonReply(200, { status: "Ok" });
}

const SESSION_ID = /^[A-Za-z0-9-]{1,70}$/;

/** @throws invalid with the text that recorders know; the first event gives session and window for all */
function checkRecording(events: readonly { properties: Record<string, unknown> }[]): void {
  const [first] = events;
  if (first === undefined) return;
  const { $session_id: sessionId, $window_id: windowId } = first.properties;
  if (sessionId === undefined || sessionId === null) {
    throw invalid("$session_id", "replay event submitted without session id");
  }
  if (typeof sessionId !== "string" || !SESSION_ID.test(sessionId)) {
    throw invalid("$session_id", "replay event has invalid session id");
  }
  // An absent id means the session's id; a value that is not text names no window.
  if (windowId !== undefined && windowId !== null && typeof windowId !== "string") {
    throw invalid("$window_id", "replay event submitted without window id");
  }
  for (const { properties } of events) {
    const data = properties["$snapshot_data"];
    if (typeof data !== "object" || data === null) {
      throw invalid("$snapshot_data", "replay event submitted without snapshot data");
    }
  }
}
