import { cancelled, internal } from "../base/errors.ts";
import { startSideProcess } from "../base/side-process.ts";
import type { FromDoctor, ToDoctor } from "./protocol.ts";
import type { CheckProgress, Checkup, Examined, ExamineOptions } from "./report.ts";

/** The options of a check. */
export interface CheckOptions extends ExamineOptions {
  /** Ends the check when it aborts. */
  signal?: AbortSignal | undefined;
  /** Receives the progress. */
  onProgress?: ((progress: CheckProgress) => void) | undefined;
}

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
    const child = startSideProcess<FromDoctor>("doctorProcess", {
      message(message) {
        if (message.kind === "progress") return onProgress?.(message.progress);
        if (message.kind === "done") resolve(message.examined);
        else reject(internal(new Error(message.message)));
        end();
      },
      gone() {
        signal?.removeEventListener("abort", stop);
        reject(internal(new Error(`The process of the check ended: ${child.words}`)));
      },
    });
    const end = () => void child.kill();
    const stop = () => {
      reject(cancelled(signal?.reason));
      end();
    };
    signal?.addEventListener("abort", stop);
    child.send({ source, options } satisfies ToDoctor);
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
