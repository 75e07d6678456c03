import { parentPort, workerData } from "node:worker_threads";
import type { Host } from "../guest/host.ts";
import type { Thrown } from "../guest/thrown.ts";
import { answer } from "./answers.ts";
import { createAccount } from "./meter.ts";
import type { Account } from "./meter.ts";
import type { Answer, Ask, FromThread, Outcome, ThreadData, ToThread } from "./protocol.ts";
import { openPulse } from "./pulse.ts";
import { readThrown } from "./read-json.ts";
import { speakUtc } from "./utc.ts";
import { GuestError, openQuickJs } from "./vm.ts";
import type { Entry, Vm } from "./vm.ts";

// The thread of one plugin config: started and ended by `open-sandbox.ts`, it holds one guest. After a limit was hit it says
// so and is of no more use.

/** How often waiting calls are looked at. */
const LOOK_MS = 250;

/** A call under way. */
interface Call {
  id: number;
  outcomes: Outcome[];
  account: Account;
  /** Null = it waits for its turn. */
  beganMs: number | null;
  logChars: number;
}

const data = workerData as ThreadData;
const { limits } = data;
const pulse = openPulse(data.pulse);
const calls = new Map<number, Call>();
/** Whose call asked for what has not been answered yet. */
const askers = new Map<number, Call>();
/** What was asked for and has not been sent: it is, together, when the plugin has nothing to do, and before anything else. */
let asks: Ask[] = [];
/** Loading is a call too, with no outcome. */
const loading = createCall(0);
/** Whose turn it is. */
let current = loading;

const host: Host = {
  answer,
  ask(id, name, input) {
    askers.set(id, current);
    if (askers.size > limits.openAsks) vm.stop(`It waits for more than ${limits.openAsks} answers at a time.`);
    else asks.push({ id, call: current.id, name, input });
  },
  tell(name, input) {
    current.logChars += input.length;
    if (current.logChars > limits.logChars) vm.stop(`It logged more than ${limits.logChars} characters at a time.`);
    else send({ kind: "tell", name, input });
  },
  begin(id) {
    const call = calls.get(id);
    if (call !== undefined) begin(call);
  },
  finish(id, outcome, text) {
    const call = calls.get(id);
    // What comes out after a limit was hit is the interruption itself, or comes from a guest that was torn apart.
    if (call === undefined || vm.brokenBy !== null) return;
    if (outcome !== "end") {
      call.outcomes.push(toOutcome(outcome, text));
      // The next event of a batch follows at once, and has its own share of time.
      return begin(call);
    }
    calls.delete(id);
    startNext();
    send({ kind: "done", id, outcomes: call.outcomes });
  },
};

speakUtc();
// No top-level await: what is built is CommonJS.
let vm: Vm;
void openQuickJs(data, host).then((opened) => {
  vm = opened;
  setInterval(look, LOOK_MS).unref();
  // What was sent before is delivered now.
  parentPort?.on("message", (message: ToThread) => {
    if (vm.brokenBy !== null) return;
    if (message.kind === "load") load(message.code, message.settings);
    else if (message.kind === "settle") settle(message.answers);
    else run(message);
    sendAsks();
  });
});

function load(code: string, settings: string): void {
  pulse.enter(current.id, 0);
  try {
    send({ kind: "loaded", capabilities: vm.load(code, settings) });
  } catch (error) {
    send({ kind: "unloadable", thrown: vm.brokenBy === null ? toThrown(error) : { name: null, message: vm.brokenBy } });
  } finally {
    pulse.leave();
  }
}

function settle(answers: readonly Answer[]): void {
  for (const { id, isOk, text } of answers) {
    const asker = askers.get(id) ?? loading;
    askers.delete(id);
    if (vm.brokenBy === null) enter(asker, ["settle", id, isOk, text]);
  }
}

function run(message: Extract<ToThread, { kind: "batch" | "call" }>): void {
  const call = createCall(message.id);
  if (message.kind === "batch" && calls.size > 0) call.beganMs = null;
  calls.set(message.id, call);
  if (message.kind === "batch") enter(call, ["batch", message.id, message.events]);
  else enter(call, ["call", message.id, message.hook, message.values]);
}

function enter(call: Call, entry: Entry): void {
  turnTo(call);
  pulse.enter(call.id, call.outcomes.length);
  vm.enter(entry);
  pulse.leave();
  if (vm.brokenBy !== null) sayBroken();
}

/** The work on an event, or on a call, begins. */
function begin(call: Call): void {
  call.account = createAccount();
  call.beganMs = performance.now();
  call.logChars = 0;
  turnTo(call);
  pulse.beat(call.id, call.outcomes.length);
}

function createCall(id: number): Call {
  return { id, outcomes: [], account: createAccount(), beganMs: performance.now(), logChars: 0 };
}

function turnTo(call: Call): void {
  current = call;
  vm.charge(call.account);
}

/** The time of what waited for its turn counts from when nothing is before it, even if the plugin never comes to it. */
function startNext(): void {
  const next = [...calls.values()].find(({ beganMs }) => beganMs === null);
  if (next !== undefined) next.beganMs = performance.now();
}

/** Stops calls that wait for too long. */
function look(): void {
  const now = performance.now();
  const late = [...calls.values()].find(({ beganMs }) => beganMs !== null && now - beganMs > limits.wallMs);
  if (late === undefined || vm.brokenBy !== null) return;
  current = late;
  vm.stop(`It was not done after ${limits.wallMs} ms.`);
  sayBroken();
}

function sayBroken(): void {
  const open = [...calls.values()].map(({ id, outcomes }) => ({ id, outcomes }));
  send({ kind: "broken", reason: vm.brokenBy ?? "", guilty: current.id, open });
}

function toThrown(error: unknown): Thrown {
  if (error instanceof GuestError) return error.thrown;
  return { name: null, message: error instanceof Error ? error.message : String(error) };
}

function toOutcome(kind: Outcome["kind"], text: string): Outcome {
  if (kind === "nothing") return { kind };
  return kind === "value" ? { kind, text } : { kind, thrown: readThrown(text) };
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
