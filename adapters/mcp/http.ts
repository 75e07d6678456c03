import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { webClasses } from "../../lib/base/platform.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { createMcpServer } from "./server.ts";
import type { Session } from "./server.ts";

/** Headers that the protocol reads. */
const READ = ["accept", "content-type", "mcp-protocol-version", "last-event-id"];

/** Each POST has a server of its own, since there are no sessions; answers are JSON, not streams. */
export async function answerHttp(request: HttpRequest, session: Session): Promise<HttpReply> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(session);
  await server.connect(transport);
  // The client left: the calls end, and with them the request.
  const end = () => void server.close();
  session.signal.addEventListener("abort", end, { once: true });
  try {
    const { Headers, Request } = webClasses();
    const headers = new Headers();
    for (const name of READ) {
      const value = request.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    const body = new Uint8Array(request.body);
    const response = await transport.handleRequest(
      new Request("http://hoglet.local/mcp", { method: "POST", headers, body }),
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: {
        "content-type": response.headers.get("content-type") ?? "application/json",
        "cache-control": "no-store",
      },
      body: text === "" ? null : text,
    };
  } finally {
    session.signal.removeEventListener("abort", end);
    await server.close();
  }
}
