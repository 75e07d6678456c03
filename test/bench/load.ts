import { Agent, request } from "node:http";

/** The measurements of a run of requests. */
export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds that half of the requests stayed under: without the rare wait for the disk, which the mean has in it. */
  p50Ms: number;
  /** Milliseconds that 99 % of the requests stayed under. */
  p99Ms: number;
  elapsedMs: number;
}

/** A request body, ready to send. */
export interface Body {
  bytes: Buffer;
  gzip: boolean;
}

/** Sends every body once over `connections` keep-alive connections, each waiting for its answer before the next. */
export async function sendAll(url: URL, bodies: readonly Body[], connections: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const sentAt = performance.now();
      await send(agent, url, body);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsed = performance.now() - start;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    requestsPerSecond: bodies.length / (elapsed / 1000),
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    elapsedMs: elapsed,
  };
}

function send(agent: Agent, url: URL, { bytes, gzip }: Body): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": bytes.length,
      ...(gzip && { "content-encoding": "gzip" }),
    };
    const call = request(url, { agent, method: "POST", headers }, (reply) => {
      reply.resume();
      reply.on("end", () => {
        if (reply.statusCode === 200) resolve();
        else reject(new Error(`status ${reply.statusCode}`));
      });
    });
    call.on("error", reject);
    call.end(bytes);
  });
}
