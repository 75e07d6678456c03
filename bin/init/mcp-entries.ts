import type { Change } from "./change.ts";

/** The coding agents whose settings may hold an entry. */
export const AGENTS = ["claude", "cursor", "vscode", "codex"] as const;
export type Agent = (typeof AGENTS)[number];

interface Settings {
  /** Its name for people. */
  title: string;
  /** Relative to the app's folder. */
  file: string;
  /** A sign that the app's authors use it: a folder or a file. Null = always. */
  sign: string | null;
  /** The object with the servers; null = TOML. */
  field: "mcpServers" | "servers" | null;
}

/** The places where each agent reads the servers of a project. */
export const SETTINGS: Readonly<Record<Agent, Settings>> = {
  claude: { title: "Claude Code", file: ".mcp.json", sign: null, field: "mcpServers" },
  cursor: { title: "Cursor", file: ".cursor/mcp.json", sign: ".cursor", field: "mcpServers" },
  vscode: { title: "VS Code", file: ".vscode/mcp.json", sign: ".vscode", field: "servers" },
  codex: { title: "Codex", file: ".codex/config.toml", sign: ".codex", field: null },
};

const ENTRY = { command: "npx", args: ["hoglet", "mcp"] };
const TOML = '[mcp_servers.hoglet]\ncommand = "npx"\nargs = ["hoglet", "mcp"]\n';

/**
 * Adds hoglet to the settings of an agent; all else in them stays as it is.
 * @param text null = there is no file
 */
export function addEntry(agent: Agent, text: string | null, isForced: boolean): Change {
  const { file, field } = SETTINGS[agent];
  return field === null ? addToml(file, text) : addJson({ file, field, text, isForced });
}

function addToml(file: string, text: string | null): Change {
  // Another form of the same table, quoted or inline, would be an error twice.
  if (text !== null && /^\s*\[?\s*mcp_servers\s*\.\s*["']?hoglet\b/m.test(text))
    return { file, says: [], content: null };
  const before = text === null || text === "" ? "" : `${text.trimEnd()}\n\n`;
  return { file, says: ["adds the MCP server hoglet"], content: before + TOML };
}

interface JsonFile {
  file: string;
  field: "mcpServers" | "servers";
  text: string | null;
  isForced: boolean;
}

function addJson({ file, field, text, isForced }: JsonFile): Change {
  const settings = text === null || text.trim() === "" ? {} : toObject(text);
  const servers = settings === null ? null : toObject(JSON.stringify(settings[field] ?? {}));
  if (settings === null || servers === null) {
    const line = JSON.stringify({ [field]: { hoglet: ENTRY } });
    return { file, says: [`stays: it is not plain JSON. Add to it: ${line}`], content: null };
  }
  const old = servers["hoglet"];
  if (JSON.stringify(old) === JSON.stringify(ENTRY)) return { file, says: [], content: null };
  if (old !== undefined && !isForced) {
    return { file, says: [`keeps its server hoglet: ${JSON.stringify(old)} (--force replaces it)`], content: null };
  }
  const next = { ...settings, [field]: { ...servers, hoglet: ENTRY } };
  const indent = /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? "  ";
  const verb = old === undefined ? "adds" : `replaces ${JSON.stringify(old)} by`;
  return { file, says: [`${verb} the MCP server hoglet`], content: `${JSON.stringify(next, null, indent)}\n` };
}

function toObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
