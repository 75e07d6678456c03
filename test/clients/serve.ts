import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3";
import { h3Adapter } from "../../adapters/h3/index.ts";
import type { Hoglet } from "../../lib/index.ts";

/** A server on a free port of the loopback. */
export interface Served {
  /** Such as http://127.0.0.1:40123. */
  origin: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Serves a hoglet as `hoglet serve` does: through the h3 adapter. */
export function serveHoglet(hoglet: Pick<Hoglet, "handle">): Promise<Served> {
  return serve(toNodeHandler(h3Adapter(hoglet)) as RequestListener);
}

/** Serves with a listener of node:http. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
