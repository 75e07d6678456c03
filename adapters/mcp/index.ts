/**
 * The MCP server: hoglet's tools for coding agents, by stdio (`serveStdio`) and streamable HTTP (`withMcp`).
 *
 * The SDK's server (`server.ts`) looks a tool up (`tools/`), checks its arguments (`tool.ts`) and runs it on an
 * instance (`instance.ts`). A tool asks through the HTTP API with the caller's key (`api.ts`), in process, so that it
 * can do nothing that the key cannot. The log after a cursor, the kept requests and snapshots are read by the handle;
 * `log.ts` checks the right to read first. `bounds.ts` keeps answers short.
 *
 * Invariants: an empty answer says why and what to try; inputs are checked, with a sentence; answers have at most
 * 20,000 characters and waits at most 50 s; commands run, and files are read, on stdio alone; the SDK is loaded with
 * the first message.
 */
export { withMcp } from "./with-mcp.ts";
export type { CommandRun, McpInstance } from "./instance.ts";
