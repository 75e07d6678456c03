import { captureEvents, parseToken } from "../../ingest/capture/index.ts";
import type { Context } from "../../handle/context.ts";
import { unauthenticated } from "../../base/errors.ts";
import { resolveToken } from "../../admin/projects/index.ts";
import type { HttpReply } from "../http.ts";
import { jsonReply } from "../reply.ts";
import type { PublicCall, Route } from "../route.ts";
import { toCspEvents } from "./csp-events.ts";

/** Targets for a site's `report-uri` and `report-to` (reference/capture.md 9.3). */
export const reportRoutes: readonly Route[] = [
  {
    access: "public",
    browsers: true,
    stores: true,
    methods: ["POST"],
    path: "/report",
    summary: "Captures a browser's reports of Content Security Policy violations and crashes; 204.",
    status: 204,
    errors: "text",
    run: report,
  },
  {
    access: "public",
    browsers: true,
    methods: ["OPTIONS"],
    path: "/report",
    summary: "Preflight.",
    run: () => jsonReply(200, { status: 1 }),
  },
];

async function report(ctx: Context, { request, target }: PublicCall): Promise<HttpReply> {
  const token = target.query.get("token");
  if (token === null) throw unauthenticated("report submitted without a token", "missing_api_key");
  const project = await resolveToken(ctx, parseToken(token));
  const nowMs = ctx.clock.now();
  const arrival = { nowMs, anonymousId: ctx.ids.uuid(nowMs), ip: request.ip };
  const events = toCspEvents(request.headers["content-type"] ?? null, request.body, target.query, arrival);
  if (events.length > 0) await captureEvents(ctx, project, events);
  return { status: 204, headers: {}, body: null };
}
