import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hoglet } from "../../../../lib/index.ts";

/** A fault that a request meets instead of an answer. */
export type Fault =
  /** Refused before anything is stored. */
  | { status: number; headers?: Record<string, string> }
  /** The connection is closed, before or after the events are stored; or in the middle of the answer. */
  | "dropped"
  | "stored and dropped"
  | "stored and truncated";

/** A hoglet that listens on a loopback socket. */
export interface Upstream {
  url: string;
  /** Bytes of the bodies that came, and how many events a stored one had. */
  requests: { method: string; path: string; headers: IncomingMessage["headers"]; body: Buffer }[];
  close(): Promise<void>;
}

const open = new Set<Server>();

/** Closes those that failed tests have left open, or the process would never end: for `suite.after`. */
export function closeUpstreams(): void {
  for (const server of open) {
    server.close();
    server.closeAllConnections();
  }
  open.clear();
}

/** @param nextFault called for each request; null = the request is answered */
export async function listen(
  hoglet: Pick<Hoglet, "handle">,
  nextFault: (body: Buffer) => Fault | null = () => null,
): Promise<Upstream> {
  const requests: Upstream["requests"] = [];
  const server = createServer((request, response) => void answer(request, response));
  // Nobody tells the time but the clocks of the test.
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.sendDate = false;
    const body = Buffer.concat(await request.toArray());
    const { method = "GET", url = "/", headers } = request;
    requests.push({ method, path: url, headers, body });
    const fault = nextFault(body);
    if (fault === "dropped") return response.destroy();
    if (typeof fault === "object" && fault !== null) {
      return response.writeHead(fault.status, fault.headers).end("no");
    }
    const reply = await hoglet.handle({
      method,
      url: `http://upstream.local${url}`,
      headers: headers as Record<string, string>,
      body,
      ip: "127.0.0.1",
    });
    if (fault === "stored and dropped") return response.destroy();
    const text = String(reply.body);
    const isCut = fault === "stored and truncated";
    response.writeHead(reply.status, { ...reply.headers, ...(isCut && { "content-length": String(text.length) }) });
    if (!isCut) return response.end(text);
    return response.write(text.slice(0, 5), () => response.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.add(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
