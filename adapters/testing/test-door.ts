import { createHash, timingSafeEqual } from "node:crypto";
import { guardHosts, isFromAnotherSite } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";

/** All of a request but its body: enough to refuse it before that is read. */
export type RequestHead = Omit<HttpRequest, "body">;

/** Whether the kit's own routes answer a path, and not the hoglet. */
export function isTestPath(url: string): boolean {
  const { pathname } = new URL(url, "http://hoglet.local");
  return pathname === "/__test" || pathname.startsWith("/__test/");
}

/**
 * Makes the guard of `/__test/*`, which can read, change and delete everything: a loopback `Host` (or an allowed one), no page
 * of another site, and the key of the run. Null = the request may pass; so may all for other paths.
 * @param key compared in a time that does not depend on how much of a guess is right
 * @param allowedHosts see `guardHosts`
 */
export function createTestDoor(key: string, allowedHosts: readonly string[]): (head: RequestHead) => HttpReply | null {
  const refuseHost = guardHosts(allowedHosts);
  const wanted = toHash(key);

  return (head) => {
    if (!isTestPath(head.url)) return null;
    const { authorization, host } = head.headers;
    // In process nobody names one.
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
