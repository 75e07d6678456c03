import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

// The calls of a coding agent that checks its own work: it has no account, and asks hoglet whether the events arrived.
const agent = new Client({ name: "example", version: "1.0.0" });
await agent.connect(new StdioClientTransport({ command: "npx", args: ["hoglet", "mcp"], stderr: "ignore" }));

const call = async (name, fields) => {
  const { structuredContent, content, isError } = await agent.callTool({ name, arguments: fields });
  const summary = structuredContent?.summary ?? content[0]?.text;
  console.log(`${name}: ${summary}\n`);
  if (isError) process.exitCode = 1;
  return structuredContent;
};

await call("run-command", { command: ["node", "app.js"] });
await call("events-list", { limit: 10 });
// The plan says "order completed". The app says "order_completed": the check names the slip.
const plan = [
  { event: "signed up", properties: { plan: "string" } },
  { event: "order completed", properties: { amount: "number" } },
];
await call("tracking-plan-check", { plan });
await call("query-funnel", { series: [{ event: "signed up" }, { event: "order_completed" }] });
await agent.close();
