import type { Limits } from "../sandbox/limits.ts";
import { openSandbox } from "../sandbox/open-sandbox.ts";
import type { Outcome } from "../sandbox/protocol.ts";
import type { OpenEngine, Result } from "./engine.ts";

/** The engine of installed plugins. @param code CommonJS */
export function sandboxed(code: string, limits: Partial<Limits>): OpenEngine {
  return async (settings, services) => {
    const sandbox = await openSandbox({ code, settings, limits }, services);
    return {
      capabilities: sandbox.capabilities,
      get brokenBy() {
        return sandbox.brokenBy;
      },
      async batch(events, origin) {
        const texts = events.map((event) => JSON.stringify(event));
        return (await sandbox.batch(texts, origin)).map(toResult);
      },
      async call(hook, values, origin) {
        return toResult(await sandbox.call(hook, values, origin));
      },
      close: sandbox.close,
    };
  };
}

/** Characters of an answer: the largest event that capture takes, twice. */
const MAX_ANSWER_CHARS = 2_000_000;

function toResult(outcome: Outcome | null): Result | null {
  if (outcome?.kind !== "value") return outcome;
  if (outcome.text.length > MAX_ANSWER_CHARS) {
    const message = `The plugin returned ${outcome.text.length} characters; ${MAX_ANSWER_CHARS} are allowed.`;
    return { kind: "error", thrown: { name: "RangeError", message } };
  }
  try {
    return { kind: "value", value: JSON.parse(outcome.text) as unknown };
  } catch {
    // A plugin may have changed what its own JSON.stringify gives.
    return { kind: "error", thrown: { name: "TypeError", message: "What the plugin returned is no JSON." } };
  }
}
