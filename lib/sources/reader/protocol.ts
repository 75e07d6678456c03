import type { SourceName } from "../../base/source-names.ts";
import type { SentError } from "../../storage/index.ts";
import type { BadSourceRecord, ParsedOptions, Recognised, Step } from "../options.ts";
import type { Collected } from "../stage/collect.ts";
import type { Settled } from "../stage/settle.ts";

/** Options that the reader knows: functions and signals stay behind. */
export type ReadingOptions = Omit<ParsedOptions, "onBad" | "onRecognised" | "onStep" | "onRead" | "confirm" | "signal">;

/** An input to read. */
export interface ReadRequest {
  /** A file or folder; null = the reader asks for the bytes, piece by piece. */
  path: string | null;
  options: ReadingOptions;
  nowMs: number;
  /** An empty folder for files; the scratch tables are in its file `scratch`. */
  folder: string;
  /** Does somebody want the bad records that are left out? */
  wantsBad: boolean;
}

/** A message to the reader: an input, or what it waits for. */
export type ToReader =
  | { kind: "read"; request: ReadRequest }
  /** The next piece of the input; null = its end. */
  | { kind: "piece"; bytes: Uint8Array | null }
  /** The last `own` piece is taken. */
  | { kind: "taken" };

/** A message of the reader. */
export type FromReader =
  | { kind: "ready" }
  /** The reader waits for a piece of the input. */
  | { kind: "more" }
  | { kind: "recognised"; found: Recognised }
  | { kind: "step"; step: Step; bad: BadSourceRecord[] }
  | ReadingEnd;

/** The end of a reading, or the next piece of lines in hoglet's own format, which the receiver stores. */
export type ReadingEnd =
  | { kind: "own"; bytes: Uint8Array; inputs: number; readBytes: number; sizeBytes: number | null }
  | { kind: "ended" }
  | { kind: "staged"; staged: StagedSource }
  /** `isFit` = the process can read the next input. */
  | { kind: "failed"; error: SentError; bad: BadSourceRecord[]; isFit: boolean };

/** A source whose records lie in the scratch tables. */
export interface StagedSource {
  source: SourceName;
  /** A sentence such as "Amplitude export". */
  recordKind: string;
  files: number;
  bad: number;
  counts: Collected;
  settled: Settled;
  passedOver: string[];
}
