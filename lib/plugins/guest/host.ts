/**
 * The sandbox's functions for its guest: they take and return text and numbers. Closures of the prelude keep them out
 * of a plugin's reach.
 */
export interface Host {
  /** Answers at once, with JSON text: `{ value }` or `{ error: { name, message } }`. */
  answer(name: string, input: string): string;
  /** Starts asynchronous work; `settle` delivers the answer. */
  ask(id: number, name: string, input: string): void;
  /** Sends a message without an answer. */
  tell(name: string, input: string): void;
  /** Time is counted from here: a call, or the first event of a batch, begins. */
  begin(call: number): void;
  /** Reports the result of a call or an event; `text` is JSON. The next event begins; `end` = no more events. */
  finish(call: number, outcome: "value" | "nothing" | "error" | "end", text: string): void;
}
