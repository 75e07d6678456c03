import type { ClockOption } from "./clock.ts";
import type { Logger } from "./log.ts";
import type { Durability } from "./storage/index.ts";

/** What `createHoglet` takes; everything may be absent. */
export interface HogletOptions {
  /** Path of the SQLite file, created when absent. @default in memory */
  file?: string;
  /** ISO text = a frozen clock; a function giving epoch milliseconds = your clock. @default the system's clock */
  now?: ClockOption;
  /** Fills `sizeBytes` bytes for uuids, tokens and keys; a seeded one makes runs repeatable. @default node:crypto */
  random?: (sizeBytes: number) => Uint8Array;
  /** Capture token of the first project of a new database. @default a random `phc_…` */
  projectToken?: string;
  /** First personal API key of a new database. @default a random `phx_…` */
  personalApiKey?: string;
  /** `full` also survives power loss at each commit. @default "normal" */
  durability?: Durability;
  /** Where the library reports. @default silent */
  logger?: Logger;
}

export type Options = Readonly<HogletOptions>;
