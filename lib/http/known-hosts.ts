import { denied } from "../base/errors.ts";
import { isLoopbackHost, toHostName } from "./host.ts";
import type { HttpReply, HttpRequest } from "./http.ts";
import { errorReply } from "./reply.ts";

/** Refuses a request whose `Host` is not a known name of the server; null = the host is known. */
export type HostGuard = (request: Pick<HttpRequest, "headers">) => HttpReply | null;

/**
 * Creates the guard of a server that listens on loopback. A site whose name resolves to 127.0.0.1 (DNS rebinding) sends
 * its own name in `Host`, and browsers treat it as the same site. Only `Host` counts, since any client can set
 * `x-forwarded-host`.
 * @param allowed further names and addresses of the server, such as `10.0.2.2`, under which Android emulators reach
 * their host; a port is ignored
 */
export function guardHosts(allowed: readonly string[] = []): HostGuard {
  const names = new Set(allowed.map(toHostName));
  const isKnown = (host: string | undefined) => {
    const name = toHostName(host);
    return name !== null && (isLoopbackHost(host) || names.has(name));
  };
  // Cached, since clients name the same host each time.
  let lastKnown: string | undefined;

  return ({ headers: { host } }) => {
    if (host !== undefined && host === lastKnown) return null;
    if (!isKnown(host)) return refusal(host);
    lastKnown = host;
    return null;
  };
}

function refusal(host: string | undefined): HttpReply {
  const name = toHostName(host);
  const asked = name === null ? "A request must name its host." : `This server is not known as ${name}.`;
  const advice = name === null ? "" : ` If it should be: --allowed-host ${name}.`;
  const reply = errorReply(denied(`${asked} It answers to localhost and loopback addresses.${advice}`), "json");
  reply.headers["x-content-type-options"] = "nosniff";
  return reply;
}

/**
 * Wraps a handle for a server that listens on loopback: it refuses requests to other hosts with 403.
 * @param allowed see `guardHosts`
 * @example
 * createServer(toNodeHandler(h3Adapter(withKnownHosts(hoglet)))).listen(8010, "127.0.0.1");
 */
export function withKnownHosts<Handle extends { handle(request: HttpRequest): Promise<HttpReply> }>(
  { handle }: Handle,
  allowed?: readonly string[],
): { handle(request: HttpRequest): Promise<HttpReply> } {
  const refuse = guardHosts(allowed);
  return { handle: async (request) => refuse(request) ?? handle(request) };
}
