import { HogletError } from "../../../../lib/base/errors.ts";

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

/** The same for what is awaited. */
export async function tagOf(work: Promise<unknown>): Promise<string> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  return tag(() => {
    if (outcome !== undefined) throw outcome.error;
  });
}
