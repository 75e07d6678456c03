import type { PluginHost, Result } from "./plugin-host.ts";
import type { Supervisor } from "./supervisor.ts";
import type { Origin, PluginEvent } from "./plugin-event.ts";

/** The result of a config's plugin for an event; passed = the plugin does not work, or has no `processEvent`. */
export type Step = Result | { kind: "passed" };

/** The events of a config, which pass through its plugin one after the other. */
export interface EventQueue {
  process(events: readonly PluginEvent[], origin: Origin): Promise<Step[]>;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
}

/** Events that arrived together. */
interface Group {
  /** The time that the plugin had lost for all others when they came (`Supervisor.lostMs`). */
  lostBeforeMs: number;
  events: readonly PluginEvent[];
  origin: Origin;
  resolve(steps: Step[]): void;
}

/**
 * Events that enter a sandbox together: crossing the border costs about as much as a few events (reference/plugins.md
 * 10). A larger batch delays its first event.
 */
const BATCH = 200;

/**
 * Batches given to the plugin's thread: while this thread handles the results of a batch, the plugin's thread has the
 * next.
 */
const GIVEN_AT_ONCE = 2;

const PASSED: Step = { kind: "passed" };

/**
 * Opens the event queue of a config. Events wait for hooks that are stopped over their limit once: when stops have cost
 * `patienceMs` since an event came, it passes the plugin by.
 * @param patienceMs the longest call
 */
export function openEventQueue(supervisor: Supervisor, patienceMs: number): EventQueue {
  let waiting: Group[] = [];
  let running: Promise<void> | null = null;

  const work = async () => {
    const given: Promise<void>[] = [];
    while (waiting.length > 0 || given.length > 0) {
      if (waiting.length > 0 && given.length < GIVEN_AT_ONCE) {
        const groups = takeGroups(waiting);
        waiting = waiting.slice(groups.length);
        given.push(runGroups(supervisor, groups, patienceMs));
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

/** The first groups with the same origin, because the plugin's own requests get the origin of its batch. */
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

async function runGroups(supervisor: Supervisor, groups: readonly Group[], patienceMs: number): Promise<void> {
  const events = groups.flatMap((group) => group.events);
  const waits = groups.flatMap((group) => group.events.map(() => group.lostBeforeMs + patienceMs));
  const mayWait = (index: number) => supervisor.lostMs < (waits[index] ?? 0);
  const steps = await runBatch(supervisor, { events, mayWait, origin: groups[0]?.origin ?? [] });
  let at = 0;
  for (const group of groups) group.resolve(steps.slice(at, (at += group.events.length)));
}

interface Given {
  events: readonly PluginEvent[];
  origin: Origin;
  /** Tells whether the event with this index may still wait for the plugin. */
  mayWait(index: number): boolean;
}

/** Runs events until each has a result; the next plugin host gets the events that a broken host did not reach. */
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
