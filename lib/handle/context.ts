import type { Engine } from "../port/engine.ts";
import type { ExpressionTests } from "../events/expression-tests.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Options } from "./options.ts";
import type { EventLog } from "../log/index.ts";
import type { Db } from "../storage/index.ts";
import type { CaptureQueue } from "../ingest/capture/index.ts";
import type { FlagSets } from "../flags/answers/index.ts";
import type { FlagStore } from "../flags/program/index.ts";
import type { FindMatching, Live } from "../log/list/index.ts";
import type { EngineHost } from "../engines/host/index.ts";
import type { IdentityMap, PropertyIndex } from "../people/persons/index.ts";
import type { PersonEvents } from "../people/cohorts/index.ts";
import type { CopyReceipt } from "../people/deletion/index.ts";
import type { DeletionState } from "../people/deletion/deletion-state.ts";
import type { TokenCache } from "../admin/projects/index.ts";
import type { ResultCache } from "../questions/shared/result-cache.ts";
import type { ImportSlots } from "../transfer/import-slots.ts";
import type { Uploads } from "../uploads/index.ts";
import type { Context as UploadsContext } from "../uploads/context.ts";
import type { PluginRunner, Vault } from "../plugins/index.ts";
import type { QueryJobs } from "../query/index.ts";
import type { Watches } from "../query/watch/index.ts";
import type { QueryRunner } from "../sql/index.ts";
import type { Copies } from "../copies/index.ts";
import type { First, Follower, TakenOver, TakeOverOptions } from "../replication/index.ts";
import type { Context as AdminContext } from "../admin/context.ts";
import type { Context as DoctorContext } from "../doctor/context.ts";
import type { Context as EnginesContext } from "../engines/context.ts";
import type { Context as EventsContext } from "../log/context.ts";
import type { Context as FlagsContext } from "../flags/context.ts";
import type { Context as IngestContext } from "../ingest/context.ts";
import type { Context as PeopleContext } from "../people/context.ts";
import type { Context as PluginsContext } from "../plugins/context.ts";
import type { Context as QueryContext } from "../query/context.ts";
import type { Context as QuestionsContext } from "../questions/context.ts";
import type { Context as SqlContext } from "../sql/context.ts";
import type { Context as TransferContext } from "../transfer/context.ts";

/** The resources of one handle, passed first to every use case `verb(ctx, input)`. It holds no use cases. */
export interface Context {
  db: Db;
  clock: Clock;
  /** Tests rows by expressions, where no engine reads them. */
  expressions: ExpressionTests;
  ids: Ids;
  log: Logger;
  options: Options;
  /** Answers plans; see `port/engine.ts`. */
  engine: Engine;
  /** The host of the engine, and its columns. */
  engineHost: EngineHost;
  /** The cache of distinct ids and persons, kept in step with the database. */
  identity: IdentityMap;
  /** The writing side of the event log. */
  eventLog: EventLog;
  /** Captures that wait for the next commit. */
  queue: CaptureQueue;
  /** The feature flags that the program sets. */
  flags: FlagStore;
  /** The feature flags of projects, ready to be evaluated. */
  flagSets: FlagSets;
  /** Wakes listeners after a commit. */
  live: Live;
  /** The running plugins. */
  plugins: PluginRunner;
  /** Encrypts the secrets of plugin configs. */
  vault: Vault;
  /** Runs SQL in a process of its own. */
  queries: QueryRunner;
  /** The queries that run beside their requests. */
  queryJobs: QueryJobs;
  /** The questions that are watched. */
  watches: Watches;
  /** Whether a reader keeps the write-ahead log large, so that the warning is logged once. */
  logState: { isHeld: boolean };
  /** Imports at work, and those that wait for a place. */
  imports: ImportSlots;
  /** Files that came by HTTP, and their imports. */
  uploads: Uploads;
  /** Answers that were computed before. */
  results: ResultCache;
  /** The copies that the option `copies` makes; null = none. */
  copies: Copies | null;
  /** Gives other hoglets the pages of the database. */
  first: First;
  /** Follows another hoglet, by the option `follow`; null = none. */
  follower: Follower | null;
  /** Makes a follower the first. @throws HogletError 409 when it follows none */
  takeOver(options: TakeOverOptions): Promise<TakenOver>;
  /** Has the first complete a receipt, when this hoglet follows one; null = this one writes. */
  reportErased: ((deletion: number, copy: CopyReceipt) => Promise<boolean>) | null;
  /** The deletion runs, and the listeners to deletion requests. */
  deletions: DeletionState;
  /** Finds events by filters, by hoglet's own columns. */
  findMatching: FindMatching;
  /** Counts events of persons, by the engine. */
  countPersonEvents(events: PersonEvents): Promise<Map<number, number>>;
  /** Properties of persons by value, for filters. */
  properties: PropertyIndex;
  /** The projects by capture token, kept in step with the database. */
  tokens: TokenCache;
}

/** The members of `Part`; it does not compile where `Whole` lacks one of them. */
type PartOf<Whole extends Part, Part> = Pick<Whole, keyof Part>;

/** The context of any wing: each is a part of the whole. */
export type WingContext =
  | PartOf<Context, AdminContext>
  | PartOf<Context, DoctorContext>
  | PartOf<Context, EnginesContext>
  | PartOf<Context, EventsContext>
  | PartOf<Context, FlagsContext>
  | PartOf<Context, IngestContext>
  | PartOf<Context, PeopleContext>
  | PartOf<Context, PluginsContext>
  | PartOf<Context, QueryContext>
  | PartOf<Context, QuestionsContext>
  | PartOf<Context, SqlContext>
  | PartOf<Context, TransferContext>
  | PartOf<Context, UploadsContext>;
