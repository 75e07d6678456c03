import { webClasses } from "../../lib/base/platform.ts";
import type { Hoglet } from "../../lib/index.ts";
import type { Forwarder } from "./forward-to.ts";

/**
 * A forwarder's status over HTTP, for personal API keys that may read the project: a web-standard handler to mount
 * where you like. GET answers `OutboxStatus` as JSON; an unknown key, or a key without the right, gets hoglet's usual
 * error.
 * @example app.mount("/outbox", { fetch: serveStatus(hoglet, outbox) });
 */
export function serveStatus(
  hoglet: Pick<Hoglet, "fetch" | "project">,
  forwarder: Pick<Forwarder, "status">,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { Response } = webClasses();
    if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
    // The hoglet checks it, so that keys and scopes mean the same here.
    const authorization = request.headers.get("authorization");
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    const allowed = await hoglet.fetch(`http://hoglet.local/api/projects/${hoglet.project.id}/`, { headers });
    if (!allowed.ok) return allowed;
    return Response.json(await forwarder.status(), { headers: { "cache-control": "no-store" } });
  };
}
