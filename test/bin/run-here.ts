import { Readable, Writable } from "node:stream";
import { runCommand } from "../../bin/run-command.ts";
import type { Finished } from "./hoglet-process.ts";

/**
 * Runs `hoglet …args` in this process, which takes a tenth of the time of its own process: for tests of the output of many
 * commands. Signals, pipes and exit codes of a real process are the subject of `run` (hoglet-process.ts).
 * @param isTerminal stdout says that it is a terminal
 * @param env variables of the environment besides the process's own
 * @param input stdin
 */
export async function runHere(
  args: readonly string[],
  {
    isTerminal = false,
    env = {},
    input = "",
  }: { isTerminal?: boolean; env?: Record<string, string>; input?: string } = {},
): Promise<Finished> {
  const [out, err] = [createOutput(isTerminal), createOutput(false)];
  const stdin = Readable.from(input === "" ? [] : [Buffer.from(input)]);
  const restore = [replace("stdin", stdin), replace("stdout", out.stream), replace("stderr", err.stream)];
  const before = process.exitCode;
  const own = { ...process.env };
  Object.assign(process.env, env);
  const leave = keepListeners(["SIGINT", "SIGTERM", "SIGHUP"]);
  process.exitCode = undefined;
  try {
    await runCommand(args);
    return { code: Number(process.exitCode ?? 0), stdout: out.text(), stderr: err.text() };
  } finally {
    process.exitCode = before;
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, own);
    leave();
    for (const each of restore) each();
  }
}

function createOutput(isTTY: boolean) {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), text: () => Buffer.concat(pieces).toString("utf8") };
}

/** @returns a function that puts the property back */
function replace(name: "stdin" | "stdout" | "stderr", value: Readable | Writable): () => void {
  const own = Object.getOwnPropertyDescriptor(process, name) ?? {};
  Object.defineProperty(process, name, { value, configurable: true });
  return () => void Object.defineProperty(process, name, own);
}

/** @returns a function that removes the listeners which were added since; a command counts on its process's end for that */
function keepListeners(signals: readonly NodeJS.Signals[]): () => void {
  const kept = signals.map((signal) => [signal, new Set(process.listeners(signal))] as const);
  return () => {
    for (const [signal, old] of kept) {
      for (const each of process.listeners(signal)) if (!old.has(each)) process.off(signal, each);
    }
  };
}
