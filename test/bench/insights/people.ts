import type { Random } from "../../../fixtures/random.ts";
import { COUNTRIES, DAY_MS, DAYS, PLANS, START_MS } from "./world.ts";

/**
 * How likely the n-th most active person starts the next session: (n + shift) ^ -exponent. With 500,000 persons, the most
 * active person has 0.07 % of all sessions (16 a day), the median person one session in the 90 days, a third has none.
 */
const POWER_LAW = { exponent: 0.9, shift: 100 };

/** Share of persons with two distinct ids. */
const MERGED = 0.01;

/** Share of persons who joined before the 90 days; the rest join during them. */
const OLD = 0.3;

const SALT = 7_368_787;

/** The persons of a data set. */
export interface People {
  /** A person who has joined and has no session at that time. */
  draw(atMs: number): number;
  /** Keeps the events of a session. */
  seen(person: number, firstMs: number, lastMs: number): void;
  distinctId(person: number): string;
  country(person: number): string;
  plan(person: number): string;
  /** Person lines of NDJSON, and the same as CSV. */
  lines(): Generator<{ line: string; row: string }>;
}

export function createPeople(count: number, random: Random): People {
  const power = 1 - POWER_LAW.exponent;
  const low = POWER_LAW.shift ** power;
  const high = (count + POWER_LAW.shift) ** power;
  const joinedMs = Float64Array.from({ length: count }, () => {
    const isOld = random.chance(OLD);
    return isOld ? 0 : START_MS + random.unit() * DAYS * DAY_MS;
  });
  const firstMs = new Float64Array(count);
  const busyUntilMs = new Float64Array(count);
  // One after the other in activity are not neighbours in number.
  const scatter = (rank: number) => (rank * SALT) % count;
  const drawAny = () => {
    const rank = (low + random.unit() * (high - low)) ** (1 / power) - POWER_LAW.shift;
    return scatter(Math.min(count - 1, Math.max(0, Math.floor(rank))));
  };
  const createdMs = (person: number) => {
    const first = firstMs[person] ?? 0;
    if ((joinedMs[person] ?? 0) > 0 && first > 0) return first;
    return Math.floor((joinedMs[person] ?? 0) || START_MS - (1 + (person % 180)) * DAY_MS);
  };
  return {
    draw(atMs) {
      for (;;) {
        const person = drawAny();
        if ((joinedMs[person] ?? 0) <= atMs && (busyUntilMs[person] ?? 0) < atMs) return person;
      }
    },
    seen(person, first, last) {
      firstMs[person] ||= first;
      busyUntilMs[person] = last;
    },
    distinctId: (person) => (isMerged(person) && random.chance(0.5) ? `anonymous-${person}` : `user-${person}`),
    country: (person) => COUNTRIES[Math.floor(COUNTRIES.length * ((person % 997) / 997) ** 2)] ?? "US",
    plan: (person) => PLANS[Math.floor(PLANS.length * ((person % 499) / 499) ** 3)] ?? "free",
    *lines() {
      for (let person = 0; person < count; person++) {
        const ids = isMerged(person) ? `"user-${person}","anonymous-${person}"` : `"user-${person}"`;
        const created = createdMs(person);
        const properties = `{"email":"user-${person}@example.com","plan":"${this.plan(person)}"}`;
        yield {
          line: `{"kind":"person","distinct_ids":[${ids}],"properties":${properties},"created_at":"${new Date(created).toISOString()}","is_identified":true}\n`,
          row: `${person + 1},${created},user-${person}\n`,
        };
      }
    },
  };
}

function isMerged(person: number): boolean {
  return person % Math.round(1 / MERGED) === 0;
}
