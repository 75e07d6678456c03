/** The part of an event that gives actor, name and time. */
export interface Happened {
  event: string;
  distinct_id: string;
  person_id: string | null;
  /** ISO text. */
  timestamp: string;
}

/** Most steps of a new funnel. */
const MOST_STEPS = 3;

/**
 * The steps of a new funnel: the most frequent events of the app (of all events if those are too few), in the order in
 * which people do them.
 * @param names of the existing events, the most frequent first
 * @param events of some people, which give the order; without them steps are sorted by frequency
 * @example
 * firstSteps(["paid", "$pageview", "signed up"], events) // ["signed up", "paid"]
 */
export function firstSteps(names: readonly string[], events: readonly Happened[] = []): string[] {
  const own = names.filter((name) => !name.startsWith("$"));
  const steps = own.length > 1 ? own.slice(0, MOST_STEPS) : [...names, "$pageview", "$pageleave"].slice(0, 2);
  const firsts = firstTimes(events);
  const rank = new Map(steps.map((step) => [step, isBeforeHowMany(step, steps, firsts)]));
  return steps.toSorted((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0));
}

/** The names of these events, the most frequent first; at equal frequency, the name of the newest event first. */
export function namesOf(events: readonly Happened[]): string[] {
  const counts = new Map<string, number>();
  for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}

/** The time of each person's first event of each name. */
function firstTimes(events: readonly Happened[]): Map<string, number>[] {
  const people = new Map<string, Map<string, number>>();
  for (const { event, distinct_id: distinctId, person_id: personId, timestamp } of events) {
    const who = personId ?? distinctId;
    const times = people.get(who) ?? new Map<string, number>();
    people.set(who, times.set(event, Math.min(times.get(event) ?? Infinity, Date.parse(timestamp))));
  }
  return [...people.values()];
}

/** The number of other steps that most people do after this step, minus the number that they do before it. */
function isBeforeHowMany(step: string, steps: readonly string[], people: readonly Map<string, number>[]): number {
  return steps.reduce((sum, other) => {
    const votes = people.map((times) => {
      const [at, otherAt] = [times.get(step), times.get(other)];
      return at === undefined || otherAt === undefined ? 0 : Math.sign(otherAt - at);
    });
    return sum + Math.sign(votes.reduce((all, vote) => all + vote, 0));
  }, 0);
}
