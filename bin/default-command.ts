import { existsSync } from "node:fs";

const OWN_FLAGS = new Set(["-h", "--help", "--version"]);

/**
 * Puts `serve` in front when no command is named: nothing, a flag of serve, or something that looks like a file or is
 * one. Any other word stays, so that a mistyped command is told to be unknown instead of becoming a new database.
 */
export function withDefaultCommand(args: readonly string[]): string[] {
  const [first] = args;
  if (first === undefined || (first.startsWith("-") && !OWN_FLAGS.has(first))) return ["serve", ...args];
  return isFile(first) ? ["serve", ...args] : [...args];
}

function isFile(word: string): boolean {
  return !word.startsWith("-") && (/[./\\]/.test(word) || existsSync(word));
}
