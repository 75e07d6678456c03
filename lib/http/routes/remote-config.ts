import { parseToken } from "../../ingest/capture/index.ts";
import type { Context } from "../../handle/context.ts";
import { notFound } from "../../base/errors.ts";
import { flagSetOf, remoteConfig, remoteConfigScript } from "../../flags/answers/index.ts";
import type { RemoteConfig } from "../../flags/answers/index.ts";
import { findProject, resolveToken } from "../../admin/projects/index.ts";
import { jsonReply } from "../reply.ts";
import type { HttpReply } from "../http.ts";
import { Properties } from "../../base/answer-scalars.ts";
import type { PublicCall, Route } from "../route.ts";

/**
 * Remote config, the first request of posthog-js: as a script, and as JSON for pages without scripts. An unknown token
 * gives 404, as in PostHog, so that a mistyped token shows in the browser's console; in open mode it creates its
 * project, as events do.
 */
export const remoteConfigRoutes: readonly Route[] = [
  {
    access: "public",
    browsers: true,
    methods: ["GET"],
    path: "/array/:token/config.js",
    summary: "Remote config as the script that posthog-js loads.",
    produces: ["text/javascript"],
    async run(ctx, { params }) {
      const { token, config } = await configOf(ctx, params);
      return uncached({
        status: 200,
        headers: { "content-type": "text/javascript; charset=utf-8" },
        body: remoteConfigScript(token, config),
      });
    },
  },
  {
    access: "public",
    browsers: true,
    methods: ["GET"],
    path: "/array/:token/config",
    summary: "Remote config as JSON.",
    response: Properties,
    run: async (ctx, { params }) => uncached(jsonReply(200, (await configOf(ctx, params)).config)),
  },
];

async function configOf(ctx: Context, params: PublicCall["params"]): Promise<{ token: string; config: RemoteConfig }> {
  const token = params["token"] ?? "";
  if (ctx.options.openMode !== true && findProject(ctx, token) === undefined) {
    throw notFound("No project has this token.");
  }
  const project = await resolveToken(ctx, parseToken(token));
  return { token: project.api_token, config: remoteConfig(flagSetOf(ctx, project).flags.some(({ active }) => active)) };
}

/** Not cached: flags may change at any moment, and a copy for one origin must not serve another. */
function uncached(reply: HttpReply): HttpReply {
  reply.headers["cache-control"] = "no-cache";
  reply.headers["vary"] = "origin";
  return reply;
}
