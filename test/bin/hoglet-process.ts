import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { builtCommand } from "../support/command.ts";

const SCRIPT = builtCommand();

/** Any of these tests is done in a few seconds; a process that hangs is killed, and its test then fails. */
const LIMIT_MS = 300_000;

export interface Finished {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command line under test. */
export interface HogletProcess {
  readonly child: ChildProcess;
  /** Resolves with the first match in its earlier or later output. @throws when it ends before that */
  until(stream: "stdout" | "stderr", pattern: RegExp): Promise<RegExpMatchArray>;
  readonly finished: Promise<Finished>;
}

/** A command gets no other variable of the environment: the second names the folder of compiled code, a fifth of its time. */
const ENV = Object.fromEntries(["PATH", "NODE_COMPILE_CACHE"].map((name) => [name, process.env[name]]));

/** Starts `hoglet …args`; its environment is `ENV` and `env`. */
export function start(args: readonly string[], { env = {}, ...options }: SpawnOptions = {}): HogletProcess {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
    ...options,
    env: { ...ENV, ...env } as NodeJS.ProcessEnv,
  });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      child.emit("written");
    });
  }
  let isClosed = false;
  const closed = once(child, "close").then(([code]) => {
    isClosed = true;
    child.emit("written");
    return { code: code as number | null, ...written };
  });
  return {
    child,
    finished: closed,
    async until(stream, pattern) {
      for (;;) {
        const match = written[stream].match(pattern);
        if (match !== null) return match;
        if (isClosed) throw new Error(`It ended without ${pattern}:\n${written.stdout}${written.stderr}`);
        await once(child, "written");
      }
    },
  };
}

/** Runs `hoglet …args` to its end, `input` being its stdin. */
export function run(args: readonly string[], options: SpawnOptions & { input?: string } = {}): Promise<Finished> {
  const { input = "", ...rest } = options;
  const { child, finished } = start(args, rest);
  child.stdin?.on("error", () => {}).end(input);
  return finished;
}

/** The line of `serve --json`. */
export interface Ready {
  url: string;
  project_id: number;
  project_token: string;
  personal_api_key: string | null;
}

/** A server on any free port that is ready; disposing of it stops it and waits. */
export async function serve(args: readonly string[], options: SpawnOptions = {}) {
  const server = start(["serve", "--port", "0", "--json", ...args], options);
  const [line] = await server.until("stdout", /^\{.*\}$/m);
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    server.child.kill(signal);
    return server.finished;
  };
  return {
    ...server,
    ready: JSON.parse(line) as Ready,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** Sends one event, as an SDK does. @returns the status */
export async function capture({ url, project_token }: Ready, event: Record<string, unknown>): Promise<number> {
  const body = JSON.stringify({ api_key: project_token, ...event });
  const { status } = await fetch(`${url}/capture/`, { method: "POST", body });
  return status;
}

/** GETs a path of the API as JSON. */
export async function get({ url }: Ready, path: string, key: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.json() };
}
