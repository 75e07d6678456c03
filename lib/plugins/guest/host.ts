/**
 * What the sandbox gives its guest: functions that take and give text and numbers. They are held in the closures of the
 * prelude, where a plugin cannot reach them.
 */
export interface Host {
  /** Answers at once, with JSON text: `{ value }` or `{ error: { name, message } }`. */
  answer(name: string, input: string): string;
  /** Asks for what takes its time; `settle` brings the answer. */
  ask(id: number, name: string, input: string): void;
  /** Says something that has no answer. */
  tell(name: string, input: string): void;
  /** The work on an event of a batch, or on a call, begins: its share of time is counted from here. */
  begin(call: number): void;
  /** An event of a batch, or a call, came out so; `text` is JSON. `end` = nothing more comes for this call. */
  finish(call: number, outcome: "value" | "nothing" | "error" | "end", text: string): void;
}
