import type { Db } from "../storage/index.ts";
import type { Live } from "./list/live.ts";

/** The resources that reading events needs. `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  /** Wakes listeners after a commit. */
  live: Live;
  /** Captures that wait for the next commit. */
  queue: { drain(): Promise<void> };
}
