import type { BenchQuestion, Row } from "./question.ts";

/** An answer and the milliseconds it took. */
export interface Answered {
  rows: Row[];
  ms: number;
}

/** An engine that is open on its file. */
export interface BenchTarget {
  /** Its name and version. */
  version: string;
  /** How many ways it has to ask that; 0 = it cannot be asked. */
  forms(question: BenchQuestion): number;
  ask(question: BenchQuestion, form: number): Promise<Answered>;
  close(): Promise<void> | void;
}
