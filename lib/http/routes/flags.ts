import { evaluateFlags, parseFlagsRequest, remoteConfig } from "../../flags/answers/index.ts";
import { toDecideShape, toFlagsV1, toFlagsV2 } from "../../flags/answers/index.ts";
import type { EvaluatedFlags } from "../../flags/answers/index.ts";
import { decode } from "../../ingest/capture/index.ts";
import type { Context } from "../../handle/context.ts";
import { resolveToken } from "../../admin/projects/index.ts";
import { requestLimits } from "../../base/request-limits.ts";
import type { HttpReply } from "../http.ts";
import { jsonReply } from "../reply.ts";
import { Properties } from "../../base/answer-scalars.ts";
import type { PublicCall, Route } from "../route.ts";
import { toWireInput } from "./wire-input.ts";

/** The flags of one person, in the shapes of all SDK versions (reference/capture.md 12). */
export const flagRoutes: readonly Route[] = [
  {
    access: "public",
    browsers: true,
    methods: ["GET", "POST"],
    path: "/flags",
    summary: "Flags of a person; `v` is the version of the shape (2), `config=true` adds the remote config.",
    response: Properties,
    errors: "text",
    run: (ctx, call) => answer(ctx, call, toFlags),
  },
  {
    access: "public",
    browsers: true,
    methods: ["GET", "POST"],
    path: "/decide",
    summary: "Flags and remote config for older SDKs; `v` is the version of the shape (1).",
    response: Properties,
    errors: "text",
    run: (ctx, call) => answer(ctx, call, toDecide),
  },
  ...["/flags", "/decide"].map((path): Route => ({
    access: "public",
    browsers: true,
    methods: ["OPTIONS"],
    path,
    summary: "Preflight.",
    status: 204,
    run: () => ({ status: 204, headers: {}, body: null }),
  })),
];

type ToShape = (answer: EvaluatedFlags, query: URLSearchParams) => object;

/** A GET without a payload names no person: it gets the config of a project without flags. */
async function answer(ctx: Context, call: PublicCall, toShape: ToShape): Promise<HttpReply> {
  const { request, target } = call;
  if (request.method === "GET" && !target.query.has("data")) return jsonReply(200, remoteConfig(false));
  const { query } = target;
  const token = query.get("token") ?? query.get("api_key");
  const read = (json: Buffer) => parseFlagsRequest(json.toString("utf8"), token, request.headers);
  const asked = await decode(toWireInput(call), read, requestLimits.wholeBytes);
  const project = await resolveToken(ctx, asked.token);
  const evaluatedAt = ctx.clock.now();
  const results = await evaluateFlags(ctx, project, asked);
  return jsonReply(200, toShape({ results, requestId: ctx.ids.uuid(evaluatedAt), evaluatedAt }, query));
}

function toFlags(given: EvaluatedFlags, query: URLSearchParams): object {
  const version = toVersion(query);
  const flags = version === 1 ? toFlagsV1(given) : toFlagsV2(given);
  // A client without a version is old, and knows no other source of its config.
  const wantsConfig = version === null || query.get("config") === "true";
  return wantsConfig ? { ...remoteConfig(given.results.length > 0), ...flags } : flags;
}

function toDecide(given: EvaluatedFlags, query: URLSearchParams): object {
  return {
    ...remoteConfig(given.results.length > 0),
    // posthog-js before remote config starts autocapture only with this field.
    config: { enable_collect_everything: true },
    ...toDecideShape(given, toVersion(query) ?? 1),
  };
}

function toVersion(query: URLSearchParams): number | null {
  const version = query.get("v");
  return version !== null && /^\d{1,3}$/.test(version) ? Number(version) : null;
}
