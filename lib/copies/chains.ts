import type { Place } from "../places/index.ts";
import { getMoment } from "./moment.ts";

/** A whole copy and the moments after it. */
export interface Chain {
  /** The name of the chain's folder, which begins with the time of its start. */
  name: string;
  /** Its moments, numbered from 0. */
  moments: number;
  /** Names of all objects of the chain. */
  objects: string[];
}

const CHAIN = /^(\d{8}T\d{9}Z-[0-9a-f]{8})\/(?:(\d{6})\.moment$)?/;

/** A new chain's name: names sort by time. */
export function chainName(atMs: number, random: string): string {
  return `${new Date(atMs).toISOString().replaceAll(/[-:.]/g, "")}-${random}`;
}

/** Epoch ms of a chain's name. */
export function chainTime(name: string): number {
  const [, y, mo, d, h, mi, s, ms] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name) ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
}

/** The chains of a place, oldest first; one without moments is the rest of a copy that did not end. */
export async function listChains(place: Place): Promise<Chain[]> {
  const chains = new Map<string, Chain & { numbers: Set<number> }>();
  for (const object of await place.list()) {
    const [, name, number] = CHAIN.exec(object) ?? [];
    if (name === undefined) continue;
    const chain = chains.get(name) ?? { name, moments: 0, objects: [], numbers: new Set() };
    chain.objects.push(object);
    if (number !== undefined) chain.numbers.add(Number(number));
    chains.set(name, chain);
  }
  return [...chains.values()].map(({ numbers, ...chain }) => {
    // Without a gap: a moment after a missing one cannot be restored.
    while (numbers.has(chain.moments)) chain.moments += 1;
    return chain;
  });
}

/** The time of a chain's last moment, in epoch ms. */
export async function lastMoment(place: Place, { name, moments }: Chain): Promise<number> {
  return (await getMoment(place, name, moments - 1)).atMs;
}

/** The time of the oldest kept moment, in epoch ms; null = none is kept. */
export async function oldestMoment(place: Place): Promise<number | null> {
  const kept = (await listChains(place)).filter(({ moments }) => moments > 0);
  const times = await Promise.all(kept.map(async ({ name }) => (await getMoment(place, name, 0)).atMs));
  return times.length === 0 ? null : Math.min(...times);
}

/** A kept moment. */
export interface MomentPlace {
  chain: string;
  number: number;
  atMs: number;
}

/** The newest moment that is not after an instant. @returns null = there is none */
export async function findMoment(place: Place, untilMs: number): Promise<MomentPlace | null> {
  let best: MomentPlace | null = null;
  for (const chain of await listChains(place)) {
    const found = chain.moments === 0 ? null : await findInChain(place, chain, untilMs);
    if (found !== null && (best === null || found.atMs >= best.atMs)) best = found;
  }
  return best;
}

/** Halves the moments, whose times ascend. */
async function findInChain(place: Place, chain: Chain, untilMs: number): Promise<MomentPlace | null> {
  let found: MomentPlace | null = null;
  for (let [from, to] = [0, chain.moments]; from < to;) {
    const number = (from + to) >> 1;
    const { atMs } = await getMoment(place, chain.name, number);
    if (atMs <= untilMs) [found, from] = [{ chain: chain.name, number, atMs }, number + 1];
    else to = number;
  }
  return found;
}
