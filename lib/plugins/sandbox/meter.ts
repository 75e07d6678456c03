/** What a call has used of its time for computing. */
export interface Account {
  /** Time that passed while the plugin was in its code. */
  passedMs: number;
  /** What the process was given of the processors meanwhile. */
  cpuMs: number;
}

/** Puts the time that a plugin computes on the account of the call that it computes for. */
export interface Meter {
  /** The plugin goes on. */
  start(): void;
  /** It waits, or is done: time runs on nobody's account. */
  stop(): void;
  /** From now on it computes for another. */
  charge(next: Account): void;
  /**
   * How long the present account has been computed for: the less of its two numbers. A process that was stopped, or got no
   * processor on a crowded machine, has let time pass and computed nothing; one with other threads at work has used more of the
   * processors than the plugin has.
   */
  usedMs(): number;
}

/** Both hands of a meter's clock, in milliseconds from any beginning. */
interface Hands {
  nowMs(): number;
  cpuMs(): number;
}

const REAL: Hands = { nowMs: () => performance.now(), cpuMs: processCpuMs };

export function createAccount(): Account {
  return { passedMs: 0, cpuMs: 0 };
}

/** Makes a meter that stands still. */
export function createMeter(hands: Hands = REAL): Meter {
  let account = createAccount();
  /** Where the hands stood when the time on the account was last counted; null = it waits. */
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

/** What this process has been given of the processors. Of all its threads: Node 22.15 does not tell what a single one has used. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
