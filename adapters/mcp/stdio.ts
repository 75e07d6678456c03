import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { PersonalApiKey } from "../../lib/index.ts";
import type { McpInstance } from "./instance.ts";
import { createMcpServer } from "./server.ts";
import { createTools } from "./tools/index.ts";

/** This machine's user, who started the server: in no database and without a value. */
const USER: PersonalApiKey = {
  id: "mcp",
  label: "mcp",
  mask_value: "",
  scopes: ["*"],
  scoped_projects: [],
  created_at: "",
  last_used_at: null,
  last_rolled_at: null,
};

interface StdioOptions {
  version: string;
  projectId: number | undefined;
  reportTo: number | undefined;
  signal: AbortSignal;
}

/**
 * Speaks MCP until `signal` aborts or the client closes stdin. Nothing else may write to stdout.
 * @param projectId undefined = the first project
 * @param reportTo the project that gets an event for each call of a tool; undefined = none
 */
export async function serveStdio(
  instance: McpInstance,
  { version, projectId, reportTo, signal }: StdioOptions,
): Promise<void> {
  const { projects, project: first } = instance.hoglet();
  if (reportTo !== undefined) await projects.get(reportTo);
  const project = projectId === undefined ? first : await projects.get(projectId);
  const session = {
    instance,
    project,
    grant: { actor: USER },
    seesAll: true,
    signal,
    tools: createTools(),
    version,
    reportTo,
  };
  const server = createMcpServer(session);
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
    server.onclose = resolve;
    process.stdin.once("end", resolve).once("close", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
