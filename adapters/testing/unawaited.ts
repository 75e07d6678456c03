import { relative } from "node:path";

/** A check that ended, or still runs, although nobody waits for it. */
export class UnawaitedError extends Error {
  constructor(name: string, site: string, failure: unknown) {
    const outcome =
      failure === undefined ? "" : ` It failed:\n${failure instanceof Error ? failure.message : String(failure)}`;
    super(`An assertion was not awaited: write "await" before ${name}${site === "" ? "" : `, ${site}`}.${outcome}`);
    this.name = "UnawaitedError";
  }
}

interface Check {
  name: string;
  /** The place of its call: `at test/shop.test.ts:12:3`; "" = unknown. */
  site: string;
  isAwaited: boolean;
  isRunning: boolean;
  failure?: unknown;
  done: Promise<void>;
}

/** Checks that nobody waits for yet. */
export interface Unawaited {
  /** Starts a check; its promise knows whether anybody waits for it. */
  watch(name: string, from: (...args: never[]) => unknown, run: () => Promise<void>): Promise<void>;
  /** A runner waits for the check; whether the test does is unknown, so it only counts while it runs. */
  watchRunner<T>(name: string, from: (...args: never[]) => unknown, run: () => Promise<T>): Promise<T>;
  /** @throws UnawaitedError for the first check that ended without anybody waiting */
  report(): void;
  /** Waits for running checks. @throws UnawaitedError for the first check that nobody waits for */
  finish(): Promise<void>;
}

export function createUnawaited(): Unawaited {
  const checks = new Set<Check>();
  const start = <T>(name: string, from: (...args: never[]) => unknown, run: () => Promise<T>) => {
    const running = run();
    const check: Check = { name, site: siteAbove(from), isAwaited: false, isRunning: true, done: Promise.resolve() };
    check.done = running.then(
      () => void (check.isRunning = false),
      (failure: unknown) => {
        check.isRunning = false;
        check.failure = failure;
        if (checks.has(check)) tellAtExit(check);
      },
    );
    checks.add(check);
    return { check, running };
  };
  const forget = (check: Check) => {
    checks.delete(check);
    failed.delete(check);
  };
  const refuse = (check: Check): never => {
    forget(check);
    throw new UnawaitedError(check.name, check.site, check.failure);
  };
  return {
    watch(name, from, run) {
      const { check, running } = start(name, from, run);
      const promise = new WatchedPromise<void>((resolve, reject) => void running.then(resolve, reject));
      // A failure that nobody waits for is told by the next call, not by the runner in the middle of another test.
      promise.then(undefined, () => undefined);
      promise.onAwait = () => {
        check.isAwaited = true;
        forget(check);
      };
      return promise;
    },
    watchRunner(name, from, run) {
      const { check, running } = start(name, from, run);
      void check.done.then(() => forget(check));
      return running;
    },
    report() {
      for (const check of checks) if (!check.isRunning) refuse(check);
    },
    async finish() {
      const open = [...checks];
      await Promise.all(open.map(({ done }) => done));
      for (const check of open) if (!check.isAwaited) refuse(check);
    },
  };
}

/** Knows when somebody waits for it: `await` calls `then` of a subclass, but not of a plain promise. */
class WatchedPromise<T> extends Promise<T> {
  onAwait: (() => void) | undefined;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise.
  override then<R = T, E = never>(
    onFulfilled?: ((value: T) => R | PromiseLike<R>) | null,
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    this.onAwait?.();
    return super.then(onFulfilled, onRejected);
  }
}

/** Failed checks that nobody waits for. */
const failed = new Set<Check>();

/** Makes the process fail if no later call tells the failure. */
function tellAtExit(check: Check): void {
  if (failed.size === 0) process.once("exit", tellAll);
  failed.add(check);
}

function tellAll(): void {
  for (const { name, site, failure } of failed) {
    process.exitCode = 1;
    process.stderr.write(`${new UnawaitedError(name, site, failure).message}\n`);
  }
}

function siteAbove(from: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, from);
  const [, ...lines] = holder.stack?.split("\n") ?? [];
  const line = lines.find((one) => !/node_modules|\bnode:/.test(one)) ?? "";
  const place = /\(?((?:file:\/\/)?[^()\s]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? "";
  const path = place.replace(/^file:\/\//, "");
  return path === "" ? "" : `at ${path.startsWith("/") ? relative(process.cwd(), path) : path}`;
}
