import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSSyncVariant } from "quickjs-emscripten-core";
import type { Guest } from "../guest/main.ts";
import type { Host } from "../guest/host.ts";
import type { Thrown } from "../guest/thrown.ts";
import type { Limits } from "./limits.ts";
import { createMeter } from "./meter.ts";
import type { Account } from "./meter.ts";

// quickjs-emscripten: a JavaScript engine in wasm. A real boundary (own memory, and only the values passed to it),
// alike on every Node, which survives its limits. node:vm and vm2 are no boundary; isolated-vm is native and bound to
// few versions of Node (reference/plugins.md 10).

/** The types describe the package's CommonJS form. */
const VARIANT = variant as unknown as QuickJSSyncVariant;

/** A guest with limits. Never enter it again once `brokenBy` has a reason. */
export interface Vm {
  readonly brokenBy: string | null;
  /** Memory was refused. The guest works on, but only a new guest frees wasm memory. */
  readonly isExhausted: boolean;
  /** @throws GuestError with the error of the plugin's code */
  load(code: string, settings: string): string;
  enter(entry: Entry): void;
  /** Charges computing to this call. */
  charge(account: Account): void;
  /** Stops the guest as soon as possible. */
  stop(reason: string): void;
}

/** A call of the guest. */
export type Entry = ["batch", number, string] | ["call", number, string, string] | ["settle", number, boolean, string];

/** The interface that another engine would offer too. */
export type OpenVm = (parts: { wasm: WebAssembly.Module; prelude: string; limits: Limits }, host: Host) => Promise<Vm>;

export class GuestError extends Error {
  readonly thrown: Thrown;

  constructor(thrown: Thrown) {
    super(thrown.message);
    this.thrown = thrown;
  }
}

/** Promise jobs in one turn; a guest may take any number of turns within its time. */
const JOBS_AT_ONCE = 1000;

const PAGE_BYTES = 64 * 1024;
/** Declared in the engine's wasm file. */
const MIN_PAGES = 256;
const MAX_PAGES = 32_768;

/** Runs the prelude too. */
export const openQuickJs: OpenVm = async ({ wasm, prelude, limits }, host) => {
  const { wasmMemory, wasRefused } = createMemory(limits.memoryBytes);
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(VARIANT, { wasmModule: wasm, wasmMemory }));
  const runtime = quickJs.newRuntime();
  // Refuses a single larger allocation. QuickJS cannot measure sizes under wasm: the memory itself limits their sum.
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(limits.stackBytes);
  const context = runtime.newContext();
  const guest = openGuest(context, prelude, host);

  let brokenBy: string | null = null;
  const meter = createMeter();
  runtime.setInterruptHandler(() => {
    if (brokenBy === null && meter.usedMs() > limits.cpuMs) {
      brokenBy = `It computed for more than ${limits.cpuMs} ms.`;
    }
    return brokenBy !== null;
  });

  /** Runs work inside, with its pending jobs, and counts the time. */
  const inside = <Value>(work: () => Value): Value => {
    meter.start();
    try {
      const value = work();
      runJobs(runtime);
      return value;
    } catch (error) {
      if (isOutOfMemory(error)) brokenBy ??= toMemoryReason(limits);
      throw error;
    } finally {
      meter.stop();
    }
  };
  return {
    get brokenBy() {
      return brokenBy;
    },
    load: (code, settings) => inside(() => guest("load", code, settings)),
    enter([name, ...values]) {
      try {
        inside(() => guest(name, ...values));
      } catch (error) {
        // Errors of hooks are caught inside: this is the engine's own, and leaves it unusable.
        brokenBy ??= error instanceof Error ? error.message : String(error);
      }
    },
    get isExhausted() {
      return wasRefused();
    },
    charge: meter.charge,
    stop: (reason) => void (brokenBy ??= reason),
  };
};

/** Emscripten tries with less each time before the allocation fails. */
const GROW_TRIES = 3;

