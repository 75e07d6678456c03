import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { toNodeHandler } from "h3";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";

export const FOLLOW_KEY = "phx_test_key";

/** A hoglet with a port. */
export interface Served {
  hoglet: Hoglet;
  url: string;
  /** Ends connections at once. */
  close(): Promise<void>;
}

export async function serveFirst(options: HogletOptions): Promise<Served> {
  const hoglet = await createHoglet(options);
  const server = createServer(toNodeHandler(h3Adapter(hoglet)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    hoglet,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await hoglet.close();
    },
  };
}

/** Resolves when both have the same pages. @throws Error after two minutes, with the first page that differs */
export async function samePages(first: Hoglet, follower: Hoglet): Promise<void> {
  const until = performance.now() + 120_000;
  for (;;) {
    const [one, other] = [Buffer.from(await first.serialize()), Buffer.from(await follower.serialize())];
    if (one.equals(other)) return;
    if (performance.now() > until) throw new Error(differenceOf(one, other));
    await sleep(20);
  }
}

export function differenceOf(one: Buffer, other: Buffer, pageBytes = 4096): string {
  let page = 0;
  while (
    one
      .subarray(page * pageBytes, (page + 1) * pageBytes)
      .equals(other.subarray(page * pageBytes, (page + 1) * pageBytes))
  )
    page++;
  return `${one.length} and ${other.length} bytes, the first other page is ${page + 1}`;
}
