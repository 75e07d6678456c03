import { clearTimeout, setTimeout } from "../../base/platform.ts";
import type { PluginHost, Result } from "./plugin-host.ts";
import type { Supervisor } from "./supervisor.ts";
import type { Origin, PluginEvent } from "./plugin-event.ts";

/** A plugin's result for an event; passed = the plugin does not work, or has no `processEvent`. */
export type Step = Result | { kind: "passed" };

/** A config's events, which pass through its plugin one by one. */
export interface EventQueue {
  process(events: readonly PluginEvent[], origin: Origin): Promise<Step[]>;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
}

interface Group {
  /** The time that the plugin had lost for all others when they came (`Supervisor.lostMs`). */
  lostBeforeMs: number;
  events: readonly PluginEvent[];
  origin: Origin;
  resolve(steps: Step[]): void;
}

/**
 * Events that enter a sandbox together: crossing the border costs about a few events (reference/plugins.md 10). A
 * larger batch delays its first event.
 */
const BATCH = 200;

/** Batches given to the plugin's thread, which has the next while this thread handles results. */
const GIVEN_AT_ONCE = 2;

/**
 * Ms that one event waits for a plugin that paused; others pass it by. A longer time delays answers at each trial of a
 * hanging plugin.
 */
const TRIAL_MS = 500;

/** Ms that events wait for a plugin. */
interface Patience {
  eventMs: number;
  setupMs: number;
}

const PASSED: Step = { kind: "passed" };

/**
 * Opens a config's event queue. An event passes the plugin by when stopped calls have cost `eventMs` since it came, or
 * the setup takes more than `setupMs`.
 * @param eventMs the longest time of an event
 */
export function openEventQueue(supervisor: Supervisor, { eventMs, setupMs }: Patience): EventQueue {
  let waiting: Group[] = [];
  let running: Promise<void> | null = null;
  /** Work that took too long: until it ends, events pass the plugin by. */
  let late: Promise<unknown> | null = null;

  /** Waits for work, which goes on in any case. @returns null = it is late */
  const soon = <Value>(work: Promise<Value>, ms: number): Promise<Value | null> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        late = work.finally(() => (late = null)).catch(() => {});
        resolve(null);
      }, ms);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });

  const runGiven = async (given: Given): Promise<Step[]> => {
    const first = { ...given, events: given.events.slice(0, 1) };
    let steps: Step[] | null = null;
    if (late === null && supervisor.isDoubted) steps = await soon(runBatch(supervisor, first), TRIAL_MS);
    else if (late === null && (await soon(supervisor.ready(), setupMs)) !== null) {
      steps = await runBatch(supervisor, given);
    }
    return given.events.map((_, index) => steps?.[index] ?? PASSED);
  };

  const runGroups = async (groups: readonly Group[]): Promise<void> => {
    const events = groups.flatMap((group) => group.events);
    const waits = groups.flatMap((group) => group.events.map(() => group.lostBeforeMs + eventMs));
    const mayWait = (index: number) => supervisor.lostMs < (waits[index] ?? 0);
    const steps = await runGiven({ events, mayWait, origin: groups[0]?.origin ?? [] });
    let at = 0;
    for (const group of groups) group.resolve(steps.slice(at, (at += group.events.length)));
  };

  const work = async () => {
    const given: Promise<void>[] = [];
    while (waiting.length > 0 || given.length > 0) {
      if (waiting.length > 0 && given.length < (supervisor.isDoubted ? 1 : GIVEN_AT_ONCE)) {
        const groups = takeGroups(waiting);
        waiting = waiting.slice(groups.length);
        given.push(runGroups(groups));
      } else {
        await given.shift();
      }
    }
    running = null;
  };
  return {
    process: (events, origin) =>
      new Promise((resolve) => {
        waiting.push({ events, origin, resolve, lostBeforeMs: supervisor.lostMs });
        running ??= work();
      }),
    async idle() {
      for (let run = running; run !== null; run = running) await run;
    },
  };
}

/** The first groups of one origin, which the plugin's own requests get. */
function takeGroups(waiting: readonly Group[]): Group[] {
  const origin = String(waiting[0]?.origin);
  const groups: Group[] = [];
  let size = 0;
  for (const group of waiting) {
    if (size >= BATCH || String(group.origin) !== origin) break;
    groups.push(group);
    size += group.events.length;
  }
  return groups;
}

interface Given {
  events: readonly PluginEvent[];
  origin: Origin;
  /** May the event with this index still wait? */
  mayWait(index: number): boolean;
}

/** Runs events until each has a result; the next plugin host gets those that a broken host did not reach. */
async function runBatch(supervisor: Supervisor, { events, origin, mayWait }: Given): Promise<Step[]> {
  const steps: Step[] = events.map(() => PASSED);
  let left = events.map((_, index) => index);
  for (;;) {
    left = left.filter(mayWait);
    if (left.length === 0) break;
    const host = await supervisor.ready();
    if (host === null || !hasProcess(host)) break;
    const results = await host.batch(
      left.map((index) => events[index] as PluginEvent),
      origin,
    );
    const again: number[] = [];
    for (const [at, index] of left.entries()) {
      const result = results[at];
      if (result === null || result === undefined) again.push(index);
      else steps[index] = result;
    }
    supervisor.came(left.length - again.length);
    left = again;
  }
  return steps;
}

function hasProcess({ capabilities: { methods } }: PluginHost): boolean {
  return methods.includes("processEvent") || methods.includes("processEventBatch");
}