/** A guest's whole memory: allocations, stack, and texts in transit. */
function createMemory(memoryBytes: number): { wasmMemory: WebAssembly.Memory; wasRefused(): boolean } {
  const pages = Math.ceil(memoryBytes / PAGE_BYTES);
  const maximum = Math.min(Math.max(pages, MIN_PAGES), MAX_PAGES);
  const wasmMemory = new WebAssembly.Memory({ initial: MIN_PAGES, maximum });
  const grow = wasmMemory.grow.bind(wasmMemory);
  let failedInARow = 0;
  let wasRefused = false;
  wasmMemory.grow = (delta) => {
    try {
      const before = grow(delta);
      failedInARow = 0;
      return before;
    } catch (error) {
      wasRefused ||= ++failedInARow >= GROW_TRIES;
      throw error;
    }
  };
  return { wasmMemory, wasRefused: () => wasRefused };
}

/** Runs the prelude; the result calls its guest's functions. */
function openGuest(context: QuickJSContext, prelude: string, host: Host) {
  const create = context.unwrapResult(context.evalCode(prelude, "prelude.js"));
  const hostObject = toHostObject(context, host);
  const guest = context.unwrapResult(context.callFunction(create, context.undefined, hostObject));
  create.dispose();
  hostObject.dispose();
  const functions = new Map<string, QuickJSHandle>();
  for (const name of ["load", "batch", "call", "settle"] satisfies (keyof Guest)[]) {
    functions.set(name, context.getProp(guest, name));
  }
  return (name: keyof Guest, ...values: (string | number | boolean)[]): string => {
    const handles = values.map((value) => toHandle(context, value));
    const result = context.callFunction(functions.get(name) as QuickJSHandle, guest, ...handles);
    for (const handle of handles) handle.dispose();
    if (result.error !== undefined) throw toGuestError(context, result.error);
    return result.value.consume((value) => (name === "load" ? context.getString(value) : ""));
  };
}

function toHandle(context: QuickJSContext, value: string | number | boolean): QuickJSHandle {
  if (typeof value === "string") return context.newString(value);
  if (typeof value === "number") return context.newNumber(value);
  return value ? context.true : context.false;
}

function toHostObject(context: QuickJSContext, host: Host): QuickJSHandle {
  const object = context.newObject();
  const text = (handle: QuickJSHandle | undefined) => (handle === undefined ? "" : context.getString(handle));
  const number = (handle: QuickJSHandle | undefined) => (handle === undefined ? 0 : context.getNumber(handle));
  const functions: Record<keyof Host, (...handles: QuickJSHandle[]) => QuickJSHandle | undefined> = {
    answer: (name, input) => context.newString(host.answer(text(name), text(input))),
    ask: (id, name, input) => void host.ask(number(id), text(name), text(input)),
    tell: (name, input) => void host.tell(text(name), text(input)),
    begin: (call) => void host.begin(number(call)),
    finish: (call, outcome, value) =>
      void host.finish(number(call), text(outcome) as Parameters<Host["finish"]>[1], text(value)),
  };
  for (const [name, run] of Object.entries(functions)) {
    context.newFunction(name, run).consume((handle) => context.setProp(object, name, handle));
  }
  return object;
}

function runJobs(runtime: QuickJSRuntime): void {
  while (runtime.hasPendingJob()) {
    const result = runtime.executePendingJobs(JOBS_AT_ONCE);
    if (result.error !== undefined) throw toGuestError(result.error.context, result.error);
    result.dispose();
  }
}

function toGuestError(context: QuickJSContext, handle: QuickJSHandle): GuestError {
  const thrown: unknown = handle.consume((value) => context.dump(value));
  if (typeof thrown !== "object" || thrown === null) return new GuestError({ name: null, message: String(thrown) });
  const { name = null, message, stack } = thrown as Partial<Thrown>;
  return new GuestError({
    name,
    message: message ?? JSON.stringify(thrown),
    ...(stack !== undefined && { stack }),
  });
}

/** The reason for ending a guest that ran out of memory. */
export function toMemoryReason({ memoryBytes }: Limits): string {
  return `It needed more than ${memoryBytes} bytes of memory.`;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof GuestError && /out of memory/.test(error.message);
}
