import { performance } from "../../base/platform.ts";

/** The computing time that a call has used. */
export interface Account {
  /** Time while the plugin ran. */
  passedMs: number;
  /** The process's processor time meanwhile. */
  cpuMs: number;
}

/** Charges computing time to the call that computes. */
export interface Meter {
  /** The plugin continues. */
  start(): void;
  /** The plugin waits or is done: no account is charged. */
  stop(): void;
  /** Charges another account from now on. */
  charge(next: Account): void;
  /**
   * The smaller of the account's numbers. A suspended or crowded process lets time pass without computing; other busy
   * threads add to processor time.
   */
  usedMs(): number;
}

/** The two clocks of a meter, in milliseconds from any origin. */
interface Hands {
  nowMs(): number;
  cpuMs(): number;
}

const REAL: Hands = { nowMs: () => performance.now(), cpuMs: processCpuMs };

export function createAccount(): Account {
  return { passedMs: 0, cpuMs: 0 };
}

/** Creates a stopped meter. */
export function createMeter(hands: Hands = REAL): Meter {
  let account = createAccount();
  /** The clocks at the last charge; null = the plugin waits. */
  let since: Account | null = null;

  const count = () => {
    if (since === null) return;
    const now = { passedMs: hands.nowMs(), cpuMs: hands.cpuMs() };
    account.passedMs += now.passedMs - since.passedMs;
    account.cpuMs += now.cpuMs - since.cpuMs;
    since = now;
  };
  return {
    start: () => void (since = { passedMs: hands.nowMs(), cpuMs: hands.cpuMs() }),
    stop() {
      count();
      since = null;
    },
    charge(next) {
      count();
      account = next;
    },
    usedMs() {
      count();
      return Math.min(account.passedMs, account.cpuMs);
    },
  };
}

/** Processor time of all threads: Node 22.15 has no number for one. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
