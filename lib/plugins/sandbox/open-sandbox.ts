import type { Capabilities } from "../guest/main.ts";
import type { MetaSettings } from "../guest/meta.ts";
import type { Thrown } from "../guest/thrown.ts";
import { LIMITS } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { processCpuMs } from "./meter.ts";
import type { Answer, FromThread, OpenCall, Outcome, ToThread } from "./protocol.ts";
import { createPulse, readPulse } from "./pulse.ts";
import { readCapabilities, readJson } from "./read-json.ts";
import { startThread } from "./start-thread.ts";

/** How often a thread at work is looked at. */
const LOOK_MS = 250;
/** A thread that was told to stop computing may take this long until it is ended from outside. */
const GRACE_MS = 1000;
/** Calls whose tags are still known after they ended, for what a plugin asks without waiting. */
const KEPT_TAGS = 10_000;

/** What a plugin asks of its host: storage, jobs, fetch …; names and inputs are those of `guest/`. */
export interface Services {
  /**
   * What it throws reaches the plugin by name and message. Called in the order of the plugin's calls.
   * @param tag of the batch or call within which the plugin asked
   */
  ask(name: string, input: unknown, tag: unknown): Promise<unknown>;
  tell(name: string, input: unknown): void;
}

/** The code of a plugin with the settings of one config. */
export interface SandboxOptions {
  /** CommonJS (`toCommonJs`). */
  code: string;
  settings: Omit<MetaSettings, "metrics">;
  /** @default `LIMITS` */
  limits?: Partial<Limits>;
}

/** A plugin running apart: in an engine of its own, in a thread of its own. */
export interface Sandbox {
  readonly capabilities: Capabilities;
  /** Why it was ended: a limit it hit. Null = it runs. */
  readonly brokenBy: string | null;
  /**
   * Runs `processEvent` on events, one after the other, batch after batch; calls given meanwhile run between. One outcome an event;
   * null = it never came to that event, because the sandbox broke.
   * @param tag what `Services.ask` is told when the plugin asks for something meanwhile
   */
  batch(events: readonly string[], tag?: unknown): Promise<(Outcome | null)[]>;
  /** Runs a hook, or the job `job <name>`, with the arguments before `meta`; null = the sandbox broke over another call. */
  call(hook: string, values: readonly unknown[], tag?: unknown): Promise<Outcome | null>;
  close(): Promise<void>;
}

/** Thrown when a plugin's code cannot be run at all. */
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

