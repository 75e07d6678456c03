import type { CheckProgress, Examined, ExamineOptions } from "./report.ts";

/** What the process that examines is told, once: a file's path, or the bytes of a database in memory. */
export interface ToDoctor {
  source: string | Uint8Array;
  options: ExamineOptions;
}

/** What it says. */
export type FromDoctor =
  | { kind: "progress"; progress: CheckProgress }
  | { kind: "done"; examined: Examined }
  | { kind: "failed"; message: string };
