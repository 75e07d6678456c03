import { clearInterval, setInterval } from "../../base/platform.ts";
import type { Capabilities } from "../guest/main.ts";
import type { MetaSettings } from "../guest/meta.ts";
import type { Thrown } from "../guest/thrown.ts";
import { openRequestQueue } from "./request-queue.ts";
import type { Services } from "./request-queue.ts";
import { LIMITS } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { processCpuMs } from "./meter.ts";
import type { FromThread, OpenCall, Outcome, ToThread } from "./protocol.ts";
import { createPulse, readPulse, readTaken } from "./pulse.ts";
import type { Pulse } from "./pulse.ts";
import { readCapabilities } from "./read-json.ts";
import { startThread } from "./start-thread.ts";

/** Ms between checks of a working thread. */
const LOOK_MS = 250;
/** Ms for a thread to stop computing before it is ended. */
const GRACE_MS = 1000;

/** A plugin's code, with a config's settings. */
export interface SandboxOptions {
  /** CommonJS (`toCommonJs`). */
  code: string;
  settings: Omit<MetaSettings, "metrics">;
  /** @default `LIMITS` */
  limits?: Partial<Limits>;
}

/** A plugin isolated in an engine and a thread of its own. */
export interface Sandbox {
  readonly capabilities: Capabilities;
  /** The exceeded limit; null = it runs. */
  readonly brokenBy: string | null;
  /** Ms that the limit allowed to the call that broke it. */
  readonly heldMs: number;
  /** Did the breaking event wait too long, instead of computing? */
  readonly isHung: boolean;
  /**
   * Runs `processEvent` on events, and batches, one by one; other calls run in between. Null = the sandbox broke before
   * that event.
   * @param tag passed to `Services.ask` for the plugin's requests meanwhile
   */
  batch(events: readonly string[], tag?: unknown): Promise<(Outcome | null)[]>;
  /**
   * Runs a hook, or the job `job <name>`, with the arguments before `meta`; null = the sandbox broke during another
   * call.
   */
  call(hook: string, values: readonly unknown[], tag?: unknown): Promise<Outcome | null>;
  close(): Promise<void>;
}

/** Thrown when a plugin's code cannot run at all. */
export class UnloadableError extends Error {
  readonly thrown: Thrown;

  constructor(thrown: Thrown) {
    super(thrown.message);
    this.name = "UnloadableError";
    this.thrown = thrown;
  }
}

interface Waiting {
  size: number;
  resolve(outcomes: (Outcome | null)[]): void;
}

