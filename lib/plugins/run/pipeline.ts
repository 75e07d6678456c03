import { isLimit, toLogText } from "./supervisor.ts";
import type { RunningConfig } from "./running-config.ts";
import { SNAPSHOT } from "./plugin-event.ts";
import type { Origin, PluginEvent, Stored } from "./plugin-event.ts";

/** A project's events on their way through its plugins. */
export interface Pipeline {
  /**
   * Returns the events after the plugins, in order; null = a plugin dropped it.
   * @param check names the fault of a plugin's event; null = none
   */
  process(events: readonly PluginEvent[], origin: Origin, check: Check): Promise<(PluginEvent | null)[]>;
  /** Inside the transaction that stores the events, so that a crash loses no export. */
  keep(events: readonly Stored[], origin: Origin): void;
  /** Calls hooks for committed events, without waiting. */
  stored(events: readonly Stored[], origin: Origin): void;
}

/** The fault of an event; null = none. */
export type Check = (event: PluginEvent) => string | null;

/** Events that go from plugin to plugin together: while the second has a chunk, the first has the next. */
const CHUNK = 100;

/** An event on its way, and the plugins that had it. */
interface EventInPipeline {
  event: PluginEvent;
  succeeded: string[];
  failed: string[];
}

/** Creates the pipeline of configs, in their order. */
export function createPipeline(configs: readonly RunningConfig[]): Pipeline {
  return {
    async process(events, origin, check) {
      const chunks: (readonly PluginEvent[])[] = [];
      for (let at = 0; at < events.length; at += CHUNK) chunks.push(events.slice(at, at + CHUNK));
      return (await Promise.all(chunks.map((chunk) => runChunk(configs, chunk, origin, check)))).flat();
    },
    keep(events, origin) {
      for (const config of configs) if (!origin.includes(config.key.id)) config.exporter.keep(events);
    },
    stored(events, origin) {
      for (const config of configs) {
        if (origin.includes(config.key.id)) continue;
        config.afterCommit.add(events, origin);
        config.exporter.kept();
      }
    },
  };
}

async function runChunk(
  configs: readonly RunningConfig[],
  events: readonly PluginEvent[],
  origin: Origin,
  check: Check,
): Promise<(PluginEvent | null)[]> {
  const entries: (EventInPipeline | null)[] = events.map((event) => ({ event, succeeded: [], failed: [] }));
  for (const config of configs) {
    if (origin.includes(config.key.id)) continue;
    const there = [...entries.entries()].filter(isInPipeline);
    if (there.length === 0) break;
    const given = there.map(([, { event }]) => event);
    const steps = await config.eventQueue.process(given, origin);
    for (const [at, [index, entry]] of there.entries()) {
      const step = steps[at];
      if (step === undefined || step.kind === "passed") continue;
      if (step.kind === "nothing") {
        entries[index] = null;
        config.count("processEvent", "successes");
      } else if (step.kind === "error") {
        fail(config, entry, toLogText(step.thrown), isLimit(step.thrown));
      } else {
        take(config, entry, step.value, check);
      }
    }
  }
  return entries.map((entry) => entry?.event ?? null);
}

function isInPipeline(entry: [number, EventInPipeline | null]): entry is [number, EventInPipeline] {
  return entry[1] !== null && entry[1].event.event !== SNAPSHOT;
}

/** The event goes on as it was before (reference/plugins.md 7.3). */
function fail(config: RunningConfig, entry: EventInPipeline, why: string, isLogged = false): void {
  const { event, uuid } = entry.event;
  const kept = `The event "${event}" went on as it had come to this plugin: ${uuid}`;
  if (!isLogged) config.say("PLUGIN", "ERROR", `${config.key.pluginName} failed on an event: ${why}\n${kept}`);
  config.count("processEvent", "failures");
  entry.failed.push(config.label);
  note(entry);
}

function take(config: RunningConfig, entry: EventInPipeline, answer: unknown, check: Check): void {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    return fail(config, entry, `it returned ${Array.isArray(answer) ? "a list" : typeof answer}, no event`);
  }
  const before = entry.event;
  const after = { ...answer, properties: toProperties(answer) } as PluginEvent;
  const wrong = check(after);
  if (wrong !== null) return fail(config, entry, wrong);
  if (after.team_id !== before.team_id) {
    config.say("PLUGIN", "ERROR", `${config.key.pluginName} changed team_id, which is not allowed; it was restored.`);
    after.team_id = before.team_id;
  }
  entry.event = after;
  config.count("processEvent", "successes");
  entry.succeeded.push(config.label);
  note(entry);
}

function toProperties(answer: object): unknown {
  return "properties" in answer && answer.properties !== null ? answer.properties : {};
}

/**
 * Writes the lists after each plugin and not at the end, so that a plugin sees which plugins had the event before
 * (reference/plugins.md 7.4). Values that a client sent under these names are replaced.
 */
function note({ event, succeeded, failed }: EventInPipeline): void {
  event.properties["$plugins_succeeded"] = [...succeeded];
  event.properties["$plugins_failed"] = [...failed];
}
