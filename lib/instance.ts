import { createDispatch, routes } from "./http/index.ts";
import type { Dispatch, HttpRequest } from "./http/index.ts";
import { pluginActor } from "./admin/auth/index.ts";
import { getProject } from "./admin/projects/index.ts";
import { misconfigured } from "./base/errors.ts";
import type { Context } from "./handle/context.ts";
import { ALONE, openContext } from "./handle/open-context.ts";
import type { Opened, Role } from "./handle/open-context.ts";
import { openWhenFree } from "./handle/open-when-free.ts";
import { leaseOfFirst } from "./handle/lease-of-first.ts";
import type { Options } from "./handle/options.ts";
import { openSchedule } from "./handle/schedule.ts";
import type { Schedule } from "./handle/schedule.ts";
import { followerJobs, scheduledJobs } from "./handle/scheduled-jobs.ts";
import { createTakeOver, finishTakeOver } from "./handle/take-over.ts";
import { beginFollowing } from "./handle/begin-following.ts";
import { captureEvents } from "./ingest/capture/index.ts";
import { stopDeletions } from "./people/deletion/index.ts";
import { closeWatches } from "./query/watch/index.ts";
import { writersDone } from "./storage/index.ts";
import { closeUploads } from "./uploads/index.ts";

/** An open database with its routes, schedule and plugins: the inside of a handle. */
export interface Instance extends Opened {
  schedule: Schedule;
  route: Dispatch;
  close(): Promise<void>;
}

/**
 * Opens what a handle is made of.
 * @param replace receives the instance that a handle has from then on, when a follower takes over
 * @throws as `createHoglet`
 */
export async function openInstance(options: Options, replace: (next: Instance) => void): Promise<Instance> {
  finishTakeOver(options);
  const follower = await beginFollowing(options);
  if (follower === null) {
    const first = await openRole(options, { ...ALONE, lease: await leaseOfFirst(options) });
    await refuseSuperseded(first);
    return first;
  }
  const instance = await openRole(options, { ...ALONE, follower, takeOver: (input) => taking.takeOver(input) });
  const standby = { options, instance, follower, open: openRole, replace };
  const taking = await createTakeOver(standby).catch(async (error: unknown) => {
    await instance.close();
    throw error;
  });
  return { ...instance, close: () => taking.close() };
}

/** @throws misconfigured when a follower has taken over meanwhile */
async function refuseSuperseded({ ctx, close }: Instance): Promise<void> {
  const first = await ctx.first.fence.check();
  if (first === null) return;
  await close();
  throw misconfigured(
    "file",
    `${ctx.options.file} was the first's, and ${first} has taken over since: follow that (--follow ${first}).`,
  );
}

/** Opens the file as soon as it is free. If it cannot be opened, nothing follows. */
async function openRole(options: Options, role: Role): Promise<Instance> {
  try {
    const instance = await openWhenFree(options.file, () => openNow(options, role));
    // Opening may take longer than a beat of the lease lives.
    await role.lease?.settled();
    return instance;
  } catch (error) {
    await role.follower?.close();
    role.lease?.close();
    throw error;
  }
}

function openNow(options: Options, role: Role): Instance {
  const opened = openContext(options, role);
  const { ctx } = opened;
  let dispatch: Dispatch | undefined;
  // The first request makes the routes, which are a third of what there is to load.
  const route = (request: HttpRequest) => (dispatch ??= createDispatch(ctx, routes))(request);
  try {
    const schedule = openSchedule(ctx, jobsOf(ctx));
    if (!ctx.db.isFollowing) startPlugins(ctx, route);
    return { ...opened, schedule, route, close: () => closeAll(ctx, schedule) };
  } catch (error) {
    // No caller gets a handle.
    ctx.db.close();
    throw error;
  }
}

function jobsOf({ db, follower, options }: Context) {
  if (!db.isFollowing) return scheduledJobs;
  return follower === null || options.engine === undefined ? [] : followerJobs;
}

async function closeAll(ctx: Context, schedule: Schedule): Promise<void> {
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
  await ctx.follower?.close();
  await ctx.queue.drain();
  await writersDone(ctx.db);
  ctx.live.close();
  ctx.db.close();
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
