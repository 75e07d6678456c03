import type { ChildProcess } from "node:child_process";
import type { CommandRun } from "../../adapters/mcp/index.ts";
import { startCommand, toStartFailure } from "../start-command.ts";

/** Characters of the output that are kept: its end, where tests say what failed. */
const KEPT_CHARS = 8000;
/** Time in ms for a command that was asked to end. */
const GRACE_MS = 2000;

/** Runs a command with its output read instead of shown, and ends it, with all that it started, at its limits. */
export async function runCaptured(
  [name = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<CommandRun> {
  const child = startCommand(name, args, env, "piped");
  let output = "";
  const keep = (piece: string) => (output = (output + piece).slice(-KEPT_CHARS));
  child.stdout?.setEncoding("utf8").on("data", keep);
  child.stderr?.setEncoding("utf8").on("data", keep);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    end(child);
  }, timeoutMs);
  const stop = () => end(child);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<CommandRun>((resolve) => {
      child.once("error", (error) => {
        const { code, told } = toStartFailure(name, error);
        resolve({ exit_code: code, timed_out: false, output: told });
      });
      child.once("close", (code) => resolve({ exit_code: code, timed_out: isLate, output }));
    });
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", stop);
  }
}

/** Asks the command to end, and ends it after a while. */
function end(child: ChildProcess): void {
  kill(child, "SIGTERM");
  const forced = setTimeout(() => {
    kill(child, "SIGKILL");
    // Whatever still holds the other end: the answer does not wait for it.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, GRACE_MS);
  child.once("close", () => clearTimeout(forced));
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-pid, signal);
  } catch {
    // The process has ended.
  }
}
