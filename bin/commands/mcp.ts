import { existsSync } from "node:fs";
import type { Command } from "commander";
import { alsoDatabaseFlag, databaseFile, namedByEnvironment } from "../database.ts";
import { projectOfApp, tokenOfApp } from "../env-token.ts";
import { flag, toUrl, toWholeNumber } from "../flag.ts";
import { stopSignal } from "../stop-signal.ts";
import { VERSION } from "../../lib/base/version.ts";

interface McpFlags {
  db?: string;
  memory?: true;
  port?: number;
  url?: string;
  project?: number;
  projectToken?: string;
  personalApiKey?: string;
  reportTo?: number;
}

/** `hoglet mcp`: tools for a coding agent, on stdin and stdout. */
export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("tools for coding agents, by MCP on stdin and stdout, with a hoglet for the app beside them")
    .argument("[file]", "the database, created when absent (default: hoglet.db if it is there, else in memory)")
    .addOption(alsoDatabaseFlag())
    .addOption(flag("--memory", "keep everything in memory, where the clock and a reset are tools too"))
    .addOption(
      flag("--port <number>", "port for the app and the page (default: 8010, else a free one)").argParser(toPort),
    )
    .addOption(flag("--url <url>", "join a running hoglet instead; needs --personal-api-key").argParser(toUrl))
    .addOption(flag("--project <id>", "the project (default: the first, or the key's)").argParser(toId))
    .addOption(
      flag("--report-to <id>", "capture each call of a tool as $mcp_tool_call in this project").argParser(toId),
    )
    .addOption(flag("--project-token <token>", "token of the first project of a new database (phc_local)"))
    .addOption(flag("--personal-api-key <key>", "a personal API key: of the hoglet at --url, or for a new database"))
    .action(mcp);
}

async function mcp(argument: string | undefined, flags: McpFlags, command: Command): Promise<void> {
  const given = argument ?? flags.db;
  if (flags.url !== undefined && isMeant(given, command)) {
    const { bridge } = await import("../mcp/bridge.ts");
    if (flags.personalApiKey === undefined) command.error("error: --url needs --personal-api-key phx_…");
    else await bridge(flags.url, flags.personalApiKey, flags.project);
    return;
  }
  const file = chooseFile(given, flags, command);
  const [{ openInstance, LOCAL_TOKEN }, { serveStdio }] = await Promise.all([
    import("../mcp/open-instance.ts"),
    import("../../adapters/mcp/stdio.ts"),
  ]);
  await using opened = await openInstance({
    file,
    port: flags.port,
    projectToken: flags.projectToken ?? tokenOfApp()?.token ?? LOCAL_TOKEN,
    personalApiKey: flags.personalApiKey,
  });
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  const { instance } = opened;
  await serveStdio(instance, {
    version: VERSION,
    projectId: flags.project ?? (await projectOfApp(instance.hoglet())),
    reportTo: flags.reportTo,
    signal: stop.signal,
  });
}

/** A file that is named beats an address from the environment, but not one from a flag. */
function isMeant(given: string | undefined, command: Command): boolean {
  if (command.getOptionValueSource("url") !== "cli") return given === undefined && !command.getOptionValue("memory");
  if (given === undefined && !command.getOptionValue("memory")) return true;
  command.error("error: --url joins a running hoglet, which has its own database.");
}

function chooseFile(given: string | undefined, { memory }: McpFlags, command: Command): string | undefined {
  if (given !== undefined) {
    if (memory) command.error(`error: a database in memory has no file, but ${given} was named.`);
    return given;
  }
  if (memory) return undefined;
  const named = namedByEnvironment();
  if (named !== undefined) return named;
  const usual = databaseFile(undefined);
  return existsSync(usual) ? usual : undefined;
}

function toPort(text: string): number {
  return toWholeNumber(text, 0, 65_535);
}

function toId(text: string): number {
  return toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER);
}
