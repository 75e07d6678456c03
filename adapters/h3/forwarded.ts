import { isIP } from "node:net";
import type { HttpRequest } from "../../lib/index.ts";

/** A request as the proxy next to this server received it. */
interface Forwarded {
  /** The client's address; null = the proxy names none. */
  ip: string | null;
  isEncrypted: boolean;
}

/**
 * Reads `X-Forwarded-For` and `X-Forwarded-Proto`. Each proxy appends what it sees, and a client may begin the list, so that only the last
 * entry is the proxy's.
 */
export function readForwarded(headers: HttpRequest["headers"]): Forwarded {
  const address = lastOf(headers["x-forwarded-for"]);
  return {
    ip: isIP(address) === 0 ? null : address,
    isEncrypted: lastOf(headers["x-forwarded-proto"]).toLowerCase() === "https",
  };
}

function lastOf(list = ""): string {
  return list.slice(list.lastIndexOf(",") + 1).trim();
}
