import type { Clock } from "./clock.ts";
import type { Ids } from "./ids.ts";
import type { Logger } from "./log.ts";
import type { Options } from "./options.ts";
import type { Db } from "./storage/index.ts";
import type { CaptureQueue, EventLog } from "./capture/index.ts";
import type { FlagStore } from "./flags/index.ts";
import type { Live } from "./events/index.ts";
import type { Housing } from "./engine/index.ts";
import type { IdentityMap } from "./persons/index.ts";
import type { Engine } from "./insights/index.ts";
import type { PluginRunner, Vault } from "./plugins/index.ts";
import type { QueryRunner } from "./query/index.ts";

/** The resources of one handle, passed first to every use case `verb(ctx, input)`. Holds no use cases itself. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  options: Options;
  /** Answers plans; see `insights/engine.ts`. */
  engine: Engine;
  /** Where the engine lives, and its columns. */
  housing: Housing;
  /** What is known of distinct ids and persons, kept in step with the database. */
  identity: IdentityMap;
  /** The writing side of the event log. */
  eventLog: EventLog;
  /** Captures waiting for the next commit. */
  queue: CaptureQueue;
  /** What apps under test are told about feature flags. */
  flags: FlagStore;
  /** Tells who listens what was committed. */
  live: Live;
  /** Plugins at work. */
  plugins: PluginRunner;
  /** Encrypts the secrets of plugin configs. */
  vault: Vault;
  /** Runs SQL in a process of its own. */
  queries: QueryRunner;
}
