import type { Context } from "../../handle/context.ts";
import type { HttpReply } from "../http.ts";
import { jsonReply, textReply } from "../reply.ts";
import type { Method, PublicRoute, Route } from "../route.ts";

/**
 * Requests of SDKs and probes for features that this server lacks: the replies with which they continue silently. The
 * token is not checked, since the replies reveal nothing.
 */
export const quietRoutes: readonly Route[] = [
  forBrowsers(["GET"], "/api/surveys", "No surveys.", () => jsonReply(200, { surveys: [] })),
  forBrowsers(["GET"], "/api/web_experiments", "No web experiments.", () => jsonReply(200, { experiments: [] })),
  forBrowsers(["GET"], "/api/product_tours", "No product tours.", () => jsonReply(200, { product_tours: [] })),
  forBrowsers(["GET"], "/api/early_access_features", "No early access features.", () =>
    jsonReply(200, { earlyAccessFeatures: [] }),
  ),
  quiet(["POST"], "/test/black_hole", "Accepts anything and discards it.", () => jsonReply(200, { status: "Ok" })),
  quiet(["GET"], "/", "Says that capture is here.", () => textReply(200, "capture")),
  quiet(["GET"], "/_liveness", "200 while the process runs.", () => textReply(200, "ok")),
  quiet(["GET"], "/_readiness", "200 when the database answers, else 503.", (ctx) => {
    ctx.db.sql("SELECT id FROM projects LIMIT 1").get();
    return textReply(200, "ok");
  }),
  quiet(["GET"], "/metrics", "No metrics.", () => textReply(200, "")),
];

/** A quiet route for requests of SDKs in browsers. */
function forBrowsers(...row: Parameters<typeof quiet>): Route {
  return { ...quiet(...row), browsers: true };
}

function quiet(
  methods: readonly Method[],
  path: string,
  summary: string,
  run: (ctx: Context) => HttpReply,
): PublicRoute {
  return { access: "public", methods, path, summary, run };
}
