import type { Hoglet } from "../../lib/index.ts";

/** A call of a tool, at its end. */
export interface ToolCall {
  name: string;
  /** Undefined = there is no such tool. */
  description: string | undefined;
  tookMs: number;
  /** The sentence of a failure; undefined = it succeeded. */
  error: string | undefined;
  client: { name: string; version: string } | undefined;
  /** The header of the request; undefined = there is none. */
  userAgent: string | undefined;
  /** All calls of a connection share it; a request over HTTP is a connection. */
  session: string;
  version: string;
}

/** Captures a call in a project, by the names of PostHog's SDK for MCP servers (reference/ai.md 5); a tool that is missing is told too. */
export async function reportCall(hoglet: Hoglet, project: number, call: ToolCall): Promise<void> {
  const { name, description, tookMs, error, client, userAgent, session, version } = call;
  const common = {
    $mcp_source: "posthog_mcp_analytics",
    $mcp_server_name: "hoglet",
    $mcp_server_version: version,
    $mcp_session_id: session,
    ...(client !== undefined && { $mcp_client_name: client.name, $mcp_client_version: client.version }),
    ...(userAgent !== undefined && { $mcp_client_user_agent: userAgent }),
    $process_person_profile: false,
  };
  const called = {
    ...common,
    $mcp_tool_name: name,
    $mcp_duration_ms: tookMs,
    $mcp_is_error: error !== undefined,
    ...(description !== undefined && { $mcp_tool_description: description }),
    ...(error !== undefined && { $mcp_error_type: description === undefined ? "unknown_tool" : "tool" }),
    ...(error !== undefined && { $mcp_error_message: error }),
  };
  const events = [{ event: "$mcp_tool_call", distinct_id: session, properties: called }];
  const missing = {
    event: "$mcp_missing_capability",
    distinct_id: session,
    properties: { ...common, $mcp_intent: name },
  };
  await hoglet.capture(description === undefined ? [...events, missing] : events, { project });
}
