import type { CheckProgress, Examined, ExamineOptions } from "./report.ts";

/** The only message to the process that examines: a file's path, or the bytes of a database in memory. */
export interface ToDoctor {
  source: string | Uint8Array;
  options: ExamineOptions;
}

/** A message of that process. */
export type FromDoctor =
  | { kind: "progress"; progress: CheckProgress }
  | { kind: "done"; examined: Examined }
  | { kind: "failed"; message: string };
