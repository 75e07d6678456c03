import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { isOfProject, openRequests, toDetail, toSeen, toShownToken } from "../explain/index.ts";
import type { CaptureLog, OpenedRequest, OtherToken, RequestFault } from "../explain/index.ts";
import { jsonReply } from "./json-reply.ts";
import type { Sessions } from "./sessions.ts";

interface Sources {
  sessions: Sessions;
  log: Pick<CaptureLog, "watch" | "lookUp">;
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
  if (id === null) {
    const results = found.map((one) => toSeen(one.kept, one.read));
    return jsonReply(200, { results, other_tokens: isOwner ? await countOtherTokens(opened, token, askUrl) : [] });
  }
  const [one] = found;
  if (one === undefined) return jsonReply(404, { detail: "This request is not kept any more." });
  return jsonReply(200, toDetail(one.kept, one.read));
}

/** Tokens in an answer: a developer has a few, and a loop of wrong ones must not fill the page. */
const MOST_TOKENS = 10;

/** Other tokens than the project's, the latest first, each with its number of requests and its project, if there is one. */
async function countOtherTokens(
  opened: readonly OpenedRequest[],
  own: string,
  askUrl: (url: string) => Promise<HttpReply>,
): Promise<OtherToken[]> {
  const byToken = new Map<string, OpenedRequest["kept"][]>();
  for (const { kept, read } of opened) {
    if (read === null || read.token === null || read.token === own) continue;
    byToken.set(read.token, [...(byToken.get(read.token) ?? []), kept]);
  }
  if (byToken.size === 0) return [];
  const reply = await askUrl("/api/projects/?limit=1000");
  const { results } = JSON.parse(String(reply.body)) as { results: { id: number; name: string; api_token: string }[] };
  return [...byToken].slice(0, MOST_TOKENS).map(([token, kept]) => {
    const project = results.find(({ api_token: each }) => each === token);
    return {
      token: toShownToken(token),
      requests: kept.length,
      last_at: new Date(Math.max(...kept.map(({ receivedAtMs }) => receivedAtMs))).toISOString(),
      project: project === undefined ? null : { id: project.id, name: project.name },
      faults: toFaults(kept),
    };
  });
}

/** Faults of a token in an answer. */
const MOST_FAULTS = 5;

/** The faults of a token's requests besides the token, which is explained itself. */
function toFaults(kept: readonly OpenedRequest["kept"][]): RequestFault[] {
  const faults = new Map<string, RequestFault>();
  for (const one of kept) {
    const { status, path, refusal } = toSeen(one, null);
    if (status < 400 || status === 401) continue;
    const key = `${status} ${status === 404 ? path : refusal}`;
    const { requests = 0 } = faults.get(key) ?? {};
    faults.set(key, { status, path, refusal, requests: requests + 1 });
  }
  return [...faults.values()].slice(0, MOST_FAULTS);
}
