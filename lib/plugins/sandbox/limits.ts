/** What one call into a plugin may use; more stops it. */
export interface Limits {
  /** Computing, for one event or call: neither waiting counts nor time in which the process got no processor. @default 1000 */
  cpuMs: number;
  /** From begin to end of one event or call, waiting included. @default 30000 */
  wallMs: number;
  /** @default 64 MiB */
  memoryBytes: number;
  /** @default 512 KiB */
  stackBytes: number;
  /** Text that one call may log, in characters; each line counts 64 besides. @default 256 Ki */
  logChars: number;
  /** Answers that one plugin may wait for at a time. @default 10000 */
  openAsks: number;
  /** Text of what it then waits for, in characters. @default 16 Mi */
  openChars: number;
  /** Text that answers may bring to one event or call, in characters. @default 64 Mi, as much as its memory */
  answerChars: number;
}

/** Sources: reference/plugins.md 11 (CPU, memory, stack) and 7 (30 s). */
export const LIMITS: Limits = {
  cpuMs: 1000,
  wallMs: 30_000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 512 * 1024,
  logChars: 256 * 1024,
  openAsks: 10_000,
  openChars: 16 * 1024 * 1024,
  answerChars: 64 * 1024 * 1024,
};
