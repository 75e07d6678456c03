import type { EventCount, EventValuesPlan, PropertyKey, PropertyKeysPlan, ValueCount } from "../catalogue-plan.ts";
import { propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { PropertyColumn, Run, Segment } from "../../../engines/columns/log/segment.ts";

/**
 * Segments (newest first, about a million events) in which the properties of an event are searched: users want current
 * properties, and each segment costs reading a column per key.
 */
const SAMPLED_SEGMENTS = 16;

/** Columns that one question may make from the log, for properties with too many values to be stored: 0.15 s each. */
const WIDE_READS = 4;

/** All event names of the project, counted by the directories of the segments. */
export function runEventNames(execution: Execution): EventCount[] {
  const found = new Map<number, Omit<EventCount, "name">>();
  // Newest segments first: when a name's known last event is later than a segment, the segment's times are not read.
  for (const segment of execution.segments.toSorted((a, b) => b.maxMs - a.maxMs)) {
    for (const { eventNameId, start, end } of segment.runs) {
      const known = found.get(eventNameId) ?? { count: 0, lastMs: -Infinity };
      found.set(eventNameId, known);
      known.count += end - start;
      // In order of time, so the last row of a run is its latest.
      if (known.lastMs < segment.maxMs)
        known.lastMs = Math.max(known.lastMs, segment.minMs + segment.core().times[end - 1]!);
    }
  }
  return [...found].map(([nameId, { count, lastMs }]) => ({ name: execution.nameOf(nameId), count, lastMs }));
}

/**
 * The keys of one name come from the newest `SAMPLED_SEGMENTS` segments with it; keys with too many values for a
 * column, only from the newest of them.
 */
export function runPropertyKeys(execution: Execution, { event, valueLimit }: PropertyKeysPlan): PropertyKey[] {
  const found = new Map<string, Json[]>();
  const runsOf = compileRuns(execution, event);
  let [segmentsLeft, wideLeft] = [event === null ? Infinity : SAMPLED_SEGMENTS, WIDE_READS];
  for (const segment of execution.segments.toReversed()) {
    const runs = runsOf(segment);
    if (runs.length === 0) continue;
    if (segmentsLeft-- === 0) break;
    for (const key of segment.keys()) {
      if (found.has(key)) continue;
      const isUnread = segment.isWide(key) && wideLeft-- <= 0;
      const values = isUnread ? null : sample(segment.property(key), runs, valueLimit);
      if (values !== null) found.set(key, values);
      else if (event === null) found.set(key, []);
    }
  }
  return [...found].map(([key, values]) => ({ key, values }));
}

/**
 * The most frequent values of a property, over all events; if they are too many for a column, over the newest
 * `WIDE_READS` such segments.
 */
export function runEventValues(execution: Execution, { event, key, contains, limit }: EventValuesPlan): ValueCount[] {
  const counts = new Map<string, number>();
  const runsOf = compileRuns(execution, event);
  let wideLeft = WIDE_READS;
  for (const segment of execution.segments.toReversed()) {
    const runs = runsOf(segment);
    if (runs.length === 0 || (segment.isWide(key) && wideLeft-- <= 0)) continue;
    const { codes, values } = segment.property(key);
    if (values.length === 1) continue;
    const events = new Uint32Array(values.length);
    for (const { start, end } of runs) for (let row = start; row < end; row++) events[codes[row]!]!++;
    for (let code = 1; code < values.length; code++) {
      const count = events[code]!;
      const name = count === 0 ? "" : propertyText(values[code]);
      if (name !== "" && name.toLowerCase().includes(contains)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}

/** The rows of a segment with the event; null = any event. */
function compileRuns(execution: Execution, event: string | null): (segment: Segment) => readonly Run[] {
  if (event === null) return ({ runs }) => runs;
  const nameId = execution.nameId(event);
  return ({ runs }) => runs.filter(({ eventNameId }) => eventNameId === nameId);
}

/** Some of these rows' values; null = no row has the property. */
function sample({ codes, values }: PropertyColumn, runs: readonly Run[], limit: number): Json[] | null {
  const seen = new Set<number>();
  for (const { start, end } of runs) {
    for (let row = start; row < end && seen.size < limit; row++) if (codes[row] !== 0) seen.add(codes[row]!);
  }
  if (seen.size === 0) return null;
  return [...seen].map((code) => values[code]!).filter((value) => value !== null);
}
