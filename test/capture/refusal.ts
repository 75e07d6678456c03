import { HogletError } from "../../lib/errors.ts";

/** `status detail` of the refusal that `fn` ends in; fails when it returns, or throws anything else. */
export function refusal(fn: () => unknown): string {
  try {
    fn();
  } catch (error) {
    if (error instanceof HogletError) return `${error.status} ${error.detail}`;
    throw error;
  }
  throw new Error("Expected a refusal, but nothing was thrown.");
}
