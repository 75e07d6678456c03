import { call } from "../../api.ts";
import { startOfLastDay } from "../../last-day.ts";
import { eventNames } from "../../parts/completions.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { firstSteps } from "./first-steps.ts";
import type { Happened } from "./first-steps.ts";

/** The events in new questions, so that their answers are not empty. */
export interface KnownEvents {
  /** Names of events, the most frequent first. */
  names: readonly string[];
  /** Steps of a funnel. */
  steps: readonly string[];
}

/** Events that are read to find the order in which people do things. */
const LOOKED_AT = 100;

/** The project's events; undefined = still loading; empty if they cannot be loaded. */
export function useKnownEvents(): KnownEvents | undefined {
  const { P } = useProject();
  const { data } = useLoaded(["known events", P], async (signal) => {
    const [names, newest] = await Promise.all([eventNames(P).catch(() => []), readNewest(P, signal).catch(() => [])]);
    return { names, steps: firstSteps(names, newest) };
  });
  return data;
}

async function readNewest(P: string, signal: AbortSignal): Promise<Happened[]> {
  const query = { after: await startOfLastDay(P, signal), limit: LOOKED_AT };
  return (await call<{ results: Happened[] }>(`${P}/events/`, { query, signal })).results;
}
