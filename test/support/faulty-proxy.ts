import { createServer, request } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "../../fixtures/random.ts";

/** A proxy before a server that drops, delays, tears, damages and doubles replies. */
export interface FaultyProxy {
  url: string;
  /** Chance of a fault for each reply, 0 to 1. */
  chance: number;
  /** Sends other bytes in the place of a reply; null = none, and the connection ends. @default the reply's own */
  change?: (path: string, body: Buffer) => Buffer | null;
  /** Faults so far, by kind. */
  faults: Record<string, number>;
  close(): Promise<void>;
}

const KINDS = ["drop", "lose", "delay", "tear", "flip", "double"] as const;

export async function faultyProxy(target: () => string, random: Random): Promise<FaultyProxy> {
  /** The last reply of each path, without its query. */
  const last = new Map<string, Buffer>();
  const proxy: FaultyProxy = {
    url: "",
    chance: 0,
    faults: {},
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const fault = random.chance(proxy.chance) ? random.pick([...KINDS]) : "none";
    proxy.faults[fault] = (proxy.faults[fault] ?? 0) + 1;
    if (fault === "drop") return void outgoing.destroy();
    if (fault === "delay") await new Promise((resolve) => setTimeout(resolve, random.integer(1, 150)));
    const { status, body } = await pass(`${target()}${incoming.url}`, incoming);
    const path = (incoming.url ?? "").split("?")[0] ?? "";
    const earlier = last.get(path);
    if (status === 200) last.set(path, body);
    const changed = proxy.change === undefined ? body : proxy.change(path, body);
    if (fault === "lose" || changed === null) return void outgoing.destroy();
    const sent = Buffer.from(fault === "double" && earlier !== undefined ? earlier : changed);
    if (fault === "flip" && sent.length > 0) {
      const at = random.integer(0, sent.length - 1);
      sent[at] = (sent[at] ?? 0) ^ 1;
    }
    outgoing.writeHead(status, { "content-length": sent.length });
    if (fault !== "tear") return void outgoing.end(sent);
    outgoing.write(sent.subarray(0, Math.floor(sent.length / 2)), () => outgoing.destroy());
  };
  const server: Server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function pass(url: string, incoming: IncomingMessage): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: incoming.method, headers: incoming.headers }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on("data", (piece: Buffer) => pieces.push(piece));
      reply.on("end", () => resolve({ status: reply.statusCode ?? 500, body: Buffer.concat(pieces) }));
      reply.on("error", reject);
    });
    incoming.pipe(sent.on("error", reject));
  });
}
