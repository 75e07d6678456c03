import type { Command } from "commander";
import type { Fetch, Hoglet } from "../../lib/index.ts";
import { noServer, toAccess, toBase } from "../api.ts";
import { openExisting } from "../database.ts";
import { projectOfApp } from "../env-token.ts";
import { flag } from "../flag.ts";
import { toShort } from "../look/events.ts";
import { print, printData } from "../print.ts";
import { addSource, chooseUrl } from "../source.ts";
import { stopSignal } from "../stop-signal.ts";
import { toVisible } from "../../lib/index.ts";

type EventRecord = Awaited<ReturnType<Hoglet["events"]["get"]>>;

/** The source to follow: a running server or a file. */
export interface TailOptions {
  /** URL of a running server, such as `http://127.0.0.1:8010`; absent = the file. */
  url?: string;
  /** The key for the server; needs `event:read`. @default on this machine none, where the page needs none */
  personalApiKey?: string;
  /** Path of a database file, which a server may have open at the same time. @default as for all commands */
  db?: string;
  /** @default the key's project, or the first of the file */
  project?: number;
  /** The exact name of the events. */
  event?: string;
  distinctId?: string;
  /** Print one JSON object a line instead of text. */
  json?: true;
}

/** The output, and the signal to stop. */
export interface TailSurroundings {
  print(line: string): void;
  signal: AbortSignal;
  /** Sends requests to the server. @default the global fetch */
  fetch?: Fetch;
}

/** `hoglet tail`: events as they are committed, until it is interrupted. */
export function addTail(program: Command): void {
  addSource(program.command("tail").description("shows events as they arrive, until interrupted"))
    .addOption(flag("--event <name>", "only events of this name"))
    .addOption(flag("--distinct-id <id>", "only events of this distinct id"))
    .addOption(flag("--json", "print JSON, one object a line"))
    .action(follow);
}

async function follow({ url, ...options }: TailOptions, command: Command): Promise<void> {
  const server = chooseUrl({ ...(url !== undefined && { url }) }, command);
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  // `hoglet tail | head` closes the pipe, which ends the command, even if further lines are on their way.
  process.stdout.on("error", () => stop.abort());
  await tail(server === undefined ? options : { ...options, url: server }, {
    print: options.json ? printData : print,
    signal: stop.signal,
  });
}

/**
 * Prints events as they are committed until the signal comes.
 * @throws Error with a sentence when the file or project does not exist, or the server refuses or goes away
 */
export async function tail(options: TailOptions, surroundings: TailSurroundings): Promise<void> {
  const { signal } = surroundings;
  const show = options.json === true ? JSON.stringify : toLine;
  const events = options.url === undefined ? fromFile(options, signal) : fromServer(options, options.url, surroundings);
  for await (const event of events) surroundings.print(show(event));
}

async function* fromFile(options: TailOptions, signal: AbortSignal): AsyncGenerator<EventRecord> {
  const hoglet = await openExisting(options.db);
  // Listening does not keep a process alive, but this command exists to listen.
  const keepAlive = setInterval(() => {}, 2 ** 30);
  try {
    const project = options.project ?? (await projectOfApp(hoglet));
    const events = hoglet.events.live({
      project,
      ...(options.event !== undefined && { event: options.event }),
      ...(options.distinctId !== undefined && { distinct_id: options.distinctId }),
    });
    const leave = () => void events.return?.();
    signal.addEventListener("abort", leave);
    if (signal.aborted) leave();
    yield* events;
  } finally {
    clearInterval(keepAlive);
    await hoglet.close();
  }
}

async function* fromServer(
  options: TailOptions,
  url: string,
  { signal, fetch: ask = fetch }: TailSurroundings,
): AsyncGenerator<EventRecord> {
  const path = `api/projects/${options.project ?? "@current"}/events/live`;
  const base = toBase(url);
  const target = new URL(path, base);
  if (options.event !== undefined) target.searchParams.set("event", options.event);
  if (options.distinctId !== undefined) target.searchParams.set("distinct_id", options.distinctId);
  const response = await connect(ask, target, { key: options.personalApiKey, base, signal });
  if (response !== null) yield* readEvents(response, signal);
}

interface Connection {
  key: string | undefined;
  base: URL;
  signal: AbortSignal;
}

/** The open stream; null = interrupted meanwhile. */
async function connect(
  ask: Fetch,
  target: URL,
  { key, base, signal }: Connection,
): Promise<ReadableStream<Uint8Array> | null> {
  let response: Response;
  try {
    const headers = await toAccess(base, key, (input, init) => ask(input, { ...init, signal }));
    response = await ask(target, { headers, signal });
  } catch (cause) {
    if (signal.aborted) return null;
    throw noServer(target, cause);
  }
  if (response.ok && response.body !== null) return response.body;
  const text = await response.text();
  const hint = response.status === 401 && key === undefined ? " Give one by --key." : "";
  throw new Error(`The server refused with ${response.status}: ${detailOf(text)}${hint}`);
}

function detailOf(text: string): string {
  try {
    return String((JSON.parse(text) as { detail?: unknown }).detail ?? text);
  } catch {
    return text;
  }
}

async function* readEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<EventRecord> {
  const reader = body.getReader();
  // A request that was interrupted fails its reader; a request that is left during reading just ends.
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const chunk = await read(reader);
    if (signal.aborted) return;
    if (chunk === null) throw new Error("The server closed the stream.");
    const messages = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const data = message.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) yield JSON.parse(data.slice("data: ".length)) as EventRecord;
    }
  }
}

/** The next bytes; null = the end, for any reason. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return (await reader.read()).value ?? null;
  } catch {
    return null;
  }
}

function toLine({ timestamp, event, distinct_id, properties }: EventRecord): string {
  return toVisible(`${timestamp}  ${event}  ${distinct_id}  ${toShort(properties)}`);
}
