import { parentPort, workerData } from "node:worker_threads";
import type { Host } from "../guest/host.ts";
import type { Thrown } from "../guest/thrown.ts";
import { answer } from "./answers.ts";
import type { FromThread, Outcome, ThreadData, ToThread } from "./protocol.ts";
import { openPulse } from "./pulse.ts";
import { readThrown } from "./read-json.ts";
import { speakUtc } from "./utc.ts";
import { GuestError, openQuickJs } from "./vm.ts";
import type { Account } from "./vm.ts";

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

const { prelude, limits, pulse: buffer } = workerData as ThreadData;
const pulse = openPulse(buffer);
const calls = new Map<number, Call>();
/** Whose call asked for what has not been answered yet. */
const askers = new Map<number, Call>();
/** Loading is a call too, with no outcome. */
const loading = createCall(0);
/** Whose turn it is. */
let current = loading;

const host: Host = {
  answer,
  ask(id, name, input) {
    askers.set(id, current);
    if (askers.size > limits.openAsks) vm.stop(`It waits for more than ${limits.openAsks} answers at a time.`);
    else send({ kind: "ask", id, call: current.id, name, input });
  },
  tell(name, input) {
    current.logChars += input.length;
    if (current.logChars > limits.logChars) vm.stop(`It logged more than ${limits.logChars} characters at a time.`);
    else send({ kind: "tell", name, input });
  },
  begin(id) {
    const call = calls.get(id);
    if (call === undefined) return;
    Object.assign(call, { account: { usedMs: 0 }, beganMs: performance.now(), logChars: 0 });
    turnTo(call);
    pulse.beat(id, call.outcomes.length);
  },
  finish(id, outcome, text) {
    const call = calls.get(id);
    // What comes out after a limit was hit is the interruption itself, or comes from a guest that was torn apart.
    if (call === undefined || vm.brokenBy !== null) return;
    if (outcome !== "end") return void call.outcomes.push(toOutcome(outcome, text));
    calls.delete(id);
    startNext();
    send({ kind: "done", id, outcomes: call.outcomes });
  },
};

speakUtc();
const vm = await openQuickJs(prelude, limits, host);
setInterval(look, LOOK_MS).unref();

parentPort?.on("message", (message: ToThread) => {
  if (vm.brokenBy !== null) return;
  if (message.kind === "load") load(message.code, message.settings);
  else enter(message);
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

function enter(message: Exclude<ToThread, { kind: "load" }>): void {
  const call = callOf(message);
  turnTo(call);
  pulse.enter(call.id, call.outcomes.length);
  if (message.kind === "settle") vm.enter(["settle", message.id, message.isOk, message.text]);
  else if (message.kind === "batch") vm.enter(["batch", message.id, message.events]);
  else vm.enter(["call", message.id, message.hook, message.values]);
  pulse.leave();
  if (vm.brokenBy !== null) sayBroken();
}

function callOf(message: Exclude<ToThread, { kind: "load" }>): Call {
  if (message.kind !== "settle") {
    const call = createCall(message.id);
    if (message.kind === "batch" && calls.size > 0) call.beganMs = null;
    calls.set(message.id, call);
    return call;
  }
  const asker = askers.get(message.id) ?? loading;
  askers.delete(message.id);
  return asker;
}

function createCall(id: number): Call {
  return { id, outcomes: [], account: { usedMs: 0 }, beganMs: performance.now(), logChars: 0 };
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
  parentPort?.postMessage(message);
}
