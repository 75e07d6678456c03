import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** An attacker's request; header names and values are sent unchanged, `host` included. */
export interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request on a new connection: `fetch` would set its own Host and Origin. */
export async function send(url: string, { method = "GET", path, headers = {}, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const request = httpRequest({ host, port, path, method, headers, agent: false });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}
