import { clearInterval, clearTimeout, setInterval, setTimeout } from "../../base/platform.ts";
import { listProjectsWithPlugins } from "../configs/enabled.ts";
import { forgetExpired } from "./cache.ts";
import { forgetDeleted } from "./exporter.ts";
import { createGauges } from "./gauges.ts";
import { nextJobAt } from "./jobs.ts";
import { createLogs, flushAll } from "./logs.ts";
import { createMetrics } from "./metrics.ts";
import type { ConfigKey, Parts } from "./parts.ts";
import type { Pipeline } from "./pipeline.ts";
import type { Port } from "./posthog.ts";
import { isExpectedToAct, openProjectPlugins } from "./project-plugins.ts";
import { createJobRunner } from "./run-jobs.ts";
import type { JobRunner } from "./run-jobs.ts";
import { runSchedule, runTurn } from "./run-schedule.ts";
import type { ScheduleName } from "./run-schedule.ts";
import { createTracker } from "./tracker.ts";

/** The running plugins of a handle. */
export interface PluginRunner {
  /** Null = no plugin is enabled: such a project pays only for this check. */
  pipeline(projectId: number): Pipeline | null;
  /**
   * Creates the configs of the embedding program's plugins in a project; null = they exist. @throws HogletError 503
   * when the database is busy
   */
  prepare(projectId: number): Promise<void> | null;
  /** Connects plugins to capture and the API, and soon starts work without events. */
  connect(port: Port): void;
  /**
   * Loads and sets up a saved config, and resolves when that succeeded or failed, with the failure in the config's
   * `error`. Does nothing unless it is enabled.
   */
  setUp(projectId: number, configId: number): Promise<void>;
  /** Closing waits for this work. */
  track<Value>(work: Promise<Value>): Promise<Value>;
  /** Is a plugin enabled in any project, or still ending? */
  isAtWork(): boolean;
  /** Runs a schedule of all plugins that have it, except where its last run has not ended. */
  runSchedule(name: ScheduleName): Promise<void>;
  /**
   * Runs a schedule of one config now. @returns false = the plugin does not work, lacks it, or its last run has not
   * ended
   */
  runScheduleOf(projectId: number, configId: number, name: ScheduleName): Promise<boolean>;
  /** Runs due jobs, exports, setups. Resolves when plugins have handled all stored events. */
  runDue(): Promise<void>;
  /** Jobs were added; due jobs run soon. */
  wake(): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Ms between writes of logs and metrics, which a crash may lose. */
const FLUSH_MS = 1000;
/** Ms after opening until plugins begin: a command that only reads a file is done by then. */
const BEGIN_MS = 1000;
/**
 * Ms for plugins to handle stored events when the handle closes; unfinished exports and jobs continue at the next
 * opening. With the time for running requests (`bin/listen.ts`) a server ends within 5 s: container runtimes kill after
 * 10.
 */
const CLOSING_MS = 1500;
/**
 * Ms more for plugins of the embedding program, which nothing can stop: then the handle closes, even if they still work.
 */
const ENDED_MS = 500;
/** The longest delay of Node's timers, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Begins when it is connected. */
export function openPluginRunner(parts: Parts): PluginRunner {
  const { db, clock, log, options } = parts;
  const logs = createLogs(parts, () => void flush());
  const metrics = createMetrics(parts);
  const gauges = createGauges();
  const tracker = createTracker();
  const turns = new Set<string>();
  let port: Port | null = null;
  let beginTimer: NodeJS.Timeout | undefined;
  let flushTimer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;

  const connected = () => port ?? notOpen();
  const wake = () => jobTimer.set();
  const shared = { parts, port: connected, captures: new Map(), logs, gauges, metrics, wake };
  const projects = openProjectPlugins(shared, tracker);
  const flush = createFlush(parts, [logs, metrics]);
  const jobs = createJobRunner({ parts, find: projects.find, isClosing: () => closing !== undefined, freed: wake });
  const jobTimer = createJobTimer(parts, jobs, () => closing === undefined && port !== null);

  const sendGauges = () => sendAll(gauges, { parts, projects, tracker, port: connected });

  /** Work without events. */
  const begin = guarded(log, () => {
    projects.all();
    wake();
  });

  const closeAll = async () => {
    clearTimeout(beginTimer);
    jobTimer.clear();
    const late = setTimeout(() => projects.end(), CLOSING_MS);
    const isDone = await within(retireAll(), CLOSING_MS + ENDED_MS);
    clearTimeout(late);
    if (!isDone) log.warn("a plugin was still at work when the handle was closed", {});
    clearInterval(flushTimer);
    await flush();
  };

  const retireAll = async () => {
    await retire({ jobs, tracker, projects });
    if (port !== null) sendGauges();
    await tracker.settle();
  };

  return {
    prepare: projects.prepare,
    pipeline: (projectId) => projects.load(projectId).pipeline,
    connect(given) {
      port = given;
      flushTimer = setInterval(() => void flush(), FLUSH_MS).unref();
      if (options.plugins !== undefined) for (const id of projectIds(parts)) projects.load(id);
      beginTimer = setTimeout(begin, options.now === undefined ? BEGIN_MS : 0).unref();
    },
    async setUp(projectId, configId) {
      projects.load(projectId);
      const config = projects.find(projectId, configId);
      if (config === undefined) return;
      await tracker.track(config.supervisor.ready());
      await config.noted();
    },
    track: tracker.track,
    // Also for a config that was disabled and is still ending.
    isAtWork: () => !tracker.isIdle() || projects.known().length > 0 || listProjectsWithPlugins(db).length > 0,
    runSchedule: (name) => runSchedule(turns, projects.all(), name, clock.now()),
    async runScheduleOf(projectId, configId, name) {
      const config = projects.find(projectId, configId);
      return config === undefined ? false : runTurn(turns, config, name);
    },
    async runDue() {
      const configs = projects.all();
      await Promise.all(configs.filter(isExpectedToAct).map(({ supervisor }) => supervisor.ready()));
      await jobs.run();
      await tracker.settle();
      await Promise.all(configs.map(({ afterCommit }) => afterCommit.idle()));
      await Promise.all(configs.map(({ exporter }) => exporter.flush()));
      sendGauges();
      await tracker.settle();
      await forgetExpired(parts);
      await forgetDeleted(parts);
      await flush();
      wake();
    },
    wake,
    flush,
    close: () => (closing ??= closeAll()),
  };
}

function notOpen(): never {
  throw new Error("The handle is not open yet.");
}

/** One at a time: while the database is busy, the timer would add a writer each second. */
function createFlush({ db, log }: Parts, sources: Parameters<typeof flushAll>[1]): () => Promise<void> {
  let flushing: Promise<void> | undefined;
  const flushNow = async () => {
    if (!db.sqlite.open) return;
    try {
      await flushAll(db, sources);
    } catch (error) {
      log.error("logs of plugins could not be stored", { cause: String(error) });
    }
  };
  return () => (flushing ??= flushNow().finally(() => (flushing = undefined)));
}

/** A damaged database ends a timer's work with a line in the log, not the process. */
function guarded(log: Parts["log"], work: () => void): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      log.error("plugins could not be read from the database", { cause: String(error) });
    }
  };
}

