import type { OpenedRequest } from "./read-requests.ts";
import { toSeen, toShownToken } from "./show-request.ts";
import type { OtherToken, RequestFault } from "./show-request.ts";

/** A project, as far as its token leads to it. */
export interface NamedProject {
  id: number;
  name: string;
  api_token: string;
}

/** Tokens in an answer: a developer has a few, and a loop of wrong ones must not fill the page. */
const MOST_TOKENS = 10;

/** Other tokens than the project's, the latest first, each with its number of requests and its project, if there is one. */
export function countOtherTokens(
  opened: readonly OpenedRequest[],
  own: string,
  projects: readonly NamedProject[],
): OtherToken[] {
  const byToken = new Map<string, OpenedRequest["kept"][]>();
  for (const { kept, read } of opened) {
    if (read === null || read.token === null || read.token === own) continue;
    byToken.set(read.token, [...(byToken.get(read.token) ?? []), kept]);
  }
  return [...byToken].slice(0, MOST_TOKENS).map(([token, kept]) => {
    const project = projects.find(({ api_token: each }) => each === token);
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

/** Why requests with a token were refused, other than for the unknown token (401), which the answer explains apart. */
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
