import { existsSync } from "node:fs";
import type { Command } from "commander";
import { HogletError } from "../../lib/index.ts";
import type { PluginRecord } from "../../lib/index.ts";
import { databaseFlag, openExisting } from "../database.ts";
import { openForReading } from "../open-for-reading.ts";
import { jsonFlag } from "../flag.ts";
import { print, printJson, printMessage } from "../print.ts";
import { toTable } from "../table.ts";
import { addPluginConfigs, toId } from "./plugin-configs.ts";

interface PluginFlags {
  db?: string;
  json?: true;
}

const SOURCE = "a folder, a zip or tgz file, or the name of an installed npm package";

/**
 * `hoglet plugins`: the installed plugins of a database, and their configs in projects; also while a server runs on it.
 */
export function addPlugins(program: Command): void {
  const plugins = program.command("plugins").description("installs plugins and sets them up in projects");
  plugins
    .command("list")
    .description("all plugins, oldest first")
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(list);
  plugins
    .command("install")
    .description("installs a plugin; nothing is downloaded")
    .argument("<source>", SOURCE)
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(install);
  plugins
    .command("update")
    .description("installs another version; migrate updates configs to it")
    .argument("<id>", "id in list", toId)
    .argument("[source]", `${SOURCE} (default: where it came from)`)
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(update);
  plugins
    .command("uninstall")
    .description("uninstalls a plugin, with its configs in all projects")
    .argument("<id>", "id in list", toId)
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(uninstall);
  addPluginConfigs(plugins);
}

async function list({ db, json }: PluginFlags): Promise<void> {
  await using hoglet = await openForReading(db);
  const { results } = await hoglet.plugins.list({ limit: 1000 });
  if (json) printJson(results);
  else for (const line of toLines(results)) print(line);
}

async function install(source: string, { db, json }: PluginFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  report(await hoglet.plugins.install(toInput(source)), json);
}

async function update(id: number, source: string | undefined, { db, json }: PluginFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const { plugins } = hoglet;
  const updating = source === undefined ? plugins.upgrade(id) : plugins.update(id, toInput(source));
  report(await updating.catch((error: unknown) => explain(error, id)), json);
}

async function uninstall(id: number, { db, json }: PluginFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  await hoglet.plugins.uninstall(id).catch((error: unknown) => explain(error, id));
  if (json) printJson({ id });
  else printMessage(`Uninstalled ${id}.`);
}

function toInput(source: string): { path: string } | { package: string } {
  return existsSync(source) ? { path: source } : { package: source };
}

/** Only the id goes to stdout, so that a script can use it. */
function report(plugin: PluginRecord, json: true | undefined): void {
  if (json) return printJson(plugin);
  print(String(plugin.id));
  if (plugin.error !== null) printMessage(`${plugin.name} cannot run: ${plugin.error}`);
}

function explain(error: unknown, id: number): never {
  if (error instanceof HogletError && error.status === 404) {
    throw new Error(`There is no plugin with the id ${id}.`, { cause: error });
  }
  throw error;
}

function toLines(plugins: readonly PluginRecord[]): string[] {
  return toTable([
    ["ID", "NAME", "VERSION", "FROM", "OFFERS", "ERROR"],
    ...plugins.map((plugin) => [
      String(plugin.id),
      plugin.name,
      plugin.tag ?? "",
      plugin.url ?? "",
      Object.values(plugin.capabilities).flat().join(","),
      plugin.error ?? "",
    ]),
  ]);
}