/** With an injected clock only jobs that are due already run by themselves: the time of the others is unknown. */
function createJobTimer(parts: Parts, jobs: JobRunner, isOpen: () => boolean) {
  const { clock, log, options } = parts;
  let timer: NodeJS.Timeout | undefined;
  const run = guarded(log, () => {
    jobs.run().catch((error: unknown) => log.error("jobs of plugins failed", { cause: String(error) }));
    set();
  });
  const set = () => {
    clearTimeout(timer);
    if (!isOpen()) return;
    const waitMs = nextJobAt(parts, jobs.busy) - clock.now();
    if (waitMs > 0 && (options.now !== undefined || waitMs > MAX_TIMER_MS)) return;
    timer = setTimeout(run, Math.max(waitMs, 0)).unref();
  };
  return { set, clear: () => clearTimeout(timer) };
}

interface Running {
  projects: ReturnType<typeof openProjectPlugins>;
  tracker: ReturnType<typeof createTracker>;
}

async function retire({ jobs, tracker, projects }: Running & { jobs: JobRunner }): Promise<void> {
  await jobs.done();
  await tracker.settle();
  await Promise.all(projects.known().map(projects.retire));
  // For events captured while closing.
  await tracker.settle();
}

/** Sends the gauges as events that no plugin sees. */
function sendAll(
  gauges: ReturnType<typeof createGauges>,
  { parts, projects, tracker, port }: Running & { parts: Parts; port(): Port },
): void {
  for (const { config, values } of gauges.take()) {
    const { id, projectId } = config;
    const origin = projects.load(projectId).configs.map(({ key }) => key.id);
    tracker.track(port().capture(projectId, toMetricsEvent(config, values), origin)).catch((error: unknown) => {
      parts.log.warn("metrics of a plugin were not stored", { config: id, cause: String(error) });
    });
  }
}

function toMetricsEvent({ id, pluginId, pluginName }: ConfigKey, values: object) {
  const properties = { ...values, plugin_id: pluginId, plugin_config_id: id, plugin_name: pluginName };
  return { event: "$$plugin_metrics", distinct_id: pluginName, properties };
}

/** Does the work settle in time? */
function within(work: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), ms);
    work.then(() => {
      clearTimeout(timer);
      resolve(true);
    }, reject);
  });
}

function projectIds({ db }: Parts): number[] {
  return db.sql<number>("SELECT id FROM projects ORDER BY id").pluck().all();
}
