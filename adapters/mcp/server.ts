import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { performance } from "../../lib/base/platform.ts";
import { HogletError } from "../../lib/index.ts";
import type { Project } from "../../lib/index.ts";
import { openApi } from "./api.ts";
import type { Grant } from "./api.ts";
import { bound, toAnswerText } from "./bounds.ts";
import { instructions, instrumentText, PAGE_URI, pageText } from "./guide.ts";
import type { McpInstance } from "./instance.ts";
import { nearNames } from "../explain/index.ts";
import { quoted } from "./names.ts";
import { reportCall } from "./report-calls.ts";
import { sayProject } from "./say-project.ts";
import type { Effect, Tool } from "./tool.ts";
import { ToolFault } from "./tool-fault.ts";

// @modelcontextprotocol/sdk is the protocol's own, with both transports, and every client is tested against it. Its
// low-level `Server`, since `McpServer` takes zod's schemas and would repeat valibot's checks. Only this folder imports
// it.

export interface Session {
  instance: McpInstance;
  project: Project;
  grant: Grant;
  /** See `Call`. */
  seesAll: boolean;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  tools: readonly Tool[];
  version: string;
  /** Gets an event for each call of a tool. @default none */
  reportTo?: number | undefined;
  /** The request's header over HTTP. */
  userAgent?: string | undefined;
}

/** The server of one connection (stdio), or of one request (HTTP). */
export function createMcpServer(session: Session): Server {
  const { instance, project, version } = session;
  const place = { url: instance.url, project };
  const tools = session.tools.filter((tool) => tool.isFor(instance));
  const server = new Server(
    { name: "hoglet", title: "hoglet", version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructions(place),
      // For answers to questions that a server asks users; this one asks none.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describe) }));
  const connection = `mcp-${instance.hoglet().clock.now()}`;
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const startMs = performance.now();
    const answer = await run(session, tools, params, AbortSignal.any([signal, session.signal]));
    if (session.reportTo !== undefined) {
      const { name } = params;
      const [told] = answer.content;
      const reported = await reportCall(instance.hoglet(), session.reportTo, {
        name,
        description: tools.find((tool) => tool.name === name)?.description,
        tookMs: Math.round(performance.now() - startMs),
        error: answer.isError === true && told?.type === "text" ? told.text : undefined,
        client: server.getClientVersion(),
        userAgent: session.userAgent,
        session: connection,
        version,
      }).catch(toSentence);
      // The tool has done its work: a reset may have taken the report's project away.
      if (reported !== undefined)
        answer.content.push({
          type: "text",
          text: `This call was not reported to project ${session.reportTo}: ${reported}`,
        });
    }
    return answer;
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [PAGE] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri !== PAGE_URI) throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}, only ${PAGE_URI}.`);
    return { contents: [{ uri, mimeType: PAGE.mimeType, text: pageText(place) }] };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given } }) => {
    if (name !== PROMPT.name)
      throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}, only ${PROMPT.name}.`);
    const text = instrumentText(place, given?.["feature"]);
    return { messages: [{ role: "user", content: { type: "text", text } }] };
  });
  return server;
}

const PAGE = {
  uri: PAGE_URI,
  name: "page",
  title: "The page, the host and the token",
  description: "Link to hoglet's page for people, and what an SDK needs.",
  mimeType: "text/markdown",
};

const PROMPT = {
  name: "instrument",
  title: "Instrument this app and prove it",
  description: "Adds tracking, and shows by the tools that each event arrives.",
  arguments: [{ name: "feature", description: "The part of the app; absent: all of it", required: false }],
};

/** Structured content of every tool, in short, since each schema costs tokens in every conversation; tools add fields. */
const OUTPUT = {
  type: "object" as const,
  properties: {
    summary: { type: "string" },
    results: { type: "array" },
  },
  required: ["summary", "results"],
};

const HINTS: Record<Effect, Record<string, boolean>> = {
  reads: { readOnlyHint: true },
  writes: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  replaces: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  destroys: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  runs: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};

function describe({ name, title, description, effect, inputSchema }: Tool) {
  // A command may reach anything; all other tools see this hoglet alone.
  const annotations = { ...HINTS[effect], openWorldHint: effect === "runs" };
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: "object" },
    outputSchema: OUTPUT,
    annotations,
  };
}

async function run(
  session: Session,
  tools: readonly Tool[],
  { name, arguments: args }: { name: string; arguments?: Record<string, unknown> | undefined },
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { instance, project, grant, seesAll } = session;
  try {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new ToolFault(unknownTool(session.tools, tools, name), 404);
    const open = (prefix: string) => openApi({ handle: instance.hoglet().handle, grant, signal, prefix });
    const api = open(`/api/projects/${project.id}`);
    const told = await tool.call({ instance, project, api, seesAll, signal }, args);
    const where = await sayProject(open("/api"), project);
    const answer = bound({ ...told, ...(where !== null && { project: where }) });
    return { content: [{ type: "text", text: toAnswerText(answer) }], structuredContent: answer };
  } catch (error) {
    return { content: [{ type: "text", text: toSentence(error) }], isError: true };
  }
}

function unknownTool(all: readonly Tool[], tools: readonly Tool[], name: string): string {
  const names = tools.map((tool) => tool.name);
  if (all.some((tool) => tool.name === name)) {
    return `${name} is not available here: ${names.includes("instance-reset") ? "" : "the clock and a reset are for an instance in memory, and "}commands run on stdio only (npx hoglet mcp).`;
  }
  const near = nearNames(name, names);
  return `There is no tool ${name}.${near.length > 0 ? ` Near names: ${quoted(near)}.` : ""}`;
}

/** Nothing of an unexpected error leaves the process. */
function toSentence(error: unknown): string {
  if (error instanceof ToolFault) return error.message;
  if (error instanceof HogletError && error.status < 500) return error.detail;
  return "The call failed inside hoglet.";
}
