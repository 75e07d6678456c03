import { chainTime, lastMoment, listChains } from "./chains.ts";
import type { Chain } from "./chains.ts";
import { getMoment, momentName } from "./moment.ts";
import type { Place } from "../places/index.ts";

/** Time in ms after which a chain without a whole copy counts as the rest of a killed process. */
const UNFINISHED_MS = 86_400_000;

interface Wanted {
  keepMs: number;
  nowMs: number;
  /** The chain that is written to; it stays. */
  current: string;
  /** The deletions that a chain had seen when it began, by its name; filled here. */
  seen: Map<string, readonly number[]>;
}

/**
 * Removes the chains whose last moment is older than `keepMs`, and the rests of killed processes.
 * @returns their number, and the deletions that every chain which stays has seen
 */
export async function removeOld(
  place: Place,
  { keepMs, nowMs, current, seen }: Wanted,
): Promise<{ removed: number; erased: number[] }> {
  let removed = 0;
  let erased: number[] | null = null;
  for (const chain of await listChains(place)) {
    const isKept = chain.name === current || (await isYoung(place, chain, { keepMs, nowMs }));
    if (!isKept) {
      await removeChain(place, chain);
      seen.delete(chain.name);
      removed += 1;
      continue;
    }
    const own = seen.get(chain.name) ?? (chain.moments === 0 ? [] : (await getMoment(place, chain.name, 0)).waiting);
    if (chain.moments > 0) seen.set(chain.name, own);
    erased = erased === null ? [...own] : erased.filter((id) => own.includes(id));
  }
  return { removed, erased: erased ?? [] };
}

async function isYoung(
  place: Place,
  chain: Chain,
  { keepMs, nowMs }: Pick<Wanted, "keepMs" | "nowMs">,
): Promise<boolean> {
  if (chain.moments === 0) return nowMs - chainTime(chain.name) < UNFINISHED_MS;
  // A young chain needs no look at its last moment.
  if (nowMs - chainTime(chain.name) < keepMs) return true;
  return nowMs - (await lastMoment(place, chain)) < keepMs;
}

/** The last moment first: a killed process leaves a shorter chain, or one without a whole copy. */
async function removeChain(place: Place, { name, moments, objects }: Chain): Promise<void> {
  const lists = Array.from({ length: moments }, (_, number) => momentName(name, moments - 1 - number));
  await place.remove(lists);
  await place.remove(objects.filter((object) => !lists.includes(object)));
}
