import { readCapture } from "../../lib/index.ts";
import type { HttpReply, HttpRequest, ReadCapture } from "../../lib/index.ts";
import { jsonReply } from "./json-reply.ts";
import type { KeptRequest, RequestLog } from "./request-log.ts";
import type { Sessions } from "./sessions.ts";
import { toDetail, toSeen, toShownToken } from "./show-request.ts";
import type { OtherToken } from "./show-request.ts";

interface Sources {
  sessions: Sessions;
  log: Pick<RequestLog, "watch">;
  /** Recorded requests that the caller may see, newest first. */
  lookUp(): Promise<KeptRequest[]>;
}

/**
 * Decompressed bytes of one request, and of all requests in a list: any client may send a few bytes that decompress to
 * very many.
 */
const LARGEST_BYTES = 1024 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * `ui/requests?project=1`: the last capture requests of a project, newest first, and the other tokens that came;
 * `ui/requests/7?project=1`: one of them. For signed-in users who may read the project and its events. Requests without a project (an unknown token, an
 * unreadable body) may be of any project: only users who need no key, and so may see every project, see them.
 */
export async function answerRequests(
  { sessions, log, lookUp }: Sources,
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
  const kept = await lookUp();
  const wanted = id === null ? kept : kept.filter((one) => String(one.id) === id);
  const opened = await readAll(wanted);
  const found = opened.filter((one) => isOf(one, token, isOwner));
  if (id === null) {
    const results = found.map((one) => toSeen(one.kept, one.read));
    return jsonReply(200, { results, other_tokens: isOwner ? await countOtherTokens(opened, token, askUrl) : [] });
  }
  const [one] = found;
  if (one === undefined) return jsonReply(404, { detail: "This request is not kept any more." });
  return jsonReply(200, toDetail(one.kept, one.read));
}

interface Opened {
  kept: KeptRequest;
  /** Null = it cannot be decoded, or is too large. */
  read: ReadCapture | null;
}

async function readAll(requests: readonly KeptRequest[]): Promise<Opened[]> {
  let bytesLeft = MOST_BYTES;
  const opened: Opened[] = [];
  for (const kept of requests) {
    const read = await readCapture(kept.request, Math.min(LARGEST_BYTES, bytesLeft));
    bytesLeft = Math.max(0, bytesLeft - (read?.sizeBytes ?? 0));
    opened.push({ kept, read });
  }
  return opened;
}

/** Tokens in an answer: a developer has a few, and a loop of wrong ones must not fill the page. */
const MOST_TOKENS = 10;

/** Other tokens than the project's, the latest first, each with its number of requests and its project, if there is one. */
async function countOtherTokens(
  opened: readonly Opened[],
  own: string,
  askUrl: (url: string) => Promise<HttpReply>,
): Promise<OtherToken[]> {
  const counts = new Map<string, { count: number; lastMs: number }>();
  for (const { kept, read } of opened) {
    if (read === null || read.token === null || read.token === own) continue;
    const { count = 0, lastMs = 0 } = counts.get(read.token) ?? {};
    counts.set(read.token, { count: count + 1, lastMs: Math.max(lastMs, kept.receivedAtMs) });
  }
  if (counts.size === 0) return [];
  const reply = await askUrl("/api/projects/?limit=1000");
  const { results } = JSON.parse(String(reply.body)) as { results: { id: number; name: string; api_token: string }[] };
  return [...counts].slice(0, MOST_TOKENS).map(([token, { count, lastMs }]) => {
    const project = results.find(({ api_token: each }) => each === token);
    return {
      token: toShownToken(token),
      requests: count,
      last_at: new Date(lastMs).toISOString(),
      project: project === undefined ? null : { id: project.id, name: project.name },
    };
  });
}

function isOf({ kept, read }: Opened, token: string, isOwner: boolean): boolean {
  const sent = read?.token ?? null;
  return sent === token || (isOwner && (sent === null || kept.status === 401));
}
