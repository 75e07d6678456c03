import { createDispatch, routes } from "./http/index.ts";
import type { Dispatch, HttpReply, HttpRequest } from "./http/index.ts";
import { pluginActor } from "./admin/auth/index.ts";
import { captureEvents } from "./ingest/capture/index.ts";
import type { CapturedEvent } from "./ingest/capture/index.ts";
import { stopDeletions } from "./people/deletion/index.ts";
import type { Context } from "./handle/context.ts";
import { closed } from "./base/errors.ts";
import { whileAlive } from "./base/while-alive.ts";
import { toFetch } from "./http/index.ts";
import type { Fetch } from "./http/index.ts";
import { createScope, orKnown, withMethodGroups } from "./operations/index.ts";
import type { InProject, MethodGroups } from "./operations/index.ts";
import { openContext } from "./handle/open-context.ts";
import type { Opened } from "./handle/open-context.ts";
import { openWhenFree } from "./handle/open-when-free.ts";
import { silentLogger } from "./base/log.ts";
import { openFollower } from "./replication/index.ts";
import type { Follower } from "./replication/index.ts";
import { parseOptions } from "./handle/options.ts";
import type { HogletOptions, Options } from "./handle/options.ts";
import { getProject } from "./admin/projects/index.ts";
import type { Project } from "./admin/projects/index.ts";
import { openSchedule } from "./handle/schedule.ts";
import type { Schedule } from "./handle/schedule.ts";
import { scheduledJobs } from "./handle/scheduled-jobs.ts";
import { closeUploads } from "./uploads/index.ts";
import { closeWatches } from "./query/watch/index.ts";
import { serialize, writersDone } from "./storage/index.ts";

/** An open database with all methods. Created by `createHoglet`. */
export interface Hoglet extends MethodGroups {
  /** The first project: the default of every method, unless its options name another by `project`. */
  readonly project: Project;
  /** Value of the first personal API key, if this call created it or was given it; null for an existing database. */
  readonly personalApiKey: string | null;
  /** Captures events; resolves once they are committed. */
  capture(events: CapturedEvent | readonly CapturedEvent[], options?: InProject): Promise<void>;
  /** The time of this handle, in epoch milliseconds; `isSystem` = the system's clock, not the option `now`. */
  readonly clock: { now(): number; readonly isSystem: boolean };
  /** Answers HTTP requests in process, like the global `fetch`: pass it to an SDK. The origin does not matter. */
  readonly fetch: Fetch;
  /** As `fetch`, for adapters, without the cost of web-standard objects. */
  handle(request: HttpRequest): Promise<HttpReply>;
  /**
   * Runs the jobs that are due on the handle's clock (cohort recalculation and the like) and resolves with their names.
   * On the system's clock a timer does this every minute; with a clock of your own (option `now`) call it after moving
   * the time.
   */
  runDue(): Promise<string[]>;
  /**
   * The whole database as bytes, once running captures are stored: `createHoglet({ contents })` opens a copy in memory.
   * A thread copies a file of more than 2 MiB; in memory a copy blocks the event loop for 3 to 7 ms a MB. It holds
   * deleted data only until `secureDelete` overwrites them, and only the hashes of keys.
   */
  serialize(): Promise<Uint8Array>;
  /** Waits for running captures and scheduled work and closes the database; a second call waits for the first. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens (or creates) a database.
 * @example
 * const hoglet = await createHoglet({ file: "analytics.db" }); // no options: in memory
 * await hoglet.capture({ event: "signed up", distinct_id: "u1", properties: { plan: "pro" } });
 * @throws HogletError `misconfigured` naming the invalid option or file
 */
export async function createHoglet(options: HogletOptions = {}): Promise<Hoglet> {
  const parsed = parseOptions(options);
  const { follow, file, logger = silentLogger } = parsed;
  const follower = follow === undefined || file === undefined ? null : await openFollower(file, follow, logger);
  const { ctx, personalApiKey, schedule } = await openOrEnd(parsed, follower);
  let dispatch: Dispatch | undefined;
  let closing: Promise<void> | undefined;

  const open = () => {
    if (closing !== undefined) throw closed();
    return ctx;
  };
  const scope = createScope(open);
  // The first request makes the routes, which are a third of what there is to load.
  const route = (request: HttpRequest) => (dispatch ??= createDispatch(ctx, routes))(request);
  if (!ctx.db.isFollowing) startPlugins(ctx, route);
  const answer = async (request: HttpRequest) => {
    open();
    return route(request);
  };
  const closeAll = async () => {
    closeWatches(ctx.watches);
    await closeUploads(ctx.uploads);
    await stopDeletions(ctx);
    // In parallel: a scheduled run may be waiting for a plugin, which gets no longer than its share of the closing
    // time.
    const plugins = ctx.plugins.close();
    await schedule.close();
    await plugins;
    // Before the database: the last connection that closes it folds the log into the file.
    await ctx.queries.close();
    await ctx.engine.close?.();
    await ctx.engineHost.close();
    await ctx.copies?.close();
    await ctx.first.close();
    await follower?.close();
    await ctx.queue.drain();
    await writersDone(ctx.db);
    ctx.live.close();
    ctx.db.close();
  };
  const close = () => (closing ??= whileAlive(closeAll));

  const handle: Omit<Hoglet, keyof MethodGroups> = {
    get project() {
      return scope.project(undefined);
    },
    personalApiKey,
    capture: orKnown(async (events, { project } = {}) => captureEvents(open(), scope.project(project), events)),
    clock: { now: () => ctx.clock.now(), isSystem: ctx.options.now === undefined },
    fetch: toFetch(answer),
    handle: answer,
    runDue: orKnown(async () => {
      open();
      return schedule.runDue();
    }),
    serialize: orKnown(async () => {
      await open().queue.drain();
      return serialize(open().db);
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
  return withMethodGroups(handle, scope, () => schedule.runDue("deletions"));
}

/** Opens the file as soon as it is free. If it cannot be opened, nothing follows. */
async function openOrEnd(options: Options, follower: Follower | null) {
  try {
    return await openWhenFree(options.file, () => openAll(options, follower));
  } catch (error) {
    await follower?.close();
    throw error;
  }
}

/**
 * Creates the resources and the schedule of a handle. If the schedule fails, the resources are closed, since no caller
 * gets a handle.
 */
function openAll(options: Options, follower: Follower | null): Opened & { schedule: Schedule } {
  const opened = openContext(options, follower);
  try {
    return { ...opened, schedule: openSchedule(opened.ctx, opened.ctx.db.isFollowing ? [] : scheduledJobs) };
  } catch (error) {
    opened.ctx.db.close();
    throw error;
  }
}

/** Connects plugins to the handle. */
function startPlugins(ctx: Context, dispatch: Dispatch): void {
  ctx.plugins.connect({
    capture: async (projectId, event, origin) => captureEvents(ctx, getProject(ctx, projectId), event, origin),
    api: (projectId, request) =>
      dispatch({
        ...request,
        ...(request.headers["authorization"] === undefined && { actor: pluginActor(projectId) }),
      }),
  });
}
