import { HogletError } from "../../../lib/errors.ts";

/** `status tag` of the refusal that `fn` ends in; fails when it returns, or throws anything else. */
export function tag(fn: () => unknown): string {
  try {
    fn();
  } catch (error) {
    if (error instanceof HogletError) return `${error.status} ${error.code}`;
    throw error;
  }
  throw new Error("Expected a refusal, but nothing was thrown.");
}
