import { parentPort, workerData } from "node:worker_threads";
import { performance, setInterval } from "../../base/platform.ts";
import type { Host } from "../guest/host.ts";
import type { Thrown } from "../guest/thrown.ts";
import { callBuiltin } from "./builtins.ts";
import { toEventMs } from "./limits.ts";
import { hasTooManyValues, MAX_VALUES } from "./look-over.ts";
import { createAccount } from "./meter.ts";
import type { Account } from "./meter.ts";
import type { ServiceReply, ServiceRequest, FromThread, Outcome, ThreadData, ToThread } from "./protocol.ts";
import { openPulse } from "./pulse.ts";
import { readThrown } from "./read-json.ts";
import { GuestError, openQuickJs, toMemoryReason } from "./vm.ts";
import type { Entry, Vm } from "./vm.ts";

// The thread of one plugin config, which `open-sandbox.ts` starts and ends; it holds one guest. After exceeding a limit
// it reports that, and cannot be used any more.

/** Ms between checks of waiting calls. */
const LOOK_MS = 250;
/** Characters that a log line counts besides its text. */
const LINE_CHARS = 64;
/** Characters of one answer: twice the largest event that capture accepts. */
const MAX_ANSWER_CHARS = 2_000_000;
/** Characters of all answers of a batch: events are sent in batches of a quarter of this (`sandboxed.ts`). */
const MAX_ANSWERS_CHARS = 8 * 1024 * 1024;
/** Characters of an error's message, and of its stack, for logs. */
const MAX_THROWN_CHARS = 16_384;
/** Characters of a plugin's capabilities. */
const MAX_CAPABILITIES_CHARS = 65_536;

interface Call {
  id: number;
  outcomes: Outcome[];
  /** Characters of the outcomes. */
  outcomeChars: number;
  account: Account;
  /** Null = the call waits for its turn. */
  beganMs: number | null;
  /** Is it a batch of events for `processEvent`? */
  isBatch: boolean;
  logChars: number;
}

const data = workerData as ThreadData;
const { limits } = data;
const pulse = openPulse(data.pulse);
const calls = new Map<number, Call>();
/** Calls with open requests, and their characters. */
const askers = new Map<number, { call: Call; chars: number }>();
/** Characters of all open requests. */
let openChars = 0;
/** Requests to send together when the plugin is idle, and before any other message. */
let asks: ServiceRequest[] = [];
/** A call without an outcome. */
const loading = createCall(0);
/** The call that runs now. */
let current = loading;

const host: Host = {
  answer: callBuiltin,
  ask(id, name, input) {
    askers.set(id, { call: current, chars: input.length });
    openChars += input.length;
    if (askers.size > limits.openAsks) vm.stop(`It waits for more than ${limits.openAsks} answers at a time.`);
    else if (openChars > limits.openChars) vm.stop(`Its open requests have more than ${limits.openChars} characters.`);
    else if (hasTooManyValues(input)) vm.stop(`Its request has more than ${MAX_VALUES} values.`);
    else asks.push({ id, call: current.id, turn: current.outcomes.length, name, input });
  },
  tell(name, input) {
    current.logChars += input.length + LINE_CHARS;
    if (current.logChars > limits.logChars) vm.stop(`It logged more than ${limits.logChars} characters at a time.`);
    else asks.push({ id: 0, call: current.id, turn: current.outcomes.length, name, input });
  },
  begin(id) {
    const call = calls.get(id);
    if (call !== undefined) begin(call);
  },
  finish(id, outcome, text) {
    const call = calls.get(id);
    // After exceeding a limit, results come from the interruption, or a damaged guest.
    if (call === undefined || vm.brokenBy !== null) return;
    if (outcome !== "end") {
      call.outcomes.push(toOutcome(call, outcome, text));
      // The batch's next event follows at once, with its own time.
      return begin(call);
    }
    calls.delete(id);
    startNext();
    // Replaces an idle guest whose memory was refused, to free the memory.
    const spentBy = calls.size === 0 && vm.isExhausted ? toMemoryReason(limits) : null;
    send({ kind: "done", id, outcomes: call.outcomes, spentBy });
    if (spentBy !== null) vm.stop(spentBy);
  },
};

speakUtc();
// No top-level await: the build makes CommonJS.
let vm: Vm;
void openQuickJs(data, host).then((opened) => {
  vm = opened;
  setInterval(look, LOOK_MS).unref();
  // Earlier messages arrive now.
  parentPort?.on("message", (message: ToThread) => {
    if (vm.brokenBy !== null) return;
    if (message.kind === "load") load(message.code, message.settings);
    else if (message.kind === "settle") settle(message.answers);
    else if (message.kind === "stop") stop(message.call, message.reason);
    else run(message);
    sendAsks();
  });
});

function load(code: string, settings: string): void {
  pulse.enter(current.id, 0);
  try {
    const capabilities = vm.load(code, settings);
    if (capabilities.length > MAX_CAPABILITIES_CHARS) throw new Error("It exports too many jobs or metrics.");
    send({ kind: "loaded", capabilities });
  } catch (error) {
    send({ kind: "unloadable", thrown: vm.brokenBy === null ? toThrown(error) : { name: null, message: vm.brokenBy } });
  } finally {
    pulse.leave();
  }
}

