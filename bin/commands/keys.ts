import type { Command } from "commander";
import type { NewPersonalApiKey, PersonalApiKey } from "../../lib/index.ts";
import { Refusal } from "../api.ts";
import type { Api } from "../api.ts";
import { flag, jsonFlag, toIdList, toList } from "../flag.ts";
import { print, printJson, printMessage } from "../print.ts";
import { addPlace, openSource } from "../source.ts";
import type { SourceFlags } from "../source.ts";
import { toTable } from "../table.ts";

interface KeyFlags extends SourceFlags {
  json?: true;
}

interface CreateFlags extends KeyFlags {
  label: string;
  scopes: string[];
  projects: number[];
}

/** `hoglet keys`: the personal API keys of a database or a running server. */
export function addKeys(program: Command): void {
  const keys = program.command("keys").description("creates, lists, rolls and revokes personal API keys");
  const add = (name: string, description: string) => addPlace(keys.command(name).description(description));
  add("create", "creates a key and prints its value, only once")
    .addOption(flag("--label <text>", "purpose of the key").makeOptionMandatory())
    .addOption(
      flag("--scopes <list>", "scopes such as person:read,insight:read").argParser(toList).default(["*"], "* = all"),
    )
    .addOption(
      flag("--projects <ids>", "ids of the only projects that it may use").argParser(toIdList).default([], "all"),
    )
    .addOption(jsonFlag())
    .action(create);
  add("list", "all keys, newest first").addOption(jsonFlag()).action(list);
  add("roll", "gives a key a new value and prints it, only once; the old value is invalid at once")
    .argument("<id>", "id in list")
    .addOption(jsonFlag())
    .action(roll);
  add("revoke", "revokes a key from its next request on")
    .argument("<id>", "id in list")
    .addOption(jsonFlag())
    .action(revoke);
}

const KEYS = "/api/personal_api_keys/";

/** A key as HTTP has it. */
type WireKey = Omit<NewPersonalApiKey, "scoped_projects"> & { scoped_teams: number[] };

async function create({ label, scopes, projects, json, ...flags }: CreateFlags, command: Command): Promise<void> {
  await using api = await open(flags, command, true);
  try {
    report(await api.at<WireKey>(KEYS, { label, scopes, scoped_teams: projects }), json);
  } catch (error) {
    if (error instanceof Refusal && error.field !== null)
      command.error(`error: --${error.field === "scoped_teams" ? "projects" : error.field}: ${error.fault}`);
    throw error;
  }
}

async function list({ json, ...flags }: KeyFlags, command: Command): Promise<void> {
  await using api = await open(flags, command);
  const keys = (await api.at<WireKey[]>(KEYS)).map(toKey);
  if (json) printJson(keys);
  else for (const line of toLines(keys)) print(line);
}

async function roll(id: string, { json, ...flags }: KeyFlags, command: Command): Promise<void> {
  await using api = await open(flags, command, true);
  report(await api.at<WireKey>(`${toPath(id)}roll/`, {}).catch((error: unknown) => explain(error, id)), json);
}

async function revoke(id: string, { json, ...flags }: KeyFlags, command: Command): Promise<void> {
  await using api = await open(flags, command, true);
  await api.delete(toPath(id)).catch((error: unknown) => explain(error, id));
  if (json) printJson({ id });
  else printMessage(`Revoked ${id}.`);
}

/** Keys are of no project. */
function open(flags: KeyFlags, command: Command, isWrite = false): Promise<Api> {
  return openSource({ project: 1, ...flags }, command, { isWrite });
}

function toPath(id: string): string {
  return `${KEYS}${encodeURIComponent(id)}/`;
}

function report(key: WireKey, json: true | undefined): void {
  if (json) printJson(toKey(key));
  else print(key.value);
}

function toKey({ scoped_teams: scoped_projects, ...key }: WireKey): NewPersonalApiKey {
  return { ...key, scoped_projects };
}

function explain(error: unknown, id: string): never {
  if (error instanceof Refusal && error.status === 404) {
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
