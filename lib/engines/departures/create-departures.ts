import { HogletError } from "../../base/errors.ts";
import { leaveEvents } from "./leave.ts";
import type { Leaving } from "./leave.ts";

/** Events that leave, of a handle. */
export interface Departures {
  /** Begins to let older events leave, in the background; without effect while that runs, or without the option. */
  begin(): void;
  /** Ends it between two parts. Call it before the engine closes. */
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
const UNITS_MS = { d: DAY_MS, w: 7 * DAY_MS };

/** @param keepLocalEventsFor the option, such as `30d`; undefined = events stay */
export function createDepartures(
  ctx: Omit<Leaving, "keepMs" | "signal">,
  keepLocalEventsFor: string | undefined,
): Departures {
  const stop = new AbortController();
  let running: Promise<unknown> | undefined;
  const run = async (keepMs: number) => {
    try {
      const left = await leaveEvents({ ...ctx, keepMs, signal: stop.signal });
      if (left > 0) ctx.log.info("The properties of older events have left the file.", { events: left });
    } catch (error) {
      if (stop.signal.aborted) return;
      // The engine reports its own trouble; the next run tries again.
      if (error instanceof HogletError && error.status === 503 && error.code.startsWith("engine_")) return;
      ctx.log.error("Older events could not leave the file; they stay.", { error: String(error) });
    }
  };
  return {
    begin() {
      if (keepLocalEventsFor === undefined || stop.signal.aborted) return;
      const keepMs =
        Number(keepLocalEventsFor.slice(0, -1)) * UNITS_MS[keepLocalEventsFor.slice(-1) as keyof typeof UNITS_MS];
      running ??= run(keepMs).finally(() => (running = undefined));
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
