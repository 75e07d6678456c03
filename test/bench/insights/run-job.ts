import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DelayReport, FormReport, Job } from "./engine-process.ts";

const PROCESS = fileURLToPath(new URL("engine-process.ts", import.meta.url));

interface Reports {
  load: unknown;
  form: FormReport;
  delay: DelayReport;
}
type Report<T extends Job> = Reports[T["kind"]];

/**
 * Does a job in a process of its own, and waits until that has ended.
 * @throws Error with what the process said, or that it ended without a word
 */
export function runJob<T extends Job>(job: T): Promise<Report<T>> {
  return new Promise((resolve, reject) => {
    const child = fork(PROCESS, { execArgv: ["--import", "tsx"], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    let answer: { report: Report<T> } | { error: string } | undefined;
    child.on("message", (message) => (answer = message as { report: Report<T> } | { error: string }));
    child.on("exit", (code, signal) => {
      if (answer === undefined) reject(new Error(`${job.engine} ended without an answer (${signal ?? code}).`));
      else if ("error" in answer) reject(new Error(`${job.engine}: ${answer.error}`));
      else resolve(answer.report);
    });
    child.send(job);
  });
}
