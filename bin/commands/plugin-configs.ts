import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { InvalidArgumentError } from "commander";
import type { Command, Option } from "commander";
import { HogletError } from "../../lib/index.ts";
import type { Hoglet, PluginConfigRecord } from "../../lib/index.ts";
import { databaseFlag, openExisting } from "../database.ts";
import { openForReading } from "../open-for-reading.ts";
import { flag, jsonFlag, toWholeNumber } from "../flag.ts";
import { print, printJson, printMessage } from "../print.ts";
import { toTable } from "../table.ts";

type Pairs = Record<string, string>;

interface ConfigFlags {
  db?: string;
  json?: true;
  project?: number;
}

interface Values extends Pick<ConfigFlags, "project"> {
  set: Pairs;
  attach: Pairs;
  order?: number;
}

type ValueFlags = ConfigFlags & Values;

interface EnableFlags extends ValueFlags {
  another?: true;
}

/** Commands below `hoglet plugins` about the use of plugins in projects. */
export function addPluginConfigs(plugins: Command): void {
  withCommon(plugins.command("configs").description("plugins set up in a project, by order")).action(list);
  withCommon(plugins.command("enable").description("sets up a plugin in a project, or enables its config there"))
    .argument("<plugin>", "plugin's id in list", toId)
    .addOption(setFlag())
    .addOption(attachFlag())
    .addOption(orderFlag())
    .addOption(flag("--another", "create another config of a plugin that is set up already"))
    .action(enable);
  withCommon(plugins.command("configure").description("changes values, files and order of a config; enables it"))
    .argument("<config>", "config's id in configs", toId)
    .addOption(setFlag())
    .addOption(attachFlag())
    .addOption(orderFlag())
    .action(configure);
  withCommon(plugins.command("disable").description("stops a config; configure enables it again"))
    .argument("<config>", "config's id in configs", toId)
    .action(disable);
  withCommon(plugins.command("migrate").description("updates a config to the newest version of its plugin"))
    .argument("<config>", "config's id in configs", toId)
    .action(migrate);
  withCommon(plugins.command("logs").description("log of a config, oldest first"))
    .argument("<config>", "config's id in configs", toId)
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
  return flag("--set <key=value>", "a value; may be repeated; other values stay")
    .argParser(toPairs)
    .default({}, "none");
}

function attachFlag(): Option {
  return flag("--attach <key=file>", "a file; may be repeated").argParser(toPairs).default({}, "none");
}

function orderFlag(): Option {
  return flag("--order <number>", "configs run in this order").argParser((text) => toWholeNumber(text, 0, 2 ** 31 - 1));
}

/** Adds `key=value` to the values given before. @throws InvalidArgumentError */
function toPairs(text: string, before: Pairs): Pairs {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Expected key=value.");
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Text that is not a number gives an unknown id. */
export function toId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

async function list({ db, json, ...where }: ConfigFlags): Promise<void> {
  await using hoglet = await openForReading(db);
  const { results } = await hoglet.pluginConfigs.list({ limit: 1000, ...where });
  if (json) printJson(results);
  else for (const line of toLines(results)) print(line);
}

/** A repeated command has no further effect: a second config would handle every event a second time. */
async function enable(plugin: number, { db, json, another, ...flags }: EnableFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const { set, attach, order, ...where } = flags;
  await warnOfUndeclared(hoglet, plugin, { ...set, ...attach });
  const { results } = await hoglet.pluginConfigs.list({ limit: 1000, ...where });
  const there = another ? [] : results.filter((config) => config.plugin === plugin);
  if (there.length > 1)
    throw new Error(`${namesOf(there)} Enable it with configure, or create another with --another.`);
  const [existing] = there;
  if (existing !== undefined) {
    printMessage(`hoglet: ${namesOf(there)} It is enabled now; --another creates another.`);
    return report(await change(hoglet, existing.id, flags), json);
  }
  const last = order ?? nextOrder(results);
  const input = { plugin, order: last, enabled: true, config: set, attachments: toAttachments(attach), ...where };
  report(await hoglet.pluginConfigs.create(input), json);
}

/** For example "GeoIP is set up in this project already: config 3." */
function namesOf(configs: readonly PluginConfigRecord[]): string {
  const ids = configs.map(({ id }) => id).join(", ");
  return `${configs[0]?.name ?? ""} is set up in this project already: config ${ids}.`;
}

/**
 * Warns of undeclared keys. They are stored, because plugins may read values that they do not declare; more often the
 * key is misspelled.
 * @throws Error with a sentence for an unknown plugin id
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
    printMessage(`hoglet: ${name} declares no field ${key}; it declares ${known}.`);
  }
}

/** The order after all existing configs. */
function nextOrder(configs: readonly PluginConfigRecord[]): number {
  return configs.reduce((most, { order }) => Math.max(most, order), 0) + 1;
}

async function configure(id: number, { db, json, ...flags }: ValueFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const { set, attach, order: _, ...where } = flags;
  const run = async () => {
    const { plugin } = await hoglet.pluginConfigs.get(id, where);
    await warnOfUndeclared(hoglet, plugin, { ...set, ...attach });
    return change(hoglet, id, flags);
  };
  report(await run().catch((error: unknown) => explain(error, id)), json);
}

/** Enables a config with the given values; other values stay. */
async function change(
  hoglet: Hoglet,
  id: number,
  { set, attach, order, ...where }: Values,
): Promise<PluginConfigRecord> {
  const input = {
    enabled: true,
    attachments: toAttachments(attach),
    ...(order !== undefined && { order }),
    ...where,
  };
  if (Object.keys(set).length === 0) return hoglet.pluginConfigs.update(id, input);
  const { config } = await hoglet.pluginConfigs.get(id, where);
  return hoglet.pluginConfigs.update(id, { ...input, config: { ...withoutSecrets(config), ...set } });
}

/** The mask of a secret in answers. */
const MASK = /^\*{16} POSTHOG SECRET FIELD \*{16}$/;

/** The values without masked secrets: a secret that is left out stays; a mask that is sent back would replace it. */
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
    if (json) printJson(entry);
    else print(`${entry.timestamp} ${entry.source} ${entry.type} ${entry.message}`);
  }
}

function toAttachments(files: Pairs): Record<string, { name: string; bytes: Uint8Array }> {
  return Object.fromEntries(
    Object.entries(files).map(([key, path]) => [key, { name: basename(path), bytes: readFileSync(path) }]),
  );
}

/** Only the id goes to stdout, so that a script can use it. */
function report(config: PluginConfigRecord, json: true | undefined): void {
  if (json) printJson(config);
  else print(String(config.id));
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
