/** The limits of one call into a plugin; exceeding them stops it. */
export interface Limits {
  /**
   * Computing time of one event or call, without waits and without time in which the process got no processor. @default
   * 1000
   */
  cpuMs: number;
  /** Time from the begin to the end of one event or call, including waits. @default 30000 */
  wallMs: number;
  /**
   * The same for one event of `processEvent`, for which the client waits. A longer time delays a project's events more
   * while its plugin hangs. @default 5000
   */
  eventMs: number;
  /** @default 64 MiB */
  memoryBytes: number;
  /** @default 512 KiB */
  stackBytes: number;
  /** Characters that one call may log; each line counts 64 more. @default 256 Ki */
  logChars: number;
  /** Answers for which one plugin may wait at a time. @default 10000 */
  openAsks: number;
  /** Characters of these requests. @default 16 Mi */
  openChars: number;
  /** Characters of answers to one event or call. @default 64 Mi, as much as its memory */
  answerChars: number;
}

/** Sources: reference/plugins.md 11 (CPU, memory, stack) and 7 (30 s). */
export const LIMITS: Limits = {
  cpuMs: 1000,
  wallMs: 30_000,
  eventMs: 5000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 512 * 1024,
  logChars: 256 * 1024,
  openAsks: 10_000,
  openChars: 16 * 1024 * 1024,
  answerChars: 64 * 1024 * 1024,
};

/** The longest time in ms that an event may take; no event may take longer than a call. */
export function toEventMs({ eventMs = LIMITS.eventMs, wallMs = LIMITS.wallMs }: Partial<Limits>): number {
  return Math.min(eventMs, wallMs);
}
