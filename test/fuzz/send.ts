import { Agent, request } from "node:http";
import type { WireRequest } from "./wire-request.ts";

/** The reply to a request. */
export interface Sent {
  /** The HTTP status; 0 = no answer came (`fault` says why). */
  status: number;
  contentType: string;
  /** The first part of the body. */
  text: string;
  /** `timeout` = nothing within the limit; `dropped` = the connection ended; `unsendable` = Node's client refuses it. */
  fault: "timeout" | "dropped" | "unsendable" | null;
}

/** Longer answers are read, and forgotten. */
const KEPT_CHARS = 4000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Sends a request as it stands: no header is added but `content-length` and the number by which the server knows it.
 * Streams of events are closed after their head.
 */
export function send(port: number, wire: WireRequest, number: number, limitMs: number): Promise<Sent> {
  return new Promise((resolve) => {
    const end = (fault: Sent["fault"]) => resolve({ status: 0, contentType: "", text: "", fault });
    let sending;
    try {
      sending = request({
        agent,
        host: "127.0.0.1",
        port,
        method: wire.method,
        path: wire.target,
        headers: { ...wire.headers, "content-length": wire.body.length, "x-fuzz-number": number },
        timeout: limitMs,
      });
    } catch {
      end("unsendable");
      return;
    }
    const timer = setTimeout(() => {
      end("timeout");
      sending.destroy();
    }, limitMs);
    sending.on("close", () => clearTimeout(timer));
    sending.on("error", () => end("dropped"));
    sending.on("response", (response) => {
      const { statusCode: status = 0, headers } = response;
      const contentType = headers["content-type"] ?? "";
      let text = "";
      const done = () => resolve({ status, contentType, text, fault: null });
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        if (text.length < KEPT_CHARS) text += chunk.slice(0, KEPT_CHARS);
      });
      response.on("end", done);
      response.on("error", done);
      if (contentType.startsWith("text/event-stream")) {
        done();
        sending.destroy();
      }
    });
    sending.end(wire.body);
  });
}
