import { readCapture } from "../../lib/index.ts";
import type { HttpReply, HttpRequest, ReadCapture } from "../../lib/index.ts";
import { jsonReply } from "./json-reply.ts";
import type { KeptRequest, RequestLog } from "./request-log.ts";
import type { Sessions } from "./sessions.ts";
import { toDetail, toSeen } from "./show-request.ts";

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
 * `ui/requests?project=1`: the last capture requests of a project, newest first; `ui/requests/7?project=1`: one of
 * them. For signed-in users who may read the project and its events. Requests without a project (an unknown token, an
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
  const ask = (path: string) => {
    const url = `/api/projects/${projectId}${path}`;
    return sessions.ask({ method, url, headers, body: new Uint8Array(0), ip });
  };
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
  const found = (await readAll(wanted)).filter((opened) => isOf(opened, token, isOwner));
  if (id === null) return jsonReply(200, { results: found.map((one) => toSeen(one.kept, one.read)) });
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

function isOf({ kept, read }: Opened, token: string, isOwner: boolean): boolean {
  const sent = read?.token ?? null;
  return sent === token || (isOwner && (sent === null || kept.status === 401));
}
