import type { SentError } from "../storage/index.ts";
import type { Copied } from "./copy.ts";

/** A message to the process that copies: a copy of now. */
export interface ToCopier {
  file: string;
  to: string;
  keepMs: number;
  /** The time of the handle's clock. */
  nowMs: number;
}

/** The answer of that process. */
export type FromCopier = { kind: "copied"; copied: Copied } | { kind: "failed"; error: SentError };
