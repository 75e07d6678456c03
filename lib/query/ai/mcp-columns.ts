// The columns of events of MCP servers (`$mcp_tool_call` and its kin), as expressions of HogQL (reference/ai.md 5). Texts are never null.

const text = (name: string) => `coalesce(toString(properties.${name}), '')`;
const given = (expression: string) => `nullIf(${expression}, '')`;

const AGENT = "toString(properties.$mcp_client_user_agent)";
const PRODUCT = `extract(${AGENT}, '^([^/]+)')`;
/** The product and the first word in brackets: "claude-code cli". */
const SURFACE = `trim(concat(${PRODUCT}, ' ', extract(${AGENT}, '[(]([^,)]+)')))`;
const VENDOR = "lower(toString(properties.mcp_vendor_client))";
const VENDORS = ["claudecode=claude-code", "claudeai=claude-ai", "cowork=cowork", "claudedesign=claude-design"].map(
  (pair) => `${VENDOR} = '${pair.replace("=", "', '")}'`,
);

/** The client's own name, in lower case. */
const CLIENT = `trim(replaceRegexpAll(lower(coalesce(
  multiIf(${VENDORS.join(", ")}, NULL), if(lower(${PRODUCT}) = 'claude-code', ${SURFACE}, NULL),
  nullIf(${given("toString(properties.mcp_session_client_name)")}, 'mcp'), ${given(SURFACE)},
  ${given("toString(properties.$mcp_client_name)")}, ${given("toString(properties.$mcp_oauth_client_name)")}, ''
)), '\\\\s*\\\\(via mcp-remote[^)]*\\\\)\\\\s*', ''))`;

/** Labels by clients' names: the first that is equal, or begins so (`*`), counts. */
const LABELS = `claude-code claude-desktop=Claude Desktop|claude-code claude-vscode=Claude Code (VS Code)|
claude-code sdk*=Claude Agent SDK|claude-code*=Claude Code|claude-ai=Claude.ai|anthropic/claudeai=Claude.ai|claude-user=Claude.ai|
anthropic/api=Anthropic API|cowork=Cowork|claude-design=Claude Design|openai-mcp chatgpt=ChatGPT|
openai-mcp agent builder=OpenAI Agent Builder|openai-mcp responses api=OpenAI Responses API|openai-mcp*=OpenAI|codex*=OpenAI Codex|
cursor*=Cursor|visual studio code*=VS Code|windsurf=Windsurf|replit*=Replit|lovable*=Lovable|manus=Manus|coderabbit=CodeRabbit|
notion*=Notion|linear*=Linear|librechat*=LibreChat|pi-client*=Pi|antigravity*=Antigravity|poke=Poke|opencode=opencode|kiro*=Kiro|
desktop-commander*=Desktop Commander`
  .replaceAll("\n", "")
  .split("|")
  .map((pair) => {
    const [name = "", label] = pair.split("=");
    return name.endsWith("*")
      ? `startsWith(client, '${name.slice(0, -1)}'), '${label}'`
      : `client = '${name}', '${label}'`;
  });

/** The label of a column `client`. */
export const HARNESS = `multiIf(${LABELS.join(", ")}, 'Other')`;

/** The expressions, by the names that a statement uses. */
const COLUMNS: Record<string, string> = {
  tool: `coalesce(${given("toString(properties.$mcp_exec_tool_call_name)")}, ${text("$mcp_tool_name")})`,
  description: `coalesce(${given("toString(properties.$mcp_exec_tool_call_description)")}, ${text("$mcp_tool_description")})`,
  source: text("$mcp_source"),
  is_error: "ifNull(toBool(properties.$mcp_is_error), false)",
  ms: "toFloat(properties.$mcp_duration_ms)",
  conversation: `coalesce(${given("toString(properties.$mcp_session_id)")}, ${text("$session_id")})`,
  session: text("$session_id"),
  said: `if(${text("$mcp_intent")} = '{}', '', ${text("$mcp_intent")})`,
  said_by: text("$mcp_intent_source"),
  error_type: `substring(coalesce(${given("toString(properties.$mcp_error_type)")}, 'unknown'), 1, 200)`,
  error_status: `substring(${text("$mcp_error_status")}, 1, 20)`,
  error_message: `substring(${text("$mcp_error_message")}, 1, 2048)`,
  email: "coalesce(toString(person.properties.email), '')",
  name: "coalesce(toString(person.properties.name), '')",
  client: CLIENT,
  is_asked: "{filters}",
};

/**
 * A table of events for FROM, with the columns that the statement names, and those of all events. `is_asked`: the
 * filters hold.
 */
export function mcpTable(statement: string, where: string): string {
  const named = Object.keys(COLUMNS).filter((column) => new RegExp(`\\b${column}\\b`).test(statement));
  const columns = named.map((column) => `${COLUMNS[column]} AS ${column}`);
  return `(SELECT ${["uuid", "timestamp", "distinct_id", ...columns].join(", ")} FROM events WHERE ${where})`;
}
