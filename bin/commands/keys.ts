import type { Command } from "commander";
import { HogletError } from "../../lib/index.ts";
import type { PersonalApiKey } from "../../lib/index.ts";
import { databaseFlag, openExisting } from "../database.ts";
import { openForReading } from "../open-for-reading.ts";
import { flag, jsonFlag, toIdList, toList } from "../flag.ts";
import { print, printJson, printMessage } from "../print.ts";
import { toTable } from "../table.ts";

interface KeyFlags {
  db?: string;
  json?: true;
}

interface CreateFlags extends KeyFlags {
  label: string;
  scopes: string[];
  projects: number[];
}

/** `hoglet keys`: the personal API keys of a database, also while a server runs on it. */
export function addKeys(program: Command): void {
  const keys = program.command("keys").description("creates, lists, rolls and revokes personal API keys");
  keys
    .command("create")
    .description("creates a key and prints its value, only once")
    .addOption(flag("--label <text>", "purpose of the key").makeOptionMandatory())
    .addOption(
      flag("--scopes <list>", "scopes such as person:read,insight:read").argParser(toList).default(["*"], "* = all"),
    )
    .addOption(
      flag("--projects <ids>", "ids of the only projects that it may use").argParser(toIdList).default([], "all"),
    )
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(create);
  keys
    .command("list")
    .description("all keys, newest first")
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(list);
  keys
    .command("roll")
    .description("gives a key a new value and prints it, only once; the old value is invalid at once")
    .argument("<id>", "id in list")
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(roll);
  keys
    .command("revoke")
    .description("revokes a key from its next request on")
    .argument("<id>", "id in list")
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(revoke);
}

async function create({ db, json, ...input }: CreateFlags, command: Command): Promise<void> {
  await using hoglet = await openExisting(db);
  try {
    const key = await hoglet.keys.create(input);
    if (json) printJson(key);
    else print(key.value);
  } catch (error) {
    if (error instanceof HogletError && error.type === "validation_error") command.error(`error: ${error.message}`);
    throw error;
  }
}

async function list({ db, json }: KeyFlags): Promise<void> {
  await using hoglet = await openForReading(db);
  const keys = await hoglet.keys.list();
  if (json) printJson(keys);
  else for (const line of toLines(keys)) print(line);
}

async function roll(id: string, { db, json }: KeyFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const key = await hoglet.keys.roll(id).catch((error: unknown) => explain(error, id));
  if (json) printJson(key);
  else print(key.value);
}

async function revoke(id: string, { db, json }: KeyFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  await hoglet.keys.revoke(id).catch((error: unknown) => explain(error, id));
  if (json) printJson({ id });
  else printMessage(`Revoked ${id}.`);
}

function explain(error: unknown, id: string): never {
  if (error instanceof HogletError && error.status === 404) {
    throw new Error(`There is no key with the id ${id}.`, { cause: error });
  }
  throw error;
}

function toLines(keys: readonly PersonalApiKey[]): string[] {
  return toTable([
    ["ID", "LABEL", "KEY", "SCOPES", "PROJECTS", "CREATED", "LAST USED"],
    ...keys.map((key) => [
      key.id,
      key.label,
      key.mask_value,
      key.scopes.join(","),
      key.scoped_projects.join(",") || "all",
      key.created_at,
      key.last_used_at ?? "never",
    ]),
  ]);
}
