import type { Command } from "commander";
import type { HogletOptions, Page, Project } from "../lib/index.ts";
import { openFileApi, openServerApi } from "./api.ts";
import type { Api } from "./api.ts";
import { orNull } from "./ask/names.ts";
import { databaseFlag, openExisting } from "./database.ts";
import { projectOfApp, sayFirst } from "./env-token.ts";
import { flag, toUrl, toWholeNumber } from "./flag.ts";
import { openForReading } from "./open-for-reading.ts";

/** The flags of commands that ask a file or a running server. */
export interface SourceFlags {
  db?: string;
  url?: string;
  personalApiKey?: string;
  project?: number;
}

/** Adds the flags of the source. */
export function addSource(command: Command): Command {
  return addPlace(command).addOption(
    flag("--project <id>", "the project (default: that of the app here, else the first)").argParser((text) =>
      toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER),
    ),
  );
}

/** Adds the flags of a source without a project. */
export function addPlace(command: Command): Command {
  return command
    .addOption(databaseFlag())
    .addOption(flag("--url <url>", "address of a running server, instead of a database").argParser(toUrl))
    .addOption(
      flag(
        "--key, --personal-api-key <key>",
        "key for the server; on this machine none is needed where the page needs none",
      ),
    );
}

/** The address to ask; undefined = the file. A flag wins over the environment, also over another variable. */
export function chooseUrl({ url }: Pick<SourceFlags, "url">, command: Command): string | undefined {
  const isGiven = (name: string) => command.getOptionValueSource(name) === "cli";
  if (isGiven("url") && isGiven("db")) command.error("error: --url and --db exclude each other.");
  return isGiven("db") ? undefined : url;
}

/**
 * Opens the source.
 * @param how `options` of a database; `isWrite` refuses a file that can only be read
 * @throws an Error or HogletError with the fault of the file, or when no server answers
 */
export async function openSource(
  flags: SourceFlags,
  command: Command,
  { options = {}, isWrite = false }: { options?: HogletOptions; isWrite?: boolean } = {},
): Promise<Api> {
  const url = chooseUrl(flags, command);
  if (url !== undefined) {
    const api = await openServerApi(url, { key: flags.personalApiKey, project: flags.project });
    if (flags.project === undefined) await sayProject(api);
    return api;
  }
  const hoglet = await (isWrite ? openExisting : openForReading)(flags.db, options);
  return openFileApi(hoglet, flags.project ?? (await projectOfApp(hoglet)));
}

/** Says which project a server's answer is of, where the caller may see several. */
async function sayProject(api: Api): Promise<void> {
  const all = await orNull(() => api.at<Page<Project>>("/api/projects/?limit=1"));
  if (all === null || all.count < 2) return;
  const { id } = await api.get<Project>("/");
  sayFirst(id, all.count);
}
