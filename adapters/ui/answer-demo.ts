import { jsonReply } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import type { Sessions } from "./sessions.ts";

/**
 * `ui/demo`: GET tells whether the caller is offered demo data, POST creates a project with it: `{ project: 2 }`. A key
 * may be limited to some projects, so this is only for callers who need no key.
 */
export async function answerDemo(
  request: HttpRequest,
  sessions: Sessions,
  makeDemo: (() => Promise<number>) | undefined,
): Promise<HttpReply> {
  const isOffered = makeDemo !== undefined && sessions.isOwner(request);
  if (request.method === "GET") return jsonReply(200, { is_offered: isOffered });
  if (request.method !== "POST") return { status: 405, headers: { allow: "GET, POST" }, body: null };
  if (!isOffered) return jsonReply(403, { detail: "Demo data is not offered here." });
  return jsonReply(201, { project: await makeDemo() });
}
