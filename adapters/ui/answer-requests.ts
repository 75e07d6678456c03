import { jsonReply } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { countOtherTokens, isOfProject, openRequests, toDetail, toSeen } from "../explain/index.ts";
import type { CaptureLog, NamedProject } from "../explain/index.ts";
import type { Sessions } from "./sessions.ts";

interface Sources {
  sessions: Sessions;
  log: Pick<CaptureLog, "watch" | "lookUp" | "silentBrowserAt">;
}

/**
 * `ui/requests?project=1`: the last capture requests of a project, newest first, and the other tokens that came;
 * `ui/requests/7?project=1`: one of them. For signed-in users who may read the project and its events. Requests without a project (an unknown token, an
 * unreadable body) may be of any project: only users who need no key, and so may see every project, see them.
 */
export async function answerRequests(
  { sessions, log }: Sources,
  request: HttpRequest,
  id: string | null,
): Promise<HttpReply> {
  const projectId = new URL(request.url, "http://hoglet.local").searchParams.get("project") ?? "";
  if (!/^\d{1,15}$/.test(projectId))
    return jsonReply(400, { detail: "Expected the id of a project.", attr: "project" });
  const { method, headers, ip } = request;
  const askUrl = (url: string) => sessions.ask({ method, url, headers, body: new Uint8Array(0), ip });
  const ask = (path: string) => askUrl(`/api/projects/${projectId}${path}`);
  // Checks the scope of events by the cheapest request that needs it.
  const may = await ask("/ingestion_warnings?limit=1");
  if (may.status !== 200) return may;
  const project = await ask("");
  if (project.status !== 200) return project;
  log.watch();
  const { api_token: token } = JSON.parse(String(project.body)) as { api_token: string };
  const isOwner = sessions.isOwner(request);
  const kept = await log.lookUp();
  const wanted = id === null ? kept : kept.filter((one) => String(one.id) === id);
  const opened = await openRequests(wanted);
  const found = opened.filter((one) => isOfProject(one, token, isOwner));
  const otherTokens = async () => {
    const reply = await askUrl("/api/projects/?limit=1000");
    return countOtherTokens(opened, token, (JSON.parse(String(reply.body)) as { results: NamedProject[] }).results);
  };
  if (id === null) {
    const results = found.map((one) => toSeen(one.kept, one.read));
    return jsonReply(200, {
      results,
      other_tokens: isOwner ? await otherTokens() : [],
      silent_browser_at: isOwner ? log.silentBrowserAt() : null,
    });
  }
  const [one] = found;
  if (one === undefined) return jsonReply(404, { detail: "This request is not kept any more." });
  return jsonReply(200, toDetail(one.kept, one.read));
}
