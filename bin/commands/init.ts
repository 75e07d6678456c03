import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { flag, toList, toUrl } from "../flag.ts";
import type { Change } from "../init/change.ts";
import { addEnvLines } from "../init/env-lines.ts";
import { findFramework } from "../init/framework.ts";
import type { Framework } from "../init/framework.ts";
import { addIgnored } from "../init/ignored-files.ts";
import { addEntry, AGENTS, SETTINGS } from "../init/mcp-entries.ts";
import type { Agent } from "../init/mcp-entries.ts";
import { openForReading } from "../open-for-reading.ts";
import { print } from "../print.ts";

interface InitFlags {
  url: string;
  projectToken?: string;
  agents?: Agent[];
  force?: true;
  dryRun?: true;
}

/** `hoglet init`: prepares an app for a hoglet beside it. */
export function addInit(program: Command): void {
  program
    .command("init")
    .description(
      "writes the app's environment, adds the MCP server for coding agents, and says what to add to the code",
    )
    .argument("[folder]", "the app", ".")
    .addOption(flag("--url <url>", "address of the hoglet").argParser(toUrl).default("http://127.0.0.1:8010"))
    .addOption(
      flag("--project-token <token>", "its project token (default: that of hoglet.db if it is there, else phc_local)"),
    )
    .addOption(
      flag(
        "--agents <names>",
        "claude, cursor, vscode, codex (default: claude, and those that have a folder here)",
      ).argParser(toAgents),
    )
    .addOption(flag("--force", "replace values and entries that differ"))
    .addOption(flag("--dry-run", "only say what it would do"))
    .action(init);
}

async function init(folder: string, flags: InitFlags): Promise<void> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`There is no folder ${folder}.`);
  const framework = findFramework(folder);
  const isForced = flags.force === true;
  const token = flags.projectToken ?? (await storedToken(folder)) ?? "phc_local";
  const variables = {
    [`${framework.prefix}POSTHOG_HOST`]: flags.url.replace(/\/$/, ""),
    [`${framework.prefix}POSTHOG_KEY`]: token,
  };
  const changes = [
    addEnvLines(framework.envFile, read(folder, framework.envFile), variables, isForced),
    ...(isInGit(folder) ? [addIgnored(read(folder, ".gitignore"))] : []),
    ...agentsOf(folder, flags).map((agent) => addEntry(agent, read(folder, SETTINGS[agent].file), isForced)),
  ];
  for (const change of changes) apply(folder, change, flags.dryRun === true);
  for (const line of advice(framework, flags)) print(line);
}

/** The token of the database that `hoglet` and `hoglet mcp` would use in the folder. */
async function storedToken(folder: string): Promise<string | null> {
  const file = join(folder, "hoglet.db");
  if (!existsSync(file)) return null;
  await using hoglet = await openForReading(file);
  return hoglet.project.api_token;
}

function isInGit(folder: string): boolean {
  return [".git", ".gitignore"].some((name) => existsSync(join(folder, name)));
}

function agentsOf(folder: string, { agents }: InitFlags): readonly Agent[] {
  if (agents !== undefined) return agents;
  return AGENTS.filter((agent) => {
    const { sign } = SETTINGS[agent];
    return sign === null || existsSync(join(folder, sign));
  });
}

function read(folder: string, file: string): string | null {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function apply(folder: string, { file, says, content }: Change, isDry: boolean): void {
  if (says.length === 0) print(`${file} is as it should be`);
  for (const one of says) print(`${file} ${isDry && content !== null ? `(not written) ${one}` : one}`);
  if (content === null || isDry) return;
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function advice({ name, where, install, lines }: Framework, { url }: InitFlags): string[] {
  return [
    "",
    `${name}: ${install === null ? "" : `${install}, then `}in ${where}:`,
    "",
    ...lines.map((line) => `  ${line}`),
    "",
    `Start the hoglet by npx hoglet mcp (your agent does it) or npx hoglet; the page is at ${url.replace(/\/$/, "")}/ui/.`,
  ];
}

function toAgents(text: string): Agent[] {
  return toList(text).map((name) => {
    const agent = AGENTS.find((one) => one === name);
    if (agent === undefined) throw new InvalidArgumentError(`Expected names of ${AGENTS.join(", ")}.`);
    return agent;
  });
}
