import { captureRequest } from "../../ingest/capture/index.ts";
import type { Context } from "../../handle/context.ts";
import { jsonReply } from "../reply.ts";
import type { HttpReply } from "../http.ts";
import * as v from "valibot";
import type { PublicCall, Route } from "../route.ts";
import { toWireInput } from "./wire-input.ts";

/** All analytics routes share one handler (reference/capture.md 1); the path matters only for decoding. */
const PATHS = ["/e", "/capture", "/track", "/engage", "/batch", "/i/v0/e", "/i/v0/ai/batch"];

/** The reply of capture when the events are stored. */
export const Captured = v.pipe(v.object({ status: v.literal("Ok") }), v.examples([{ status: "Ok" }]));

/** The routes to which SDKs send events. Success is exactly 200: posthog-js retries any other status, also 204. */
export const captureRoutes: readonly Route[] = [
  ...PATHS.map((path): Route => ({
    access: "public",
    browsers: true,
    stores: true,
    methods: ["GET", "POST"],
    path,
    summary: "Captures events; answers after they are committed.",
    response: Captured,
    also: { 204: "The same, for `beacon=1`." },
    errors: "text",
    run: handle,
  })),
  ...PATHS.map((path): Route => ({
    access: "public",
    browsers: true,
    methods: ["OPTIONS"],
    path,
    summary: "Preflight.",
    run: () => jsonReply(200, { status: "Ok" }),
  })),
];

async function handle(ctx: Context, call: PublicCall): Promise<HttpReply> {
  await captureRequest(ctx, toWireInput(call));
  if (call.target.query.get("beacon") === "1") return { status: 204, headers: {}, body: null };
  return jsonReply(200, { status: "Ok" });
}
