import type { Capabilities } from "../guest/main.ts";
import type { Thrown } from "../guest/thrown.ts";

// A plugin can change its JSON.stringify (`toJSON` on a prototype), so all output of a guest is checked.

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

/** Leaves out entries in a wrong form. */
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
