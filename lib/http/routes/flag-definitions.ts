import { createHash } from "node:crypto";
import { authenticate, requireProject, requireScopes } from "../../admin/auth/index.ts";
import type { PersonalApiKey } from "../../admin/auth/index.ts";
import type { Context } from "../../handle/context.ts";
import { unauthenticated } from "../../base/errors.ts";
import { toDefinitions } from "../../ingest/flags/index.ts";
import { findProject, firstProject, getProject } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { HttpReply } from "../http.ts";
import { jsonReply } from "../reply.ts";
import { Told } from "../responses/ingestion.ts";
import type { PublicCall, Route } from "../route.ts";

/**
 * Flag definitions for server SDKs that evaluate flags locally: the new path and the path of older SDKs. They need a
 * personal key; the rows are still public because they read a header and answer 304, which rows with a key cannot.
 */
export const flagDefinitionRoutes: readonly Route[] = ["/flags/definitions", "/api/feature_flag/local_evaluation"].map(
  (path) => ({
    access: "public",
    methods: ["GET"],
    path,
    summary:
      "Flag definitions for SDKs that evaluate flags locally; 304 when `If-None-Match` names the current definitions.",
    response: Told,
    also: { 304: "Nothing changed." },
    run: definitions,
  }),
);

function definitions(ctx: Context, { request, target }: PublicCall): HttpReply {
  const key = authenticate(ctx, {
    authorization: request.headers["authorization"] ?? null,
    query: target.query.get("personal_api_key"),
    body: null,
  });
  requireScopes(key, ["feature_flag:read"]);
  const project = projectOf(ctx, key, target.query.get("token"));
  requireProject(key, project.id);

  const reply = jsonReply(200, toDefinitions(project.id, ctx.flags.list(project.id)));
  const etag = `"${createHash("sha256").update(String(reply.body)).digest("hex").slice(0, 32)}"`;
  if (names(request.headers["if-none-match"], etag)) return { status: 304, headers: { etag }, body: null };
  reply.headers["etag"] = etag;
  return reply;
}

/** The project of the token; without a token, the first project of the key. */
function projectOf(ctx: Context, key: PersonalApiKey, token: string | null): Project {
  const [first] = key.scoped_projects;
  if (token === null) return first === undefined ? firstProject(ctx) : getProject(ctx, first);
  const project = findProject(ctx, token);
  if (project === undefined) throw unauthenticated("Unknown project token.", "authentication_failed");
  return project;
}

/** Does `If-None-Match` name this ETag? Proxies that compress make it weak, which does not matter here. */
function names(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((one) => [etag, `W/${etag}`, "*"].includes(one.trim()));
}
