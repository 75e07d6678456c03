import { TextDecoder } from "../../lib/base/platform.ts";
import { isFromAnotherSite } from "../../lib/index.ts";
import type { HttpReply, HttpRequest, Project } from "../../lib/index.ts";
import { openApi } from "./api.ts";
import type { Api } from "./api.ts";
import { isTooDeep } from "./depth.ts";
import type { McpInstance } from "./instance.ts";
import type { Tool } from "./tool.ts";
import { ToolFault } from "./tool-fault.ts";

export interface McpOptions {
  instance: McpInstance;
  /** The version of hoglet, for clients. */
  version: string;
}

/** A tracking plan of hundreds of events has tens of thousands. */
const MOST_BYTES = 1024 * 1024;
/** Older clients may join messages. */
const MOST_MESSAGES = 10;

/**
 * Answers `/mcp` too: the MCP protocol by streamable HTTP, without sessions, so that a restart breaks no client. Each request
 * brings a personal API key, and may do what the key may; `?project=2` chooses a project, and `?report_to=2` one that gets an event for
 * each call of a tool. Pages of other sites are refused; unknown hosts are `withKnownHosts`' business, which stands before it.
 */
export function withMcp(
  front: { handle(request: HttpRequest): Promise<HttpReply> },
  { instance, version }: McpOptions,
): { handle(request: HttpRequest): Promise<HttpReply> } {
  // Loaded with the first request: servers without agents pay nothing.
  let tools: Promise<readonly Tool[]> | undefined;
  return {
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url, "http://hoglet.local");
      if (pathname !== "/mcp" && pathname !== "/mcp/") return front.handle(request);
      const fault = faultOf(request);
      if (fault !== null) return fault;
      try {
        const caller = await identify(instance, request, searchParams);
        const { createTools } = await import("./tools/index.ts");
        tools ??= Promise.resolve(createTools());
        const { answerHttp } = await import("./http.ts");
        const url = originOf(request) ?? instance.url;
        return await answerHttp(request, { ...caller, instance: { ...instance, url }, version, tools: await tools });
      } catch (error) {
        if (!(error instanceof ToolFault)) throw error;
        return refusal(error.status, error.message);
      }
    },
  };
}

/** The address under which the caller knows the server, for links; null = unknown. */
function originOf({ url, base = "" }: HttpRequest): string | null {
  return URL.canParse(url) ? new URL(url).origin + base : null;
}

function faultOf(request: HttpRequest): HttpReply | null {
  const { method, headers, body } = request;
  if (isFromAnotherSite(request)) return refusal(403, "Pages of other sites may not call /mcp.");
  // No stream from the server, and no session to end.
  if (method !== "POST") return { ...refusal(405, "Send JSON-RPC by POST."), headers: { ...JSON_TYPE, allow: "POST" } };
  if (!/^Bearer\s+phx_/i.test(headers["authorization"] ?? "")) return refusal(401, NO_KEY);
  if (body.length > MOST_BYTES) return refusal(413, `The message is larger than ${MOST_BYTES} bytes.`);
  const text = new TextDecoder().decode(body);
  if (isTooDeep(text)) return refusal(400, "The message is nested too deep.");
  return countMessages(text) > MOST_MESSAGES ? refusal(400, `A body has at most ${MOST_MESSAGES} messages.`) : null;
}

/** 1 = no list, which the protocol's own check refuses if it is wrong. */
function countMessages(text: string): number {
  if (!text.trimStart().startsWith("[")) return 1;
  try {
    return (JSON.parse(text) as unknown[]).length;
  } catch {
    return 1;
  }
}

const NO_KEY =
  "Send a personal API key: Authorization: Bearer phx_… (`hoglet serve` prints it at the first start; hoglet keys create makes another).";

/** The project and the rights of the key. @throws ToolFault with the API's status */
async function identify({ hoglet }: McpInstance, { headers, signal }: HttpRequest, query: URLSearchParams) {
  const grant = { authorization: headers["authorization"] ?? "" };
  const gone = signal ?? new AbortController().signal;
  const api = openApi({ handle: hoglet().handle, grant, signal: gone, prefix: "/api" });
  const find = (id: string) => api.get<Project>(`/projects/${encodeURIComponent(id)}/`);
  const project = await find(query.get("project") ?? "@current");
  const asked = query.get("report_to");
  // A key that may not see a project writes nothing to it.
  const reportTo = asked === null ? undefined : (await find(asked)).id;
  return { project, grant, signal: gone, seesAll: await seesAll(api), reportTo, userAgent: headers["user-agent"] };
}

/** Has the key all rights in all projects? A key of some projects may not ask this. */
async function seesAll(api: Api): Promise<boolean> {
  try {
    const key = await api.get<{ scopes: string[]; scoped_teams: number[] }>("/personal_api_keys/@current/");
    return key.scopes.includes("*") && key.scoped_teams.length === 0;
  } catch (error) {
    if (error instanceof ToolFault && error.status === 403) return false;
    throw error;
  }
}

const JSON_TYPE = { "content-type": "application/json", "cache-control": "no-store" };

function refusal(status: number, message: string): HttpReply {
  const challenge = status === 401 && { "www-authenticate": 'Bearer realm="hoglet"' };
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null });
  return { status, headers: { ...JSON_TYPE, ...challenge }, body };
}
