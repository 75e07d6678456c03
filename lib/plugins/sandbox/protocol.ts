import type { Thrown } from "../guest/thrown.ts";
import type { Limits } from "./limits.ts";

/** The data with which a thread starts. */
export interface ThreadData {
  prelude: string;
  limits: Limits;
  /** See `pulse.ts`. */
  pulse: SharedArrayBuffer;
  /** QuickJS. */
  wasm: WebAssembly.Module;
}

export type ToThread =
  | { kind: "load"; code: string; settings: string }
  /** Events for `processEvent`: JSON of a list. */
  | { kind: "batch"; id: number; events: string }
  /** A hook or a job, with JSON of its arguments but the last. */
  | { kind: "call"; id: number; hook: string; values: string }
  | { kind: "settle"; answers: readonly ServiceReply[] }
  /** A call requested too much of its host, which ends the guest. */
  | { kind: "stop"; call: number; reason: string };

/** A request or a message of a plugin. */
export interface ServiceRequest {
  /** Zero = without an answer. */
  id: number;
  /** The call in which it was made. */
  call: number;
  /** The index of the call's current event: each has a budget of its own. */
  turn: number;
  name: string;
  /** JSON. */
  input: string;
}

/** The answer: JSON of a value, or of an error. */
export interface ServiceReply {
  id: number;
  isOk: boolean;
  text: string;
}

/** The result of an event, or of a call. `text` is JSON of the returned value. */
export type Outcome = { kind: "value"; text: string } | { kind: "nothing" } | { kind: "error"; thrown: Thrown };

/** A call in progress when a thread broke, with its outcomes so far; the next event of the guilty call is at fault. */
export interface OpenCall {
  id: number;
  outcomes: Outcome[];
}

export type FromThread =
  | { kind: "loaded"; capabilities: string }
  | { kind: "unloadable"; thrown: Thrown }
  /**
   * All outcomes of a batch, or the outcome of a call; `spentBy`: the reason why the thread cannot be used any more,
   * null = it can.
   */
  | { kind: "done"; id: number; outcomes: Outcome[]; spentBy: string | null }
  /**
   * A limit was exceeded: this thread cannot be used any more. `heldMs`: the time that the limit allowed to the call at
   * fault; `isHung`: it was an event, and waited instead of computing.
   */
  | { kind: "broken"; reason: string; guilty: number; heldMs: number; isHung: boolean; open: OpenCall[] }
  /** In their order, several in one message: a message costs more than an answer. */
  | { kind: "asks"; asks: readonly ServiceRequest[] };
