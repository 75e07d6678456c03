import { fork } from "node:child_process";
import { cancelled, internal } from "../base/errors.ts";
import { sideFile } from "../base/side-file.ts";
import type { FromDoctor, ToDoctor } from "./protocol.ts";
import type { CheckProgress, Checkup, Examined, ExamineOptions } from "./report.ts";

/** The options of a check. */
export interface CheckOptions extends ExamineOptions {
  /** Ends the check when it aborts. */
  signal?: AbortSignal | undefined;
  /** Receives the progress. */
  onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/** Characters, from the end, of a dying process's output that are kept for the log. */
const LAST_WORDS_CHARS = 4000;

/**
 * Examines a database in a process of its own, over a read-only connection. SQLite's check of a large file takes
 * minutes; during that time its thread does nothing else, and only a kill stops it.
 * @param source a file's path, or the bytes of a database in memory
 * @throws cancelled when the signal aborts
 */
export function runCheck(
  source: string | Uint8Array,
  { signal, onProgress, ...options }: CheckOptions = {},
): Promise<Examined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(cancelled(signal.reason));
    const child = fork(sideFile("doctorProcess"), [], {
      // The flags of this process (a debugger's port, a script to evaluate) do not apply to the child.
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "advanced",
    });
    let words = "";
    let examined: Examined | undefined;
    const stop = () => {
      child.kill("SIGKILL");
      reject(cancelled(signal?.reason));
    };
    signal?.addEventListener("abort", stop);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (words = (words + text).slice(-LAST_WORDS_CHARS)));
    child.on("message", (message: FromDoctor) => {
      if (message.kind === "progress") onProgress?.(message.progress);
      else if (message.kind === "done") examined = message.examined;
      else words += message.message;
    });
    child.on("error", (error) => (words += error.message));
    child.once("close", () => {
      signal?.removeEventListener("abort", stop);
      if (examined === undefined) reject(internal(new Error(`The process of the check ended: ${words}`)));
      else resolve(examined);
    });
    child.send({ source, options } satisfies ToDoctor, () => {});
  });
}

/**
 * Checks a file without a handle, even a file that is too damaged to be opened by a handle.
 * @example
 * const { ok, findings } = await checkFile("analytics.db");
 */
export async function checkFile(file: string, options?: CheckOptions): Promise<Checkup> {
  return (await runCheck(file, options)).checkup;
}
