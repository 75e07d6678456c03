import { CommanderError } from "commander";
import { printMessage } from "./print.ts";
import { createProgram } from "./program.ts";
import { toSentence } from "./sentence.ts";
import { existsSync } from "node:fs";

/** Exit codes: success, failure (one sentence on stderr), wrong usage. */
const OK = 0;
export const FAILED = 1;
const USAGE = 2;

/**
 * Runs `hoglet …args` with the process's output and environment, and sets the exit code. Without process.exit(), which
 * would drop the output that a pipe has not read yet.
 */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await createProgram(process.env).parseAsync(withDefaultCommand(args), { from: "user" });
  } catch (error) {
    // commander has printed the fault; --help and --version end in this way too.
    if (error instanceof CommanderError) {
      if (error.code === "commander.excessArguments") printMessage("(A database is named by --db <file>.)");
      process.exitCode = error.exitCode === 0 ? OK : USAGE;
    } else fail(error);
  }
}

let told: unknown;

/** Reports an error once: a command that awaits its output throws the error that the output has reported already. */
export function fail(error: unknown): void {
  process.exitCode = FAILED;
  if (error !== told) printMessage(`hoglet: ${toSentence(error)}`);
  told = error;
}

const OWN_FLAGS = new Set(["-h", "--help", "--version"]);

/**
 * Adds `serve` when no command is named: without arguments, with a flag of serve, or with a word that is or looks like
 * a file. Any other word stays, so that a mistyped command is reported instead of becoming a new database.
 */
function withDefaultCommand(args: readonly string[]): string[] {
  const [first] = args;
  if (first === undefined || (first.startsWith("-") && !OWN_FLAGS.has(first))) return ["serve", ...args];
  return isFile(first) ? ["serve", ...args] : [...args];
}

function isFile(word: string): boolean {
  return !word.startsWith("-") && (/[./\\]/.test(word) || existsSync(word));
}
