import type { Thrown } from "../guest/thrown.ts";
import type { Limits } from "./limits.ts";

/** The data with which a thread starts. */
export interface ThreadData {
  prelude: string;
  limits: Limits;
  pulse: SharedArrayBuffer;
  /** QuickJS. */
  wasm: WebAssembly.Module;
}

export type ToThread =
  | { kind: "load"; code: string; settings: string }
  /** JSON of a list, for `processEvent`. */
  | { kind: "batch"; id: number; events: string }
  /** A hook or a job, with JSON of its arguments but the last. */
  | { kind: "call"; id: number; hook: string; values: string }
  | { kind: "settle"; answers: readonly ServiceReply[] }
  /** A call requested too much, which ends the guest. */
  | { kind: "stop"; call: number; reason: string };

export interface ServiceRequest {
  /** Zero = a message without an answer. */
  id: number;
  /** The call in which it was made. */
  call: number;
  /** The call's current event, which has its own budget. */
  turn: number;
  name: string;
  /** JSON. */
  input: string;
}

/** JSON of a value, or an error. */
export interface ServiceReply {
  id: number;
  isOk: boolean;
  text: string;
}

/** `text` is JSON of the returned value. */
export type Outcome = { kind: "value"; text: string } | { kind: "nothing" } | { kind: "error"; thrown: Thrown };

/** A call in progress when a thread broke, with its outcomes; the guilty call's next event is at fault. */
export interface OpenCall {
  id: number;
  outcomes: Outcome[];
}

export type FromThread =
  | { kind: "loaded"; capabilities: string }
  | { kind: "unloadable"; thrown: Thrown }
  /** Outcomes of a batch or call; `spentBy`: why the thread cannot be used any more, null = it can. */
  | { kind: "done"; id: number; outcomes: Outcome[]; spentBy: string | null }
  /**
   * A limit was exceeded, and the thread cannot be used any more. `heldMs`: the time that the limit allowed to the call
   * at fault; `isHung`: an event waited too long.
   */
  | { kind: "broken"; reason: string; guilty: number; heldMs: number; isHung: boolean; open: OpenCall[] }
  /** Requests in their order, several in one message: a message costs more than an answer. */
  | { kind: "asks"; asks: readonly ServiceRequest[] };
