import { createHook } from "node:async_hooks";

/** An interval, as Node's own hooks show it: `_repeat` is null for a time-out. */
type Timer = NodeJS.Timeout & { _repeat: number | null; _onTimeout(): void };

/**
 * Stops all new intervals until `release`. Work that happens in between was started by something other than an interval. By Node's
 * hooks, because hoglet has its timers from before any test.
 */
export function holdIntervals(): { held(): number; release(): void } {
  const held: Timer[] = [];
  const hook = createHook({
    init(_, type, __, resource) {
      const timer = resource as Timer;
      if (type !== "Timeout" || timer["_repeat"] === null) return;
      timer["_onTimeout"] = () => {};
      held.push(timer);
    },
  }).enable();
  return {
    held: () => held.length,
    release() {
      hook.disable();
      for (const timer of held) clearInterval(timer);
    },
  };
}
