import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { InvalidArgumentError } from "commander";
import type { Command, Option } from "commander";
import { HogletError } from "../../lib/index.ts";
import type { Hoglet, PluginConfigRecord } from "../../lib/index.ts";
import { databaseFlag, openExisting } from "../database.ts";
import { flag, jsonFlag, toWholeNumber } from "../flag.ts";
import { print } from "../print.ts";
import { toTable } from "../table.ts";

type Pairs = Record<string, string>;

interface ConfigFlags {
  db?: string;
  json?: true;
  project?: number;
}

interface ValueFlags extends ConfigFlags {
  set: Pairs;
  attach: Pairs;
  order?: number;
}

/** Commands below `hoglet plugins` about the use of plugins in projects. */
export function addPluginConfigs(plugins: Command): void {
  withCommon(plugins.command("configs").description("plugins set up in a project, by order")).action(list);
  withCommon(plugins.command("enable").description("sets up a plugin in a project"))
    .argument("<plugin>", "its id, as list shows it", toId)
    .addOption(setFlag())
    .addOption(attachFlag())
    .addOption(orderFlag())
    .action(enable);
  withCommon(plugins.command("configure").description("changes values, files and order of a config; enables it"))
    .argument("<config>", "its id, as configs shows it", toId)
    .addOption(setFlag())
    .addOption(attachFlag())
    .addOption(orderFlag())
    .action(configure);
  withCommon(plugins.command("disable").description("stops a config; it can be enabled again by configure"))
    .argument("<config>", "its id, as configs shows it", toId)
    .action(disable);
  withCommon(plugins.command("migrate").description("lets a config run the newest version of its plugin"))
    .argument("<config>", "its id, as configs shows it", toId)
    .action(migrate);
  withCommon(plugins.command("logs").description("what a config said, oldest first"))
    .argument("<config>", "its id, as configs shows it", toId)
    .action(logs);
}

function withCommon(command: Command): Command {
  const project = flag("--project <id>", "the project (default: the first)");
  return command
    .addOption(project.argParser((text) => toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER)))
    .addOption(databaseFlag())
    .addOption(jsonFlag());
}

function setFlag(): Option {
  return flag("--set <key=value>", "a value, may be repeated; others stay").argParser(toPairs).default({}, "none");
}

function attachFlag(): Option {
  return flag("--attach <key=file>", "a file, may be repeated").argParser(toPairs).default({}, "none");
}

function orderFlag(): Option {
  return flag("--order <number>", "configs run in this order").argParser((text) => toWholeNumber(text, 0, 2 ** 31 - 1));
}

/** Adds `key=value` to what was given before. @throws InvalidArgumentError */
function toPairs(text: string, before: Pairs): Pairs {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Expected key=value.");
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** What is no number names nothing, as a number that is none's. */
export function toId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

async function list({ db, json, ...where }: ConfigFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const { results } = await hoglet.pluginConfigs.list({ limit: 1000, ...where });
  if (json) print(JSON.stringify(results));
  else for (const line of toLines(results)) print(line);
}

async function enable(plugin: number, { db, json, set, attach, order, ...where }: ValueFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const attachments = toAttachments(attach);
  await warnOfUndeclared(hoglet, plugin, { ...set, ...attach });
  const last = order ?? (await nextOrder(hoglet, where));
  const input = { plugin, order: last, enabled: true, config: set, attachments, ...where };
  report(await hoglet.pluginConfigs.create(input), json);
}

/**
 * Plugins may read values that they do not declare, so these are stored too; more often the key is misspelled.
 * @throws Error with a sentence for an id that is no plugin's
 */
async function warnOfUndeclared(hoglet: Hoglet, plugin: number, given: Pairs): Promise<void> {
  const { name, config_schema: schema } = await hoglet.plugins.get(plugin).catch((error: unknown) => {
    if (!(error instanceof HogletError) || error.status !== 404) throw error;
    throw new Error(`There is no plugin with the id ${plugin}.`, { cause: error });
  });
  // Older plugins declare an object of fields by their keys.
  const declared = Array.isArray(schema) ? schema.flatMap(({ key }) => key ?? []) : Object.keys(schema);
  for (const key of Object.keys(given).filter((one) => !declared.includes(one))) {
    const known = declared.length === 0 ? "none" : declared.join(", ");
    process.stderr.write(`hoglet: ${name} declares no field ${key}; it declares ${known}.\n`);
  }
}

/** Behind all others. */
async function nextOrder(hoglet: Hoglet, where: { project?: number }): Promise<number> {
  const { results } = await hoglet.pluginConfigs.list({ limit: 1000, ...where });
  return results.reduce((most, { order }) => Math.max(most, order), 0) + 1;
}

async function configure(id: number, { db, json, set, attach, order, ...where }: ValueFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const input = {
    enabled: true,
    attachments: toAttachments(attach),
    ...(order !== undefined && { order }),
    ...where,
  };
  const run = async () => {
    const { config, plugin } = await hoglet.pluginConfigs.get(id, where);
    await warnOfUndeclared(hoglet, plugin, { ...set, ...attach });
    const values = { ...withoutSecrets(config), ...set };
    return hoglet.pluginConfigs.update(id, Object.keys(set).length === 0 ? input : { ...input, config: values });
  };
  report(await run().catch((error: unknown) => explain(error, id)), json);
}

/** What answers show in place of a secret. */
const MASK = /^\*{16} POSTHOG SECRET FIELD \*{16}$/;

/** The values to go on with: a secret that is left out stays, its mask sent back would replace it. */
function withoutSecrets(config: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => !MASK.test(String(value))));
}

async function disable(id: number, { db, json, ...where }: ConfigFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const disabling = hoglet.pluginConfigs.update(id, { enabled: false, ...where });
  report(await disabling.catch((error: unknown) => explain(error, id)), json);
}

async function migrate(id: number, { db, json, ...where }: ConfigFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const migrating = hoglet.pluginConfigs.migrate(id, where);
  report(await migrating.catch((error: unknown) => explain(error, id)), json);
}

async function logs(id: number, { db, json, ...where }: ConfigFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  await hoglet.pluginConfigs.get(id, where).catch((error: unknown) => explain(error, id));
  const { results } = await hoglet.pluginConfigs.logs(id, { limit: 1000, ...where });
  for (const entry of results.toReversed()) {
    print(json ? JSON.stringify(entry) : `${entry.timestamp} ${entry.source} ${entry.type} ${entry.message}`);
  }
}

function toAttachments(files: Pairs): Record<string, { name: string; bytes: Uint8Array }> {
  return Object.fromEntries(
    Object.entries(files).map(([key, path]) => [key, { name: basename(path), bytes: readFileSync(path) }]),
  );
}

/** The id is the data, so that a script can go on with it. */
function report(config: PluginConfigRecord, json: true | undefined): void {
  print(json ? JSON.stringify(config) : String(config.id));
}

function explain(error: unknown, id: number): never {
  if (error instanceof HogletError && error.status === 404) {
    throw new Error(`There is no plugin config with the id ${id}.`, { cause: error });
  }
  throw error;
}

function toLines(configs: readonly PluginConfigRecord[]): string[] {
  return toTable([
    ["ID", "PLUGIN", "NAME", "ORDER", "ENABLED", "DELIVERED", "ERROR"],
    ...configs.map((config) => [
      String(config.id),
      String(config.plugin),
      config.name,
      String(config.order),
      config.enabled ? "yes" : "no",
      config.delivery_rate_24h === null ? "" : `${(100 * config.delivery_rate_24h).toFixed(1)} %`,
      config.error?.message ?? "",
    ]),
  ]);
}
