import { parseArgs } from "node:util";

/**
 * Seconds that a single test may take, ten times what the slowest takes on a quiet machine: 20, and 80 with `--all`. A higher number
 * delays the report of a hang.
 */
const [LIMIT_SECONDS, LIMIT_OF_ALL] = [300, 900];

export interface CommandLine {
  /** Files to run. */
  files: string[];
  /** Are these all of the files? */
  isWhole: boolean;
  /** Do they go as deep as they can? */
  isAll: boolean;
  /** How long a single test may take. */
  limitMs: number;
  /** Arguments for the test files: how deep they go (test/support/rounds.ts). */
  childArgs: string[];
}

/** The error of a wrong command line; its message shows the right form. */
export class TestUsageError extends Error {}

/**
 * Reads `npm test -- [names…] [--limit seconds] [--all] [--seed n] [--rounds n]`.
 * @param files all test files; a name selects those whose path contains it, no name selects all
 * @throws TestUsageError for an option that is unknown, and for a name that no file matches
 */
export function parseCommandLine(args: readonly string[], files: readonly string[]): CommandLine {
  const { values, positionals } = readArgs(args);
  const names = positionals.map((name) => name.replaceAll("\\", "/").replace(/^(\.\/)?test\//, ""));
  for (const [index, name] of names.entries()) {
    if (!files.some((file) => file.includes(name))) throw usage(`No test file matches "${positionals[index]}".`);
  }
  const selected = names.length === 0 ? [...files] : files.filter((file) => names.some((name) => file.includes(name)));
  const childArgs = (["seed", "rounds"] as const).flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, String(toWhole(name, values[name]))],
  );
  if (values.all) childArgs.push("--all");
  return {
    files: selected,
    isWhole: names.length === 0,
    isAll: values.all,
    limitMs: toWhole("limit", values.limit ?? String(values.all ? LIMIT_OF_ALL : LIMIT_SECONDS)) * 1000,
    childArgs,
  };
}

function readArgs(args: readonly string[]) {
  const options = {
    limit: { type: "string" },
    seed: { type: "string" },
    rounds: { type: "string" },
    all: { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw usage(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error));
  }
}

function toWhole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw usage(`--${name} wants a whole number from 1, not "${text}".`);
  return value;
}

function usage(problem: string): TestUsageError {
  const sentence = problem.endsWith(".") ? problem : `${problem}.`;
  return new TestUsageError(
    `${sentence}\nUsage: npm test -- [part of a path below test/…] [--limit seconds] [--all] [--seed n] [--rounds n]`,
  );
}