/** Starts a plugin. @throws UnloadableError with the error of its code during loading */
export async function openSandbox(
  { code, settings, limits: given }: SandboxOptions,
  services: Services,
): Promise<Sandbox> {
  const limits = { ...LIMITS, ...given };
  const pulse = createPulse();
  const worker = await startThread({ limits, pulse });
  const send = (message: ToThread) => worker.postMessage(message);
  const requests = openRequestQueue({
    limits,
    services,
    settle: (answers) => send({ kind: "settle", answers }),
    taken: () => readTaken(pulse),
    refuse: (call, reason) => send({ kind: "stop", call, reason }),
  });
  const waiting = new Map<number, Waiting>();
  let brokenBy: string | null = null;
  let heldMs = 0;
  let isHung = false;
  let lastId = 0;

  /** Only open calls keep the process alive. */
  const hold = () => {
    if (waiting.size > 0) worker.ref();
    else worker.unref();
  };
  const end = (reason: string, guilty: number, open: readonly OpenCall[]) => {
    if (brokenBy !== null) return;
    brokenBy = reason;
    requests.end();
    // No effect after loading.
    loading.reject(new UnloadableError({ name: null, message: reason }));
    clearInterval(watch);
    void worker.terminate();
    for (const [id, { size, resolve }] of waiting) {
      const outcomes: (Outcome | null)[] = [...(open.find((call) => call.id === id)?.outcomes ?? [])];
      if (id === guilty) outcomes.push({ kind: "error", thrown: { name: "LimitError", message: reason } });
      resolve(Array.from({ length: size }, (_, index) => outcomes[index] ?? null));
    }
    waiting.clear();
  };
  const watch = watchPulse(pulse, limits.cpuMs + GRACE_MS, (seen) => {
    heldMs = limits.cpuMs;
    end(`It computed for more than ${limits.cpuMs} ms and could not be interrupted.`, seen.call, toLost(seen));
  });
  const loading = Promise.withResolvers<Capabilities>();
  const hear: { [Kind in FromThread["kind"]]: (message: Extract<FromThread, { kind: Kind }>) => void } = {
    loaded: ({ capabilities }) => loading.resolve(readCapabilities(capabilities)),
    unloadable: ({ thrown }) => loading.reject(new UnloadableError(thrown)),
    // Requests of the call have begun by then: a later event finds them done.
    done({ id, outcomes, spentBy }) {
      const call = waiting.get(id);
      waiting.delete(id);
      hold();
      requests.after(() => {
        if (spentBy !== null) end(spentBy, -1, []);
        call?.resolve(outcomes);
      });
    },
    broken({ reason, guilty, open, ...limit }) {
      requests.end();
      // After earlier messages.
      requests.after(() => {
        ({ heldMs, isHung } = limit);
        end(reason, guilty, open);
      });
    },
    asks: ({ asks }) => requests.add(asks),
  };
  worker.on("message", (message: FromThread) => {
    if (brokenBy === null) hear[message.kind](message as never);
  });
  worker.on("error", (error) => {
    loading.reject(error);
    const pulseNow = readPulse(pulse);
    end(`Its thread ended: ${error.message}`, pulseNow?.call ?? -1, toLost(pulseNow));
  });
  send({ kind: "load", code, settings: JSON.stringify(settings) });

  const run = (size: number, tag: unknown, toMessage: (id: number) => ToThread) =>
    new Promise<(Outcome | null)[]>((resolve) => {
      if (brokenBy !== null) return resolve(Array.from({ length: size }, () => null));
      const id = ++lastId;
      waiting.set(id, { size, resolve });
      hold();
      requests.open(id, tag);
      send(toMessage(id));
    });
  const close = async () => {
    end("It was closed.", -1, []);
    await worker.terminate();
  };
  try {
    const capabilities = await loading.promise;
    hold();
    return {
      capabilities,
      get brokenBy() {
        return brokenBy;
      },
      get heldMs() {
        return heldMs;
      },
      get isHung() {
        return isHung;
      },
      batch: (events, tag) => run(events.length, tag, (id) => ({ kind: "batch", id, events: `[${events.join(",")}]` })),
      async call(hook, values, tag) {
        const outcomes = await run(1, tag, (id) => ({ kind: "call", id, hook, values: JSON.stringify(values) }));
        return outcomes[0] ?? null;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Results are lost with the thread: those events run again, except the event at fault. */
function toLost(seen: Pulse | null): OpenCall[] {
  if (seen === null) return [];
  return [{ id: seen.call, outcomes: Array.from({ length: seen.done }, () => null as never) }];
}

/**
 * Calls `stuck` once when the thread has computed too long without starting anything. Counts processor time of the
 * process, since the thread may have to wait for it.
 */
function watchPulse(buffer: SharedArrayBuffer, limitMs: number, stuck: (pulse: Pulse) => void): NodeJS.Timeout {
  let lastBeats: number | null = null;
  let usedMs = 0;
  let lastCpuMs = processCpuMs();
  const watch = setInterval(() => {
    const pulse = readPulse(buffer);
    const cpuMs = processCpuMs();
    // A late check counts as one interval: this thread may have been blocked too.
    const sinceMs = Math.min(LOOK_MS, cpuMs - lastCpuMs);
    lastCpuMs = cpuMs;
    usedMs = pulse !== null && pulse.beats === lastBeats ? usedMs + sinceMs : 0;
    lastBeats = pulse?.beats ?? null;
    if (pulse !== null && usedMs > limitMs) stuck(pulse);
  }, LOOK_MS);
  watch.unref();
  return watch;
}