/** Starts a plugin. @throws UnloadableError what its code threw while it was loaded */
export async function openSandbox(
  { code, settings, limits: given }: SandboxOptions,
  services: Services,
): Promise<Sandbox> {
  const limits = { ...LIMITS, ...given };
  const pulse = createPulse();
  const worker = await startThread({ limits, pulse });
  const send = (message: ToThread) => worker.postMessage(message);
  const settle = createSettler(send);
  const waiting = new Map<number, Waiting>();
  const tags = new Map<number, unknown>();
  let brokenBy: string | null = null;
  let lastId = 0;

  /** Only a plugin that is waited for keeps the process alive. */
  const hold = () => {
    if (waiting.size > 0) worker.ref();
    else worker.unref();
  };
  const end = (reason: string, guilty: number, open: readonly OpenCall[]) => {
    if (brokenBy !== null) return;
    brokenBy = reason;
    // Of one that was never loaded; else this does nothing.
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
  const watch = watchPulse(pulse, limits.cpuMs + GRACE_MS, ({ call, done }) => {
    // What had come out is lost with the thread: those events are to be run again, the one at fault is not.
    const lost = Array.from({ length: done }, () => null);
    const reason = `It computed for more than ${limits.cpuMs} ms and could not be interrupted.`;
    end(reason, call, [{ id: call, outcomes: lost as never[] }]);
  });
  const loading = createDeferred<Capabilities>();
  const hear: { [Kind in FromThread["kind"]]: (message: Extract<FromThread, { kind: Kind }>) => void } = {
    loaded: ({ capabilities }) => loading.resolve(readCapabilities(capabilities)),
    unloadable: ({ thrown }) => loading.reject(new UnloadableError(thrown)),
    done({ id, outcomes }) {
      waiting.get(id)?.resolve(outcomes);
      waiting.delete(id);
      hold();
    },
    broken: ({ reason, guilty, open }) => end(reason, guilty, open),
    asks({ asks }) {
      for (const { id, call, name, input } of asks) void settle(id, ask(services, name, input, tags.get(call)));
    },
    tell: ({ name, input }) => services.tell(name, readJson(input)),
  };
  worker.on("message", (message: FromThread) => {
    if (brokenBy === null) hear[message.kind](message as never);
  });
  worker.on("error", (error) => {
    loading.reject(error);
    end(`Its thread ended: ${error.message}`, -1, []);
  });
  send({ kind: "load", code, settings: JSON.stringify(settings) });

  const run = (size: number, tag: unknown, toMessage: (id: number) => ToThread) =>
    new Promise<(Outcome | null)[]>((resolve) => {
      if (brokenBy !== null) return resolve(Array.from({ length: size }, () => null));
      const id = ++lastId;
      waiting.set(id, { size, resolve });
      hold();
      tags.set(id, tag);
      tags.delete(id - KEPT_TAGS);
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

/** A promise with its two ends (Node 20 has no `Promise.withResolvers`). */
function createDeferred<Value>() {
  const ends: { resolve?: (value: Value) => void; reject?: (error: Error) => void } = {};
  const promise = new Promise<Value>((resolve, reject) => Object.assign(ends, { resolve, reject }));
  return { promise, ...(ends as Required<typeof ends>) };
}

async function ask(services: Services, name: string, input: string, tag: unknown): Promise<unknown> {
  const read = readJson(input);
  if (read === undefined) throw new TypeError(`What ${name} was given is no JSON.`);
  return services.ask(name, read, tag);
}

async function toAnswer(id: number, answer: Promise<unknown>): Promise<Answer> {
  try {
    const value = await answer;
    return { id, isOk: true, text: value === undefined ? "" : JSON.stringify(value) };
  } catch (error) {
    const { name: errorName, message } = error instanceof Error ? error : { name: null, message: String(error) };
    return { id, isOk: false, text: JSON.stringify({ name: errorName, message }) };
  }
}

/** Sends answers, those together that come together: most are there at once. */
function createSettler(send: (message: ToThread) => void) {
  let answers: Answer[] = [];
  return async (id: number, answer: Promise<unknown>): Promise<void> => {
    answers.push(await toAnswer(id, answer));
    if (answers.length > 1) return;
    // After all promises that can be settled now.
    process.nextTick(() => {
      const all = answers;
      answers = [];
      send({ kind: "settle", answers: all });
    });
  };
}

/**
 * Calls `stuck` once when the thread has been in the plugin's code for too long without beginning anything new: for so much of
 * the process's computing, since on a crowded machine it may be the one that has to wait.
 */
function watchPulse(
  buffer: SharedArrayBuffer,
  limitMs: number,
  stuck: (pulse: { call: number; done: number }) => void,
): NodeJS.Timeout {
  let lastBeats: number | null = null;
  let usedMs = 0;
  let lastCpuMs = processCpuMs();
  const watch = setInterval(() => {
    const pulse = readPulse(buffer);
    const cpuMs = processCpuMs();
    // A look that comes late counts as one: this thread may have been held up as well.
    const sinceMs = Math.min(LOOK_MS, cpuMs - lastCpuMs);
    lastCpuMs = cpuMs;
    usedMs = pulse !== null && pulse.beats === lastBeats ? usedMs + sinceMs : 0;
    lastBeats = pulse?.beats ?? null;
    if (pulse !== null && usedMs > limitMs) stuck(pulse);
  }, LOOK_MS);
  watch.unref();
  return watch;
}
