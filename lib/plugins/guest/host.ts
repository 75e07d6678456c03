/**
 * The functions that the sandbox passes to its guest; they take and return text and numbers. Closures of the prelude
 * hold them, out of a plugin's reach.
 */
export interface Host {
  /** Answers at once, with JSON text: `{ value }` or `{ error: { name, message } }`. */
  answer(name: string, input: string): string;
  /** Starts asynchronous work; `settle` delivers the answer. */
  ask(id: number, name: string, input: string): void;
  /** Sends a message without an answer. */
  tell(name: string, input: string): void;
  /** The work on a call, or on the first event of a batch, begins: its time is counted from here. */
  begin(call: number): void;
  /**
   * Reports the result of a call, or of an event of a batch; `text` is JSON. Then the next event begins; `end` = no
   * more events.
   */
  finish(call: number, outcome: "value" | "nothing" | "error" | "end", text: string): void;
}
