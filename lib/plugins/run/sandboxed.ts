import { performance } from "../../base/platform.ts";
import type { Limits } from "../sandbox/limits.ts";
import { openSandbox } from "../sandbox/open-sandbox.ts";
import type { Outcome } from "../sandbox/protocol.ts";
import type { OpenPluginHost, Result } from "./plugin-host.ts";

/** The host of installed plugins. @param code CommonJS */
export function sandboxed(code: string, limits: Partial<Limits>): OpenPluginHost {
  return async (settings, services) => {
    const sandbox = await openSandbox({ code, settings, limits }, services);
    let tookMs = 0;
    let lastEndMs = 0;
    return {
      capabilities: sandbox.capabilities,
      get brokenBy() {
        return sandbox.brokenBy;
      },
      get heldMs() {
        return sandbox.heldMs;
      },
      get isHung() {
        return sandbox.isHung;
      },
      get tookMs() {
        return tookMs;
      },
      async batch(events, origin) {
        const givenMs = performance.now();
        const parts = toParts(events.map((event) => JSON.stringify(event)));
        const outcomes = await Promise.all(parts.map((texts) => sandbox.batch(texts, origin)));
        const endMs = performance.now();
        // A batch begins after the batch before.
        tookMs = endMs - Math.max(givenMs, lastEndMs);
        lastEndMs = endMs;
        return outcomes.flat().map(toResult);
      },
      async call(hook, values, origin) {
        return toResult(await sandbox.call(hook, values, origin));
      },
      close: sandbox.close,
    };
  };
}

/** Characters of events that enter a sandbox together, which block the event loop; a single event may be larger. */
const MAX_PART_CHARS = 2 * 1024 * 1024;

function toParts(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    if (chars + text.length > MAX_PART_CHARS) {
      parts.push([]);
      chars = 0;
    }
    chars += text.length;
    parts.at(-1)?.push(text);
  }
  return parts;
}

function toResult(outcome: Outcome | null): Result | null {
  if (outcome?.kind !== "value") return outcome;
  try {
    return { kind: "value", value: JSON.parse(outcome.text) as unknown };
  } catch {
    // A plugin may have changed its JSON.stringify.
    return { kind: "error", thrown: { name: "TypeError", message: "The plugin's result is not JSON." } };
  }
}
