import type { HttpReply } from "../../lib/index.ts";

/** A reply for the page alone: no cache may keep it. */
export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): HttpReply {
  return {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify(value),
  };
}
