import { addKey, findKey, KeyInput } from "../admin/auth/index.ts";
import { createQueue } from "../ingest/capture/index.ts";
import { toClock } from "../base/clock.ts";
import { startProjector } from "../engines/columns/index.ts";
import type { Context } from "./context.ts";
import { clearResults, columnRunners, createExpressionTests, createResultCache } from "../questions/index.ts";
import type { Feed } from "../port/feed.ts";
import { withSignal } from "../port/with-signal.ts";
import { findMatching } from "../questions/matching/index.ts";
import { countPersonEvents } from "../questions/trend/index.ts";
import { createChangeFirst, createFeed, createFollowerFeed, restoreFeed } from "../engines/feed/index.ts";
import { openEngine } from "../engines/host/index.ts";
import { misconfigured } from "../base/errors.ts";
import { createLive } from "../log/list/index.ts";
import { createFlagSets } from "../flags/answers/index.ts";
import { createFlagStore } from "../flags/program/index.ts";
import { createIds } from "../base/ids.ts";
import { silentLogger } from "../base/log.ts";
import type { Options } from "./options.ts";
import { parse } from "../base/parse.ts";
import { sweepTempFolders } from "../base/temp-folder.ts";
import { IdentityMap, PropertyIndex } from "../people/persons/index.ts";
import { createVault, openPluginRunner } from "../plugins/index.ts";
import { beginEpoch, createFirst, readFollowing } from "../replication/index.ts";
import type { Begins, Follower, HeldLease, TakenOver, TakeOverOptions } from "../replication/index.ts";
import { openCopies } from "../copies/index.ts";
import { createDeletionState, onRemoval } from "../people/deletion/index.ts";
import { addProject, firstProject, createTokenCache, ProjectInput } from "../admin/projects/index.ts";
import { createQueryJobs, forgetJobs } from "../query/index.ts";
import { createWatches } from "../query/watch/index.ts";
import { createQueryRunner } from "../sql/index.ts";
import { createImportSlots } from "../transfer/index.ts";
import { createUploads } from "../uploads/index.ts";
import { countDeletions, createEventLog, newestSeq, openDatabase } from "../log/index.ts";
import { filePath, writeNow } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";

/** Time in ms after opening until the first copy, as the schedule waits for missed jobs. */
const FIRST_COPY_MS = 1000;

/** The resources of a new handle, and the first personal key if this call made or was given it. */
export interface Opened {
  ctx: Context;
  personalApiKey: string | null;
}

/** The place of a handle among those that have its database. */
export interface Role {
  /** Null = it is the first. */
  follower: Follower | null;
  /** The epoch with which it follows no longer; null = it goes on as it is. */
  begins: Begins | null;
  /** Null = it writes without a lease, or follows. */
  lease: HeldLease | null;
  /** @default refuses, unless the first has stepped down for a follower that is gone */
  takeOver?: (options: TakeOverOptions) => Promise<TakenOver>;
}

/** The role of a handle that never follows. */
export const ALONE: Role = { follower: null, begins: null, lease: null };

/**
 * Opens the database and creates the resources for use cases; a new database gets its first project and key.
 * @throws misconfigured when the file cannot be used, or is an existing database with another token or key than the
 * options name
 */
