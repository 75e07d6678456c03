import { readCapture } from "../../lib/index.ts";
import type { HttpReply, HttpRequest, ReadCapture } from "../../lib/index.ts";
import { jsonReply } from "./json-reply.ts";
import type { KeptRequest, RequestLog } from "./request-log.ts";
import type { Sessions } from "./sessions.ts";
import { toDetail, toSeen } from "./show-request.ts";

interface Sources {
  sessions: Sessions;
  log: Pick<RequestLog, "watch">;
  /** Kept requests that may still be shown, newest first. */
  lookUp(): Promise<KeptRequest[]>;
}

/** Unpacked bytes of one request, and of all in a list: anybody may send a little that unpacks to very much. */
const LARGEST_BYTES = 1024 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * `ui/requests?project=1`: the last capture requests of a project, newest first; `ui/requests/7?project=1` one of them. For
 * who is signed in and may read the project and its events. Requests that no project took (an unknown token, a body that
 * cannot be read) are anybody's: they are shown only to those who need no key, who may see every project.
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
  // The scope that events need, asked of what is read soonest.
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
  /** Null = it cannot be read, or is too large. */
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
