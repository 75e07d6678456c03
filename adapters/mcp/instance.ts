import type { Hoglet } from "../../lib/index.ts";
import type { CaptureLog } from "../explain/index.ts";

/** The output of a command that ran beside the instance. */
export interface CommandRun {
  /** Null = a signal ended it. */
  exit_code: number | null;
  timed_out: boolean;
  /** The end of its output, both streams together. */
  output: string;
}

/** The hoglet that the tools look at, and the rights of the server that shows it. */
export interface McpInstance {
  /** The current handle; after a reset another. */
  hoglet(): Hoglet;
  readonly requests: CaptureLog;
  /** Takes and compares snapshots; stays for the life of the server, since a connection has no state. */
  readonly snapshots: Map<string, string>;
  /** The address for SDKs and the page, without a slash at its end. */
  readonly url: string;
  /** The usual port, which another program had when this server started; absent = it was free, or not asked for. */
  readonly takenPort?: number;
  /** Moves the clock and runs the work that is due; absent = the clock is the system's. */
  readonly moveClock?: (to: { now: string } | { by: string }) => Promise<{ now: string; ran: string[] }>;
  /** Empties the instance; absent = its data stays. @returns the number of demo events */
  readonly reset?: (withDemo: boolean) => Promise<number>;
  /** Runs a command on this machine, with the instance's address and the token of a project in its environment; absent = may not. */
  readonly run?: (
    command: readonly string[],
    limits: { timeoutMs: number; signal: AbortSignal; token: string },
  ) => Promise<CommandRun>;
  /** Reads a text file of this machine; absent = may not. */
  readonly readFile?: (path: string) => Promise<string>;
}
