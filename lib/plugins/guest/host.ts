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
  /** The work on a call, or on the first event of a batch, begins: its share of time is counted from here. */
  begin(call: number): void;
  /** A call, or an event of a batch, came out so; `text` is JSON. Then the next event begins; `end` = there is none. */
  finish(call: number, outcome: "value" | "nothing" | "error" | "end", text: string): void;
}
