import type { Thrown } from "../guest/thrown.ts";
import type { Limits } from "./limits.ts";

/** What a thread is started with. */
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
  | { kind: "settle"; answers: readonly Answer[] }
  /** What a call asked for costs its host too much: the guest is ended over it. */
  | { kind: "stop"; call: number; reason: string };

/** What a plugin asks for, or tells. */
export interface Ask {
  /** Zero = it waits for no answer. */
  id: number;
  /** Within which it asked. */
  call: number;
  /** The how manieth event of the call it was about: each has a budget of its own. */
  turn: number;
  name: string;
  /** JSON. */
  input: string;
}

/** What came of it: JSON of a value, or of what was thrown. */
export interface Answer {
  id: number;
  isOk: boolean;
  text: string;
}

/** What became of an event, or of a call. `text` is JSON of what was returned. */
export type Outcome = { kind: "value"; text: string } | { kind: "nothing" } | { kind: "error"; thrown: Thrown };

/** A call that was under way when a thread broke, with the outcomes it had; the next one of the guilty call is at fault. */
export interface OpenCall {
  id: number;
  outcomes: Outcome[];
}

export type FromThread =
  | { kind: "loaded"; capabilities: string }
  | { kind: "unloadable"; thrown: Thrown }
  /** All outcomes of a batch, or the one of a call; `spentBy`: why the thread is of no more use, null = it is. */
  | { kind: "done"; id: number; outcomes: Outcome[]; spentBy: string | null }
  /** A limit was hit: this thread is of no more use. `heldMs`: the time that its limit let the call at fault take. */
  | { kind: "broken"; reason: string; guilty: number; heldMs: number; open: OpenCall[] }
  /** In the order in which they were made: a message costs more than an answer. */
  | { kind: "asks"; asks: readonly Ask[] };
