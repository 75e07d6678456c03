import type { Logger } from "../lib/index.ts";
import { printMessage } from "./print.ts";

/** Writes one line per report to stderr, since stdout is for data. */
export const stderrLogger: Logger = {
  info: (message, fields) => write("info", message, fields),
  warn: (message, fields) => write("warning", message, fields),
  error: (message, fields) => write("error", message, fields),
};

function write(level: string, message: string, fields: Record<string, unknown> | undefined): void {
  printMessage(`${level}: ${message}${fields === undefined ? "" : ` ${JSON.stringify(fields)}`}`);
}
