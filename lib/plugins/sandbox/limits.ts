/** Exceeding a limit stops the plugin. */
export interface Limits {
  /** Computing time of an event or call, without waits, or time without a processor. @default 1000 */
  cpuMs: number;
  /** Whole time of an event or call, waits included. @default 30000 */
  wallMs: number;
  /**
   * `wallMs` for an event of `processEvent`, for which the client waits: a hanging plugin delays a project's events by
   * it. @default 5000
   */
  eventMs: number;
  /** @default 64 MiB */
  memoryBytes: number;
  /** @default 512 KiB */
  stackBytes: number;
  /** Characters that a call may log; each line counts 64 more. @default 256 Ki */
  logChars: number;
  /** Open requests of a plugin. @default 10000 */
  openAsks: number;
  /** Characters of a plugin's open requests. @default 16 Mi */
  openChars: number;
  /** Characters of answers to one event or call. @default 64 Mi, as its memory */
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

/** The longest time in ms of an event: never longer than a call. */
export function toEventMs({ eventMs = LIMITS.eventMs, wallMs = LIMITS.wallMs }: Partial<Limits>): number {
  return Math.min(eventMs, wallMs);
}
