import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3";
import type { H3 } from "h3";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import type { H3AdapterOptions } from "../../../adapters/h3/index.ts";
import type { HttpReply, HttpRequest } from "../../../lib/index.ts";

type Handle = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** A server on a real socket around a handle: the adapter knows nothing else of a hoglet. */
export async function serve(handle: Handle, toApp: (app: H3) => H3 = (app) => app, options: H3AdapterOptions = {}) {
  const seen: HttpRequest[] = [];
  const own = {
    handle: async (request: HttpRequest) => {
      seen.push(request);
      return handle(request);
    },
  };
  const adapter = h3Adapter<H3>(own, options);
  const server = createServer(toNodeHandler(toApp(adapter)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    port,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request on a new connection. */
export async function ask(port: number, options: RequestOptions, body?: string | Uint8Array): Promise<Reply> {
  const request = httpRequest({ host: "127.0.0.1", port, path: "/", ...options });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}
