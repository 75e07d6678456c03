import { createDispatch, routes } from "./http/index.ts";
import type { Dispatch, HttpRequest } from "./http/index.ts";
import { pluginActor } from "./admin/auth/index.ts";
import { getProject } from "./admin/projects/index.ts";
import { conflict, misconfigured } from "./base/errors.ts";
import type { Context } from "./handle/context.ts";
import { ALONE, openContext } from "./handle/open-context.ts";
import type { Opened, Role } from "./handle/open-context.ts";
import { openWhenFree } from "./handle/open-when-free.ts";
import type { Options } from "./handle/options.ts";
import { openSchedule } from "./handle/schedule.ts";
import type { Schedule } from "./handle/schedule.ts";
import { scheduledJobs } from "./handle/scheduled-jobs.ts";
import { beginFollowing } from "./handle/begin-following.ts";
import { captureEvents } from "./ingest/capture/index.ts";
import { newestSeq } from "./log/index.ts";
import { stopDeletions } from "./people/deletion/index.ts";
import { closeWatches } from "./query/watch/index.ts";
import { epochOf, readIdentity, removeFollowing } from "./replication/index.ts";
import type { Follower, TakenOver, TakeOverOptions } from "./replication/index.ts";
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
  const follower = await beginFollowing(options);
  const role: Role = { follower, takesOver: false, takeOver: (input) => takeOver(input) };
  const instance = await openRole(options, role);
  if (follower === null) await refuseSuperseded(instance);
  let running: Promise<TakenOver> | null = null;
  const takeOver = (input: TakeOverOptions) =>
    (running ??= becomeFirst(options, { instance, follower, replace }, input).finally(() => (running = null)));
  return instance;
}

interface Following {
  instance: Instance;
  follower: Follower | null;
  replace(next: Instance): void;
}

/** Opens the file for writing before the instance that only reads is closed: requests are answered all the time. */
async function becomeFirst(
  given: Options,
  { instance: { ctx, close }, follower, replace }: Following,
  input: TakeOverOptions,
): Promise<TakenOver> {
  const { follow, ...options } = given;
  const identity = readIdentity(ctx.db);
  const { file } = options;
  if (follow === undefined || follower === null || file === undefined)
    throw conflict(null, "This hoglet follows no other: it is the first.");
  if (identity === null) throw new Error("A follower's file has no identity.");
  const other = await ctx.first.fence.check();
  if (other !== null) throw conflict(null, `${other} has taken over already: follow that.`);
  const successor = { database: identity.database, epoch: epochOf(identity) + 1 };
  const isComplete = await follower.stopForTakeOver(successor, input, () => newestSeq(ctx.db));
  const { lag_seconds } = follower.status();
  let next: Instance | undefined;
  try {
    next = await openRole(options, { ...ALONE, takesOver: true });
    removeFollowing(file);
  } catch (error) {
    await next?.close();
    await follower.goOn();
    throw error;
  }
  replace(next);
  ctx.log.warn("This hoglet has taken over.", { file, epoch: epochOf(identity) + 1, isComplete });
  await close();
  return { epoch: epochOf(identity) + 1, is_complete: isComplete, lag_seconds: isComplete ? 0 : lag_seconds };
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
    return await openWhenFree(options.file, () => openNow(options, role));
  } catch (error) {
    await role.follower?.close();
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
    const schedule = openSchedule(ctx, ctx.db.isFollowing ? [] : scheduledJobs);
    if (!ctx.db.isFollowing) startPlugins(ctx, route);
    return { ...opened, schedule, route, close: () => closeAll(ctx, schedule) };
  } catch (error) {
    // No caller gets a handle.
    ctx.db.close();
    throw error;
  }
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
