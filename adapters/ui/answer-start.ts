import { TextDecoder, TextEncoder } from "../../lib/base/platform.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { answerAsset } from "./answer-asset.ts";
import { toAsset } from "./assets.ts";
import type { Asset } from "./assets.ts";
import { isOwnRequest } from "./own-request.ts";
import type { Sessions } from "./sessions.ts";

/**
 * The page's HTML with the answers that the page would ask for first, the session and the projects: two requests in succession before its
 * first question. A browser that comes from another site, or does not say from where, gets it without, and the page asks.
 */
export async function answerStart(request: HttpRequest, sessions: Sessions, html: Asset): Promise<HttpReply> {
  if (!isOwnRequest(request)) return answerAsset(request, html);
  const session = await sessions.answer(request);
  const cookie = session.headers["set-cookie"];
  const headers = { ...request.headers, ...(cookie !== undefined && { cookie: cookie.replace(/;.*/, "") }) };
  const projects = await sessions.ask({ ...request, headers, url: "/api/projects/?limit=1000" });
  const parts = [`"session":${String(session.body)}`];
  if (projects.status === 200) parts.push(`"projects":${String(projects.body)}`);
  const start = `{${parts.join()}}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const text = new TextDecoder()
    .decode(html.bytes)
    .replace('name="start" content=""', () => `name="start" content="${start}"`);
  const reply = answerAsset(request, toAsset("index.html", new TextEncoder().encode(text)));
  return {
    ...reply,
    headers: { ...reply.headers, "cache-control": "no-store", ...(cookie !== undefined && { "set-cookie": cookie }) },
  };
}
