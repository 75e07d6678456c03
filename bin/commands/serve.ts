import { existsSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { toNodeHandler } from "h3";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { openCaptureLog } from "../../adapters/explain/index.ts";
import { withMcp } from "../../adapters/mcp/index.ts";
import { withPage } from "../../adapters/ui/index.ts";
import { followedBy, HogletError, withKnownHosts } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { chooseEngine, clickhouseFlag } from "../clickhouse.ts";
import { alsoDatabaseFlag, databaseFile, namedByEnvironment, openDatabase, useEmptyFileFlag } from "../database.ts";
import { withEnd } from "../endless-replies.ts";
import { tokenOfApp } from "../env-token.ts";
import { followFlags, toFollow } from "../follow.ts";
import type { FollowFlags } from "../follow.ts";
import { choiceFlag, deletionCronFlag, flag, toHosts, toInstant, toWholeNumber } from "../flag.ts";
import type { BindOptions } from "../bind.ts";
import { networkAddresses } from "../local-network.ts";
import { openBrowser } from "../open-browser.ts";
import { stopSignal } from "../stop-signal.ts";
import { VERSION } from "../../lib/base/version.ts";
import { toNextRun } from "../next-run.ts";
import { welcome } from "../welcome.ts";
import { printJson, printMessage, printMessages } from "../print.ts";

interface ServeFlags extends FollowFlags {
  db?: string;
  port: number;
  host: string;
  useEmptyFile?: true;
  memory?: true;
  behindProxy?: true;
  allowedHost?: string[];
  pluginPaths?: true;
  https?: true;
  cert?: string;
  key?: string;
  open?: true;
  qr?: true;
  demo?: true;
  now?: string;
  projectToken?: string;
  personalApiKey?: string;
  durability: "normal" | "full";
  checkpoint: "automatic" | "external";
  deletionCron?: string;
  keepEventsFor?: string;
  replicated: "none" | "one";
  memoryBudget?: number;
  clickhouse?: string;
  copiesTo?: string;
  copyEvery?: string;
  keepCopiesFor?: string;
  json?: true;
}

/** `hoglet serve`: the HTTP server, until SIGINT or SIGTERM. */
export function addServe(program: Command): void {
  const command = program
    .command("serve")
    .description("answers PostHog's clients over HTTP")
    .argument("[file]", "the database, created when absent (default: hoglet.db; also HOGLET_FILE)")
    .addOption(alsoDatabaseFlag())
    .addOption(flag("--port <number>", "port; 0 = any free port").argParser(toPort).default(8010))
    .addOption(flag("--host <address>", "address to listen on").argParser(toHost).default("127.0.0.1"))
    .addOption(
      flag(
        "--behind-proxy",
        "all requests come through a proxy: ask for a key on loopback too; X-Forwarded-For has the client's address",
      ),
    )
    .addOption(flag("--allowed-host <names>", "further host names of the server, such as 10.0.2.2").argParser(toHosts))
    .addOption(flag("--plugin-paths", "plugins may be installed over HTTP from folders of this machine"))
    .addOption(useEmptyFileFlag())
    .addOption(flag("--memory", "keep everything in memory"))
    .addOption(flag("--https", "with a new certificate, unless --cert names one"))
    .addOption(flag("--cert <file>", "certificate for HTTPS, PEM"))
    .addOption(flag("--key <file>", "private key of the certificate, PEM"))
    .addOption(flag("--open", "open the page in the browser"))
    .addOption(flag("--qr", "show the address in the local network as a QR code, for a phone"))
    .addOption(flag("--demo", "with the last 90 days of an invented shop, in memory unless a file is named"))
    .addOption(flag("--now <time>", "a clock that stands still at this ISO date-time").argParser(toInstant))
    .addOption(
      flag("--project-token <token>", "token of the first project; an existing project must have it").argParser(
        toToken,
      ),
    )
    .addOption(
      flag("--personal-api-key <key>", "first personal key; an existing database must have it").argParser(toKey),
    )
    .addOption(
      choiceFlag("--durability <mode>", "durability of commits; full survives power loss too", [
        "normal",
        "full",
      ]).default("normal"),
    )
    .addOption(
      choiceFlag(
        "--checkpoint <program>",
        "external = another program, such as Litestream, empties the write-ahead log",
        ["automatic", "external"],
      ).default("automatic"),
    )
    .addOption(deletionCronFlag())
    .addOption(flag("--keep-events-for <span>", "delete events older than this, such as 365d"))
    .addOption(flag("--memory-budget <megabytes>", "memory for columns of events (256)").argParser(toMegabytes))
    .addOption(
      choiceFlag("--replicated <machines>", "one = acknowledge captures only when a hoglet that follows has them too", [
        "none",
        "one",
      ]).default("none"),
    )
    .addOption(clickhouseFlag())
    .addOption(
      flag("--copies-to <place>", "copy the database on and on: a folder, s3://bucket/prefix, https://host/bucket"),
    )
    .addOption(flag("--copy-every <span>", "time between two copies, 10s to 12h (1m)"))
    .addOption(flag("--keep-copies-for <span>", "age for which copies are kept (7d)"))
    .addOption(flag("--json", "print one line of JSON on stdout when ready"))
    .action(serve);
  for (const option of followFlags()) command.addOption(option);
}

async function serve(given: string | undefined, flags: ServeFlags, command: Command): Promise<void> {
  const file = chooseFile(given ?? flags.db, flags, command);
  if ((flags.cert === undefined) !== (flags.key === undefined)) {
    command.error("error: --cert and --key need each other.");
  }
  await using listener = await listening(flags);
  if (flags.qr && listener.isLoopback) {
    command.error(`error: --qr is for other devices, which cannot reach ${flags.host}. Add --host 0.0.0.0.`);
  }
  const isNew = file === undefined || !existsSync(file);
  // The listening address and the flag decide. The address of a request proves nothing: it may be a proxy's.
  const isPrivate = listener.isLoopback && flags.behindProxy !== true;
  await using hoglet = await open(file, { flags, isPrivate }, command);
  if (!isPrivate) await refuseWithoutKey(hoglet, flags.host);
  if (flags.demo) await fill(hoglet, flags.now);

  const stopped = stopSignal();
  const signIn = isPrivate ? "loopback" : "key";
  const makeDemo = () => addDemo(hoglet);
  const requests = openCaptureLog(hoglet, isPrivate);
  const page = withPage(hoglet, { signIn, makeDemo, requests });
  const instance = { hoglet: () => hoglet, requests, snapshots: new Map<string, string>(), url: listener.url };
  const front = withEnd(withMcp(page, { instance, version: VERSION }));
  // Beyond this machine, or behind a proxy, the server has names that it does not know.
  const isGuarded = isPrivate || flags.allowedHost !== undefined;
  const guarded = isGuarded ? withKnownHosts(front, flags.allowedHost) : front;
  listener.answer(toNodeHandler(h3Adapter(guarded, { behindProxy: flags.behindProxy === true })));
  const { url, fingerprint } = listener;
  await announce(hoglet, { url, host: flags.host, fingerprint, file, isNew, isJson: flags.json === true });
  if (flags.qr) await showQr(url, flags.host);
  if (flags.open) openBrowser(`${listener.url}/ui/`, () => printMessage("The browser could not be opened."));
  await stopped;
  printMessage("Stopping.");
  front.end();
  // Before the hoglet, which running requests still need.
  await listener.close();
}

/** A file and --memory exclude each other; a flag or argument wins over the environment. */
function chooseFile(given: string | undefined, flags: ServeFlags, command: Command): string | undefined {
  const isFlag = command.getOptionValueSource("memory") === "cli";
  const named = given ?? (isFlag ? undefined : namedByEnvironment());
  if (named !== undefined && flags.memory && (given === undefined || isFlag)) {
    command.error(`error: a database in memory has no file, but ${named} was named.`);
  }
  if (named !== undefined) return named;
  return flags.memory || flags.demo ? undefined : databaseFile(undefined);
}

async function listening(flags: ServeFlags) {
  // Loaded on demand: other commands start faster without a server.
  const { listen } = await import("../listen.ts");
  const listener = await listen({ port: flags.port, host: flags.host, https: await chooseHttps(flags) });
  return { ...listener, [Symbol.asyncDispose]: listener.close };
}

async function chooseHttps({ https, cert, key, host }: ServeFlags): Promise<BindOptions["https"]> {
  if (cert !== undefined && key !== undefined) {
    const { readCertificate } = await import("../certificate.ts");
    return readCertificate(cert, key);
  }
  if (!https) return null;
  const { makeSelfSigned } = await import("../self-signed.ts");
  const names = new Set(["localhost", "127.0.0.1", "::1", ...(await networkAddresses(host))]);
  // The clock of the machine, whatever --now says, because browsers use theirs.
  return makeSelfSigned([...names], Date.now());
}

async function showQr(url: string, host: string): Promise<void> {
  const { toQr } = await import("../qr.ts");
  printMessages(toQr(url, await networkAddresses(host)));
}

/** Options that hoglet checks, and not the flag; follow has several flags. */
const FLAGS_OF_HOGLET: ReadonlyMap<string, string> = new Map([
  ["deletionCron", "--deletion-cron: "],
  ["keepEventsFor", "--keep-events-for: "],
  ["copies", "--copies-to: "],
  ["copies__every", "--copy-every: "],
  ["copies__keep", "--keep-copies-for: "],
  ["follow", ""],
  ["replicated", "--replicated: "],
  ["lease", "--lease: "],
]);

async function open(
  file: string | undefined,
  { flags, isPrivate }: { flags: ServeFlags; isPrivate: boolean },
  command: Command,
): Promise<Hoglet> {
  const { now, projectToken, personalApiKey, durability, checkpoint, deletionCron, memoryBudget } = flags;
  const { keepEventsFor, replicated } = flags;
  const options: HogletOptions = {
    durability,
    checkpoint,
    replicated,
    // Programs on this machine may create projects; programs on a network may not.
    openMode: isPrivate,
    pluginPaths: flags.pluginPaths === true,
    ...(file !== undefined && { file, useEmptyFile: flags.useEmptyFile === true }),
    ...(now !== undefined && { now }),
    ...(flags.follow === undefined && tokenOf(file, projectToken)),
    ...toFollow(file, flags),
    ...(personalApiKey !== undefined && { personalApiKey }),
    ...(deletionCron !== undefined && { deletionCron }),
    ...(keepEventsFor !== undefined && { keepEventsFor }),
    ...(await chooseEngine(flags.clickhouse)),
    ...copiesOf(flags),
    ...(memoryBudget !== undefined && { memoryBudgetBytes: memoryBudget * 1024 * 1024 }),
  };
  try {
    return await openDatabase(options);
  } catch (error) {
    const flagName = error instanceof HogletError ? FLAGS_OF_HOGLET.get(error.attr ?? "") : undefined;
    if (flagName !== undefined) command.error(`error: ${flagName}${(error as HogletError).detail}`);
    if (error instanceof HogletError && error.type === "validation_error") command.error(`error: ${error.message}`);
    throw error;
  }
}

function copiesOf({ copiesTo: to, copyEvery: every, keepCopiesFor: keep }: ServeFlags): Pick<HogletOptions, "copies"> {
  if (to === undefined) return {};
  return { copies: { to, ...(every !== undefined && { every }), ...(keep !== undefined && { keep }) } };
}

/** The token of the first project: the given one; in a new database that of the app in this folder, as `hoglet init` wrote it. */
function tokenOf(file: string | undefined, given: string | undefined): { projectToken?: string } {
  if (given !== undefined) return { projectToken: given };
  const app = file !== undefined && existsSync(file) ? null : tokenOfApp();
  return app === null ? {} : { projectToken: app.token };
}

async function refuseWithoutKey(hoglet: Hoglet, host: string): Promise<void> {
  if ((await hoglet.keys.list()).length > 0) return;
  throw new Error(
    `Not listening on ${host}: the database has no personal API key. First: hoglet keys create --label <name>.`,
  );
}

async function fill(hoglet: Hoglet, now: string | undefined): Promise<void> {
  printMessage("Making demo data …");
  const { importDemo } = await import("../demo.ts");
  const endMs = now === undefined ? Date.now() : Date.parse(now);
  printMessage(`${await importDemo(hoglet, endMs)} events.`);
}

/** Adds a demo project beside the existing projects, for users who want to look around first. */
async function addDemo(hoglet: Hoglet): Promise<number> {
  const { createDemoProject } = await import("../demo.ts");
  return createDemoProject(hoglet);
}

interface Ready {
  url: string;
  host: string;
  fingerprint: string | null;
  file: string | undefined;
  isNew: boolean;
  isJson: boolean;
}

async function announce(hoglet: Hoglet, { url, isNew, isJson, ...place }: Ready): Promise<void> {
  const { personalApiKey } = hoglet;
  const { id: projectId, api_token: projectToken } = hoglet.project;
  if (isJson) {
    const line = { url, project_id: projectId, project_token: projectToken, personal_api_key: personalApiKey };
    printJson(line);
    printMessage(`Listening on ${url}`);
    return;
  }
  const followed = place.file === undefined ? null : followedBy(place.file);
  const facts = { version: VERSION, url, ...place, followed, projectId, projectToken };
  const { count } = await hoglet.deletions.list({ project: null, status: "pending", limit: 1 });
  const deletions = toNextRun(await hoglet.deletions.nextRun(), count);
  printMessages(welcome({ ...facts, deletions, personalApiKey: isNew ? personalApiKey : null }));
}

function toPort(text: string): number {
  return toWholeNumber(text, 0, 65_535);
}

/** Refuses an empty host, which Node would treat as every address. */
function toHost(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("Expected an address such as 127.0.0.1 or 0.0.0.0.");
  return text;
}

function toMegabytes(text: string): number {
  return toWholeNumber(text, 0, 1024 * 1024);
}

function toToken(text: string): string {
  if (!/^(?!phx_)[\x21-\x7e]{1,64}$/.test(text)) {
    throw new InvalidArgumentError("Expected 1 to 64 visible ASCII characters, not starting with phx_.");
  }
  return text;
}

function toKey(text: string): string {
  if (!/^phx_.{4,}$/.test(text)) throw new InvalidArgumentError("Expected phx_ and at least four characters.");
  return text;
}
