import type { Capabilities } from "../guest/main.ts";
import type { Thrown } from "../guest/thrown.ts";

// A plugin can change the result of its own JSON.stringify (`toJSON` on a prototype): no output of a guest has the
// right shape until it was checked.

/** Parses a text that should be JSON; undefined when it is not. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses a thrown value from any text. */
export function readThrown(text: string): Thrown {
  const { name, message, stack } = toFields(readJson(text));
  return {
    name: typeof name === "string" ? name : null,
    message: typeof message === "string" ? message : "A value that cannot be shown was thrown.",
    ...(typeof stack === "string" && { stack }),
  };
}

/** Parses the capabilities of a plugin; entries in a wrong form are left out. */
export function readCapabilities(text: string): Capabilities {
  const { methods, scheduled_tasks, jobs, metrics } = toFields(readJson(text));
  return {
    methods: toTexts(methods),
    scheduled_tasks: toTexts(scheduled_tasks),
    jobs: toTexts(jobs),
    metrics: Object.fromEntries(Object.entries(toFields(metrics)).filter(isTextual)),
  };
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function isTextual(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}