export function openContext(options: Options, { follower, begins, lease, takeOver }: Role = ALONE): Opened {
  const db = openDatabase({
    file: options.file,
    useEmptyFile: options.useEmptyFile ?? false,
    contents: options.contents,
    durability: options.durability ?? "normal",
    secureDelete: options.secureDelete ?? true,
    checkpoint: options.checkpoint,
    isFollowing: begins === null && options.file !== undefined && readFollowing(options.file) !== null,
    nowMs: toClock(options.now).now,
    onLost: ({ code, detail }) => options.logger?.error(detail, { file: options.file, code }),
  });
  try {
    if (lease !== null) db.refusal = lease.refusal;
    if (begins !== null) beginEpoch(db, begins, { seq: newestSeq(db), to: lease?.to ?? null });
    const [identity, clock] = [new IdentityMap(db), toClock(options.now)];
    const expressions = createExpressionTests({ db, clock });
    const live = createLive({ db, clock, expressions });
    const log = options.logger ?? silentLogger;
    const engineHost = openEngine({ db, options, log }, columnRunners);
    const basics = {
      db,
      clock,
      expressions,
      ids: createIds(options.random),
      log,
      options,
      vault: createVault(options),
    };
    const personalApiKey = prepare(basics);
    // A killed process leaves the files of its uploads and imports.
    if (filePath(db) !== undefined) void sweepTempFolders();
    // The engine is opened late, so that a failure of another part need not end it.
    const first = createFirst({ ...basics, lease });
    const { feed, reportErased } = openFeed(db, follower);
    const given = options.engine?.({ feed, log });
    const ctx: Context = {
      ...basics,
      engine: given ?? engineHost.engine,
      engineHost,
      identity,
      eventLog: createEventLog(db),
      queue: createQueue({ db, identity, live, replicated: options.replicated === "one" ? first.replicated : null }),
      flags: createFlagStore(options.flags),
      flagSets: createFlagSets(),
      live,
      plugins: openPluginRunner(basics),
      queries: createQueryRunner({ db }),
      tokens: createTokenCache(),
      first,
      follower,
      takeOver: takeOver ?? first.takeOver,
      copies: options.copies === undefined ? null : openCopies(basics, options.copies),
      deletions: createDeletionState(),
      reportErased,
      properties: new PropertyIndex(db),
      findMatching: (query, { signal }) =>
        findMatching(withSignal({ ...basics, engine: engineHost.engine }, signal), query),
      countPersonEvents: (events) => countPersonEvents(ctx, events),
      logState: { isHeld: false },
      imports: createImportSlots(),
      uploads: createUploads(),
      results: createResultCache(db),
      queryJobs: createQueryJobs(),
      watches: createWatches(),
    };
    onRemoval(ctx, () => {
      clearResults(ctx.results);
      forgetJobs(ctx.queryJobs);
    });
    // Another engine does without columns; the texts of the log are compressed in any case.
    if (given === undefined) engineHost.start();
    follower?.onWritten(createShowing(ctx));
    if (db.isFollowing) return { ctx, personalApiKey };
    const projectBlock = given === undefined ? engineHost.projectBlock : () => Promise.resolve(false);
    startProjector(ctx, projectBlock, engineHost.compactBlock);
    // A program with a clock of its own calls `hoglet.copies.now()`.
    if (options.now === undefined) ctx.copies?.start(FIRST_COPY_MS);
    return { ctx, personalApiKey };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The feed for an engine, whose writes are the first's where this hoglet follows one. */
function openFeed(db: Db, follower: Follower | null): { feed: Feed } & Pick<Context, "reportErased"> {
  if (!db.isFollowing) restoreFeed(db);
  if (follower === null) return { feed: createFeed(db), reportErased: null };
  const change = createChangeFirst(db, follower.tell);
  return {
    feed: createFollowerFeed(db, change),
    reportErased: async (deletion, copy) => (await change("erased", { name: copy.name, deletion, copy })).is_done,
  };
}

/** Wakes the listeners to events that the first has stored; after its erasures the files beside the database go too. */
function createShowing({ db, engineHost, live, log, options }: Context): () => void {
  let deletions = countDeletions(db);
  return () => {
    if (!db.sqlite.open) return;
    try {
      db.refresh();
      const seen = countDeletions(db);
      if (seen !== deletions) engineHost.removeStored();
      deletions = seen;
      live.publish();
    } catch (error) {
      // The next read tells its caller; nobody waits for this.
      log.error("The followed commits cannot be read.", { file: options.file, cause: String(error) });
    }
  };
}

type Preparing = Pick<Context, "db" | "clock" | "ids" | "log" | "options">;

/**
 * Creates the first project and key of a new database, or compares the wanted ones with those of an existing database.
 */
function prepare(ctx: Preparing): string | null {
  const { projectToken, personalApiKey } = ctx.options;
  const isNew = () => ctx.db.sql("SELECT 1 FROM projects LIMIT 1").get() === undefined;
  // Checked first: an existing file is opened without its write lock, which another process may hold.
  if (!isNew()) return checkExisting(ctx);
  const wanted = { name: "Default project", ...(projectToken !== undefined && { api_token: projectToken }) };
  const project = parse(ProjectInput, wanted);
  return writeNow(ctx.db, () => {
    if (!isNew()) return checkExisting(ctx);
    addProject(ctx, project);
    return addKey(ctx, parse(KeyInput, { label: "first key", scopes: ["*"] }), personalApiKey).value;
  });
}

function checkExisting(ctx: Preparing): string | null {
  const { projectToken, personalApiKey } = ctx.options;
  if (projectToken !== undefined && firstProject(ctx).api_token !== projectToken) {
    throw misconfigured("projectToken", "The first project of this database has another token.");
  }
  if (personalApiKey !== undefined && findKey(ctx, personalApiKey) === undefined) {
    throw misconfigured("personalApiKey", "This database does not know that personal API key.");
  }
  return personalApiKey ?? null;
}
