import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { openCaptureLog } from "../../../../adapters/explain/index.ts";
import type { McpInstance } from "../../../../adapters/mcp/index.ts";
import { createMcpServer } from "../../../../adapters/mcp/server.ts";
import { createTools } from "../../../../adapters/mcp/tools/index.ts";
import { createHoglet } from "../../../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../../../lib/index.ts";

/** The answer of a tool, as its clients get it. */
export interface Told {
  summary: string;
  results: Record<string, unknown>[];
  try_next?: string[];
  // oxlint-disable-next-line typescript/no-explicit-any -- each tool has fields of its own, which tests look into
  [field: string]: any;
}

/** A connected client of the SDK, with the hoglet behind its server. */
export interface Connected extends AsyncDisposable {
  hoglet: Hoglet;
  client: Client;
  /** Calls a tool. @throws Error with the text of a failure */
  call(name: string, args?: Record<string, unknown>): Promise<Told>;
  /** Sends events as an SDK does. @returns the status */
  send(body: unknown): Promise<number>;
}

/** Calls tools by a client of the SDK, which checks the structured content against the schema of each tool. */
export function caller(client: Client): Connected["call"] {
  return async (name, args = {}) => {
    const answer = await client.callTool({ name, arguments: args });
    const [{ text = "" } = {}] = answer.content as { text?: string }[];
    if (answer.isError === true) throw new Error(text);
    return answer.structuredContent as Told;
  };
}

/** Opens a hoglet with the tools of stdio. @param rights what the instance may, besides looking; reportTo: see Session */
export async function connect(
  options: HogletOptions = {},
  rights: Partial<McpInstance> = {},
  reportTo?: number,
): Promise<Connected> {
  const hoglet = await createHoglet({ projectToken: "phc_1", ...options });
  const requests = openCaptureLog(hoglet, true);
  const instance: McpInstance = {
    hoglet: () => hoglet,
    requests,
    snapshots: new Map(),
    url: "http://127.0.0.1:8010",
    ...rights,
  };
  const actor = { id: "mcp", label: "mcp", mask_value: "", scopes: ["*"], scoped_projects: [], created_at: "" };
  const server = createMcpServer({
    instance,
    project: hoglet.project,
    grant: { actor: { ...actor, last_used_at: null, last_rolled_at: null } },
    seesAll: true,
    signal: new AbortController().signal,
    tools: createTools(),
    version: "0.0.0",
    reportTo,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    hoglet,
    client,
    call: caller(client),
    async send(body) {
      const request = {
        method: "POST",
        url: "/e/",
        headers: { "content-type": "application/json" },
        body: new TextEncoder().encode(JSON.stringify(body)),
        ip: null,
      };
      const reply = await hoglet.handle(request);
      requests.keep(request, reply, hoglet.clock.now());
      return reply.status;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await hoglet.close();
    },
  };
}

/** The sentence of a call that fails. */
export async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The call did not fail.");
}
