import type { Ready } from "./server.ts";

/** One run of the command. */
export interface CommandRow {
  args: string[];
  input?: string;
  /** The exit code that is right. */
  code: number;
  /** A pattern that its stdout has to match. */
  stdout?: RegExp;
}

const LINES = Array.from({ length: 1500 }, (_, index) =>
  JSON.stringify({
    kind: "event",
    event: index % 2 === 0 ? "seen" : "paid",
    distinct_id: `u${index >> 1}`,
    timestamp: `2024-03-01T08:${String(index % 60).padStart(2, "0")}:30Z`,
  }),
).join("\n");

const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "matrix", version: "1" } },
})}\n`;

const PLUGIN = "@posthog/none-such";

/**
 * Every command of `hoglet`, in an order in which each finds its data: all commands work on hoglet.db of one folder. With
 * more than 1,000 events, questions run in a thread; SQL always runs in a separate process.
 * @param upstream a server to push to
 * @param plugin folder of a plugin
 */
export function commandRows({
  upstream,
  plugin,
  node,
}: {
  upstream: Ready;
  plugin: string;
  node: string;
}): CommandRow[] {
  const token = ["--project-token", upstream.project_token];
  return [
    { args: ["--version"], code: 0, stdout: /^\d+\.\d+\.\d+/ },
    { args: ["no-such-command"], code: 2 },
    { args: ["import", "-"], input: LINES, code: 0, stdout: /1500/ },
    { args: ["copy", "--to", "copies"], code: 0, stdout: /"is_whole":true/ },
    { args: ["restore", "--from", "copies", "--db", "restored.db"], code: 0, stdout: /"file":"restored.db"/ },
    { args: ["export"], code: 0, stdout: /"event":"seen"/ },
    { args: ["keys", "create", "--label", "matrix"], code: 0, stdout: /phx_/ },
    { args: ["projects"], code: 0, stdout: /Default project/ },
    { args: ["keys", "list"], code: 0, stdout: /matrix/ },
    { args: ["funnel", "seen", "paid", "--date-from", "all", "--json"], code: 0, stdout: /"count":750/ },
    { args: ["ask", "trends", "seen", "--date-from", "all", "--interval", "month"], code: 0, stdout: /"value":750\}/ },
    { args: ["ask", "trends", "seem"], code: 1 },
    { args: ["events", "--event", "paid", "--limit", "1"], code: 0, stdout: /"event":"paid"/ },
    { args: ["persons", "u7"], code: 0, stdout: /"distinct_ids":\["u7"\]/ },
    { args: ["person", "u7"], code: 0, stdout: /"last_events":\[\{/ },
    { args: ["schema"], code: 0, stdout: /"name":"seen","count":750/ },
    { args: ["completion", "bash"], code: 0, stdout: /complete -F _hoglet hoglet/ },
    { args: ["completion", "zsh", "--", "ask", "=tre"], code: 0, stdout: /^trends\t/ },
    { args: ["query", "select count() as events from events"], code: 0, stdout: /^\{"events":1500\}/ },
    { args: ["query", "delete from events"], code: 1 },
    { args: ["plugins", "install", plugin], code: 0 },
    { args: ["plugins", "install", PLUGIN], code: 1 },
    { args: ["plugins", "list"], code: 0, stdout: /\w/ },
    { args: ["deletions", "list"], code: 0 },
    { args: ["deletions", "run"], code: 0 },
    { args: ["openapi"], code: 0, stdout: /"openapi"/ },
    { args: ["init", "--dry-run"], code: 0, stdout: /not written/ },
    { args: ["mcp", "--memory", "--port", "0"], input: INITIALIZE, code: 0, stdout: /"serverInfo":\{"name":"hoglet"/ },
    { args: ["push", "--to", upstream.url, ...token], code: 0 },
    { args: ["push", "--status"], code: 0 },
    { args: ["pull", "--from", upstream.url], code: 2 },
    { args: ["pull", "--from", upstream.url, "--key", "phx_wrong"], code: 1 },
    { args: ["backup"], code: 0, stdout: /"file":"hoglet-.+\.db","bytes":\d+/ },
    { args: ["rebuild"], code: 0 },
    { args: ["doctor"], code: 0 },
    { args: ["types", "hoglet.db"], code: 0, stdout: /interface Events/ },
    { args: ["readyz", "--url", upstream.url], code: 0 },
    { args: ["readyz", "--url", "http://127.0.0.1:1"], code: 1 },
    { args: ["promote", "--url", "http://127.0.0.1:1"], code: 1 },
    { args: ["run", "--", node, "-e", "process.exit(process.env.POSTHOG_HOST ? 7 : 1)"], code: 7 },
    { args: ["run", "--", "no-such-command"], code: 127 },
  ];
}
