import type { Command } from "commander";
import type { TakenOver } from "../../lib/index.ts";
import { openServerApi } from "../api.ts";
import { flag, jsonFlag, toUrl } from "../flag.ts";
import { printJson, printMessage } from "../print.ts";

interface PromoteFlags {
  url: string;
  personalApiKey?: string;
  force?: true;
  json?: true;
}

/** `hoglet promote`: makes a running server that follows another the first. */
export function addPromote(program: Command): void {
  program
    .command("promote")
    .description("makes a running server that follows another the first")
    .addOption(
      flag("--url <url>", "address of the server that follows").argParser(toUrl).default("http://127.0.0.1:8010"),
    )
    .addOption(
      flag(
        "--key, --personal-api-key <key>",
        "key for the server, with all scopes; on this machine none is needed where the page needs none",
      ),
    )
    .addOption(flag("--force", "also when the first does not answer; its last events may be missing"))
    .addOption(jsonFlag())
    .action(promote);
}

async function promote({ url, personalApiKey: key, force, json }: PromoteFlags): Promise<void> {
  await using api = await openServerApi(url, { key, project: undefined });
  const taken = await api.at<TakenOver>("/api/replication/promote", { force: force === true });
  if (json) return printJson(taken);
  printMessage(`${url} is the first now. ${missing(taken)}`);
}

function missing({ is_complete: isComplete, lag_seconds: lag }: TakenOver): string {
  if (isComplete) return "It has everything that the last first had acknowledged.";
  const since = lag === null ? "since it followed last" : `in the last ${Math.max(lag, 1)} s before it ended`;
  return `Events that the last first stored ${since} are missing, and are written to a file when that one follows this one.`;
}
