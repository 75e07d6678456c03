import { HogletError } from "../lib/index.ts";

// The system's error codes that a user can fix.
const SYSTEM: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no ${path}.`,
  EACCES: (path) => `No permission for ${path}.`,
  EPERM: (path) => `No permission for ${path}.`,
  EISDIR: (path) => `${path} is a folder.`,
  EROFS: (path) => `${path} is read-only: its disk may not be written to.`,
  ENOSPC: () => "The disk is full. Free some space.",
  EIO: () => "The disk reported an error.",
  ECONNREFUSED: () => "Nothing listens there.",
};

/** The message of a failure for people: one sentence, no stack. */
export function toSentence(error: unknown): string {
  if (error instanceof HogletError) {
    // A defect's cause is hidden from clients; the person at the terminal may see it. That of another thread is text.
    const cause = error.cause instanceof Error ? error.cause.message : error.cause;
    return error.code === "error" && typeof cause === "string" ? firstLine(cause) : error.detail;
  }
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const sentence = code === undefined ? undefined : SYSTEM[code];
  return sentence === undefined ? firstLine(error.message) : sentence(path ?? "such file");
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}
