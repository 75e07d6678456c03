import { createHash, timingSafeEqual } from "node:crypto";
import { guardHosts, isFromAnotherSite } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";

/** Enough to refuse a request before its body is read. */
export type RequestHead = Omit<HttpRequest, "body">;

/** Does the kit answer this path, instead of the hoglet? */
export function isTestPath(url: string): boolean {
  const { pathname } = new URL(url, "http://hoglet.local");
  return pathname === "/__test" || pathname.startsWith("/__test/");
}

/**
 * Guards `/__test/*`, which can read, change and delete everything: it requires a loopback `Host` (or an allowed host),
 * no page of another site, and the key of the run. Null = the request may pass, as to any other path.
 * @param key compared in constant time
 * @param allowedHosts see `guardHosts`
 */
export function createTestDoor(key: string, allowedHosts: readonly string[]): (head: RequestHead) => HttpReply | null {
  const refuseHost = guardHosts(allowedHosts);
  const wanted = toHash(key);

  return (head) => {
    if (!isTestPath(head.url)) return null;
    const { authorization, host } = head.headers;
    // Requests in process have no host.
    const refusal = host === undefined ? null : refuseHost(head);
    if (refusal !== null) return refusal;
    if (isFromAnotherSite(head)) return refuse(403, "A page of another site cannot use /__test.");
    const given = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? "";
    if (timingSafeEqual(toHash(given), wanted)) return null;
    return refuse(401, "Send the key of this run: Authorization: Bearer <HOGLET_TEST_KEY> (hoglet.testKey).");
  };
}

function toHash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refuse(status: number, detail: string): HttpReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify({ detail }) };
}
