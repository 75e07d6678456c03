import type { Origin } from "../../plugins/index.ts";
import type { RawEvent } from "./body.ts";

/** One request's checked events. */
export interface Batch {
  events: readonly RawEvent[];
  sentAtMs: number | null;
  /** Address of the connection; null = unknown. */
  ip: string | null;
  /** Configs whose plugins made the events. @default from outside */
  origin?: Origin;
}
