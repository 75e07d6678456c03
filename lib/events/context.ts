import type { Db } from "../storage/index.ts";
import type { Live } from "./log/live.ts";

/** What reading events takes. The whole of the contexts is `handle/context.ts`. */
export interface Context {
  db: Db;
  /** Tells listeners what was committed. */
  live: Live;
  /** Captures that wait for the next commit. */
  queue: { drain(): Promise<void> };
}
