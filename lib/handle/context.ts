import type { Engine } from "../port/engine.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Options } from "./options.ts";
import type { Db } from "../storage/index.ts";
import type { CaptureQueue, EventLog } from "../ingest/capture/index.ts";
import type { FlagStore } from "../ingest/flags/index.ts";
import type { Live } from "../events/log/index.ts";
import type { Housing } from "../engines/host/index.ts";
import type { IdentityMap } from "../people/persons/index.ts";
import type { PluginRunner, Vault } from "../plugins/index.ts";
import type { QueryRunner } from "../sql/index.ts";

/** The resources of one handle, passed first to every use case `verb(ctx, input)`. It holds no use cases. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  options: Options;
  /** Answers plans; see `insights/engine.ts`. */
  engine: Engine;
  /** The host of the engine, and its columns. */
  housing: Housing;
  /** The cache of distinct ids and persons, kept in step with the database. */
  identity: IdentityMap;
  /** The writing side of the event log. */
  eventLog: EventLog;
  /** Captures that wait for the next commit. */
  queue: CaptureQueue;
  /** The feature flags for apps under test. */
  flags: FlagStore;
  /** Wakes listeners after a commit. */
  live: Live;
  /** The running plugins. */
  plugins: PluginRunner;
  /** Encrypts the secrets of plugin configs. */
  vault: Vault;
  /** Runs SQL in a process of its own. */
  queries: QueryRunner;
}
