/**
 * Stops all new intervals until `release`. Work that happens in between was started by something other than an interval.
 */
export function holdIntervals(): { held(): number; release(): void } {
  const { setInterval } = globalThis;
  const held: NodeJS.Timeout[] = [];
  const hold = (...[, , ...rest]: Parameters<typeof setInterval>) => {
    const timer = setInterval(() => {}, 2 ** 30, ...rest);
    held.push(timer);
    return timer;
  };
  globalThis.setInterval = hold as typeof setInterval;
  return {
    held: () => held.length,
    release() {
      globalThis.setInterval = setInterval;
      for (const timer of held) clearInterval(timer);
    },
  };
}
