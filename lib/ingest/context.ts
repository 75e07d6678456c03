import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Live } from "../log/list/index.ts";
import type { IdentityMap } from "../people/persons/index.ts";
import type { PluginRunner } from "../plugins/index.ts";
import type { EventLog } from "../log/index.ts";
import type { Db } from "../storage/index.ts";
import type { AiPrices } from "./ai/index.ts";
import type { CaptureQueue } from "./capture/queue.ts";
import type { TokenCache } from "../admin/projects/index.ts";

/** The parts of a context that capture needs; `handle/context.ts` has all. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  options: { openMode?: boolean; skipNoisyUpdates?: boolean; aiPrices?: AiPrices; redact?: readonly string[] };
  /** Cached distinct ids and persons, in step with the database. */
  identity: IdentityMap;
  /** The writing side of the event log. */
  eventLog: EventLog;
  /** Captures that wait for the next commit. */
  queue: CaptureQueue;
  live: Live;
  plugins: PluginRunner;
  /** The projects by capture token, kept in step with the database. */
  tokens: TokenCache;
}
