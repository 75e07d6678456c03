import { existsSync } from "node:fs";

const OWN_FLAGS = new Set(["-h", "--help", "--version"]);

/**
 * Adds `serve` when no command is named: without arguments, with a flag of serve, or with a word that is or looks like
 * a file. Any other word stays, so that a mistyped command is reported instead of becoming a new database.
 */
export function withDefaultCommand(args: readonly string[]): string[] {
  const [first] = args;
  if (first === undefined || (first.startsWith("-") && !OWN_FLAGS.has(first))) return ["serve", ...args];
  return isFile(first) ? ["serve", ...args] : [...args];
}

function isFile(word: string): boolean {
  return !word.startsWith("-") && (/[./\\]/.test(word) || existsSync(word));
}