function settle(answers: readonly ServiceReply[]): void {
  for (const { id, isOk, text } of answers) {
    const asker = askers.get(id);
    askers.delete(id);
    openChars -= asker?.chars ?? 0;
    pulse.took(text.length);
    if (vm.brokenBy === null) enter(asker?.call ?? loading, ["settle", id, isOk, text]);
  }
}

function stop(id: number, reason: string): void {
  // For a call that ended and left requests, no other call is at fault.
  current = calls.get(id) ?? loading;
  vm.stop(reason);
  reportBroken();
}

function run(message: Extract<ToThread, { kind: "batch" | "call" }>): void {
  const call = createCall(message.id, message.kind === "batch");
  if (call.isBatch && calls.size > 0) call.beganMs = null;
  calls.set(message.id, call);
  if (message.kind === "batch") enter(call, ["batch", message.id, message.events]);
  else enter(call, ["call", message.id, message.hook, message.values]);
}

function enter(call: Call, entry: Entry): void {
  turnTo(call);
  pulse.enter(call.id, call.outcomes.length);
  vm.enter(entry);
  pulse.leave();
  if (vm.brokenBy !== null) reportBroken();
}

/** An event, or a call. */
function begin(call: Call): void {
  call.account = createAccount();
  call.beganMs = performance.now();
  call.logChars = 0;
  turnTo(call);
  pulse.beat(call.id, call.outcomes.length);
}

function createCall(id: number, isBatch = false): Call {
  return {
    id,
    outcomes: [],
    outcomeChars: 0,
    account: createAccount(),
    beganMs: performance.now(),
    isBatch,
    logChars: 0,
  };
}

function turnTo(call: Call): void {
  current = call;
  vm.charge(call.account);
}

/** A waiting call's time counts once no call is before it, even if the plugin never reaches it. */
function startNext(): void {
  const next = [...calls.values()].find(({ beganMs }) => beganMs === null);
  if (next !== undefined) next.beganMs = performance.now();
}

/** Stops calls that wait for too long. */
function look(): void {
  const now = performance.now();
  const late = [...calls.values()].find((call) => call.beganMs !== null && now - call.beganMs > toMostMs(call));
  if (late === undefined || vm.brokenBy !== null) return;
  current = late;
  const heldMs = toMostMs(late);
  vm.stop(`It was not done after ${heldMs} ms.`);
  reportBroken({ heldMs, isHung: late.isBatch });
}

/** The longest time of a call, or of each event of a batch. */
function toMostMs({ isBatch }: Call): number {
  return isBatch ? toEventMs(limits) : limits.wallMs;
}

/** @param limit its time, and is it that of a waiting event? */
function reportBroken(limit = { heldMs: limits.cpuMs, isHung: false }): void {
  const open = [...calls.values()].map(({ id, outcomes }) => ({ id, outcomes }));
  send({ kind: "broken", reason: vm.brokenBy ?? "", guilty: current.id, ...limit, open });
}

function toThrown(error: unknown): Thrown {
  if (error instanceof GuestError) return cut(error.thrown);
  return { name: null, message: error instanceof Error ? error.message : String(error) };
}

function toOutcome(call: Call, kind: Outcome["kind"], text: string): Outcome {
  if (kind === "nothing") return { kind };
  if (kind === "error") return { kind, thrown: cut(readThrown(text)) };
  call.outcomeChars += text.length;
  if (text.length > MAX_ANSWER_CHARS) return toRangeError(`${text.length} characters; ${MAX_ANSWER_CHARS} are allowed`);
  if (call.outcomeChars > MAX_ANSWERS_CHARS) {
    return toRangeError(`more than ${MAX_ANSWERS_CHARS} characters for the events of one batch`);
  }
  if (hasTooManyValues(text)) return toRangeError(`more than ${MAX_VALUES} values`);
  return { kind, text };
}

function toRangeError(what: string): Outcome {
  return { kind: "error", thrown: { name: "RangeError", message: `The plugin returned ${what}.` } };
}

function short(text: string): string {
  return text.slice(0, MAX_THROWN_CHARS);
}

/** A plugin may throw megabytes. */
function cut({ name, message, stack }: Thrown): Thrown {
  return { name: name && short(name), message: short(message), ...(stack !== undefined && { stack: short(stack) }) };
}

function send(message: FromThread): void {
  sendAsks();
  parentPort?.postMessage(message);
}

function sendAsks(): void {
  if (asks.length === 0) return;
  const all = asks;
  asks = [];
  parentPort?.postMessage({ kind: "asks", asks: all } satisfies FromThread);
}

/** PostHog's plugins see UTC, and QuickJS uses the thread's local time. */
function speakUtc(): void {
  const prototype = Date.prototype;
  prototype.getTimezoneOffset = () => 0;
  prototype.getFullYear = prototype.getUTCFullYear;
  prototype.getMonth = prototype.getUTCMonth;
  prototype.getDate = prototype.getUTCDate;
  prototype.getDay = prototype.getUTCDay;
  prototype.getHours = prototype.getUTCHours;
  prototype.getMinutes = prototype.getUTCMinutes;
  prototype.getSeconds = prototype.getUTCSeconds;
  prototype.getMilliseconds = prototype.getUTCMilliseconds;
}
