import type { Origin } from "../../plugins/index.ts";
import type { RawEvent } from "./body.ts";

/** Checked events of one request to one project. */
export interface Batch {
  events: readonly RawEvent[];
  sentAtMs: number | null;
  /** Address of the connection; null = unknown. */
  ip: string | null;
  /** Configs whose plugins made these events. @default the events come from outside */
  origin?: Origin;
}
