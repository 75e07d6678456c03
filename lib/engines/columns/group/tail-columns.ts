import type { Execution } from "../execution.ts";
import type { CodedColumn } from "../log/segment.ts";

/** A property of a segment, for another thread. */
interface Given {
  /** The position of the segment and of the key among those of the question. */
  place: number;
  coded: CodedColumn;
}

/**
 * Shares the properties of the unfinished block among the threads of a worker group that shares actors. Each thread
 * reads rows of all segments, and parsing 65,000 events takes 0.3 s: so one thread parses each property.
 * @param keys of properties, the same in all threads
 */
export function shareTailColumns(
  { actorWorkers: workers, segments, fullCount }: Pick<Execution, "actorWorkers" | "segments" | "fullCount">,
  keys: readonly string[],
): void {
  const tail = segments.slice(fullCount);
  if (workers.size === 1 || keys.length === 0 || tail.length === 0) return;
  const places = tail.flatMap((segment, index) =>
    keys.map((key, at) => ({ place: index * keys.length + at, index, segment, key })),
  );
  const missing = places.filter(({ segment, key }) => !segment.hasProperty(key)).map(({ place }) => place);
  const missingIn = workers.gather(missing).map((list) => new Set(list));
  if (missingIn.every(({ size }) => size === 0)) return;
  // A thread that has the property gives it. All keys of a segment are parsed together.
  const giverOf = ({ place, index }: (typeof places)[number]) => {
    const owner = missingIn.findIndex((own) => !own.has(place));
    return owner < 0 ? index % workers.size : owner;
  };
  const given: Given[] = [];
  for (const wanted of places) {
    const { place, segment, key } = wanted;
    if (!missingIn.some((own) => own.has(place)) || giverOf(wanted) !== workers.rank) continue;
    const { codes, values } = segment.property(key);
    given.push({ place, coded: { codes, values } });
  }
  const all = workers.gather(given).flat();
  for (const { place, coded } of all) {
    const { segment, key } = places[place]!;
    if (!segment.hasProperty(key)) segment.keepProperty(key, coded);
  }
}

/** The keys of event properties that a plan names. */
export function propertyKeysOf(plan: unknown): string[] {
  const keys = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { type, event, key } = part as { type?: unknown; event?: unknown; key?: unknown };
    // A filter or a source of values; or a translation of paths.
    if (typeof key === "string" && (type === "event" || typeof event === "string")) keys.add(key);
    for (const value of Object.values(part)) walk(value);
  };
  walk(plan);
  return [...keys];
}
