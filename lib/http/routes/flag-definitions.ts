import { authenticate, requireProject, requireScopes } from "../../admin/auth/index.ts";
import type { PersonalApiKey } from "../../admin/auth/index.ts";
import { flagDefinitions } from "../../flags/answers/index.ts";
import { parseToken } from "../../ingest/capture/index.ts";
import type { Context } from "../../handle/context.ts";
import { notFound } from "../../base/errors.ts";
import { currentProject } from "../../admin/organization/index.ts";
import { findProject, getProject, resolveToken } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { HttpReply } from "../http.ts";
import { Properties } from "../../base/answer-scalars.ts";
import type { PublicCall, Route } from "../route.ts";

/**
 * Flag definitions for server SDKs that evaluate flags locally (reference/agents.md 10.2). They need a personal key, or the
 * project's secret; the
 * rows are still public because they answer 304, and serve a token that is new in open mode, which rows with a key cannot.
 */
export const flagDefinitionRoutes: readonly Route[] = [
  "/flags/definitions",
  "/api/projects/:project_id/feature_flags/local_evaluation",
].map((path) => ({
  access: "public",
  methods: ["GET"],
  path,
  summary:
    "Flag definitions for SDKs that evaluate flags locally; `send_cohorts` adds the cohorts. 304 when `If-None-Match` names the current definitions.",
  response: Properties,
  also: { 304: "Nothing changed." },
  run: definitions,
}));

async function definitions(ctx: Context, { request, target, params }: PublicCall): Promise<HttpReply> {
  const { query } = target;
  const key =
    request.actor ??
    authenticate(
      ctx,
      {
        authorization: request.headers["authorization"] ?? null,
        query: query.get("personal_api_key"),
        body: null,
      },
      { projectSecret: true },
    );
  requireScopes(key, ["feature_flag:read"]);
  const project = await projectOf(ctx, key, query.get("token") ?? query.get("api_key"), params["project_id"]);
  requireProject(key, project.id);

  const { text, etag } = flagDefinitions(ctx, project, isWanted(query.get("send_cohorts")));
  const headers = { etag, "cache-control": "private, must-revalidate" };
  if (names(request.headers["if-none-match"], etag)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: text };
}

/** Is the parameter given? It may stand alone (`?send_cohorts`), or say no. */
function isWanted(given: string | null): boolean {
  return given !== null && given !== "false" && given !== "0";
}

/** The project of the token, which open mode creates; without a token that of the path, or the first project of the key. */
async function projectOf(
  ctx: Context,
  key: PersonalApiKey,
  token: string | null,
  named = "@current",
): Promise<Readonly<Project>> {
  if (token !== null) {
    const known = findProject(ctx, token);
    if (known !== undefined) return known;
    // A key that is limited to projects creates no project.
    requireProject(key, null);
    return resolveToken(ctx, parseToken(token));
  }
  if (named === "@current") return currentProject(ctx, key);
  if (!/^\d{1,15}$/.test(named)) throw notFound("Project not found.");
  return getProject(ctx, Number(named));
}

/** Does `If-None-Match` name this ETag? Weak or strong does not matter here. */
function names(header: string | undefined, etag: string): boolean {
  const bare = etag.replace(/^W\//, "");
  return (header ?? "").split(",").some((one) => [bare, etag, "*"].includes(one.trim()));
}
