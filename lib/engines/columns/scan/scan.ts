import type { DateRange } from "../../../port/range.ts";
import type { Selection } from "../../../port/selection.ts";
import { allOf, anyOf, compileMask, maskOfActors, maskOfSessions } from "./mask.ts";
import type { Mask } from "./mask.ts";
import type { Execution } from "../execution.ts";
import { clippedRuns } from "../log/clipped-runs.ts";
import type { Segment } from "../log/segment.ts";

/** Rows of one event name in order of time, some of which count. */
export interface Slice {
  segment: Segment;
  start: number;
  /** The row after the last row. */
  end: number;
  /** 1 = the row counts; its first entry is for row `start`. Null = all rows count. */
  mask: Uint8Array | null;
}

/** The test of the rows of one event name: null = all pass, undefined = none can match. */
export type NameTest = (eventNameId: number) => Mask | null | undefined;

/**
 * Compiles a selection into tests of rows, by the event's name. Tests of persons are known after
 * `execution.showPersons`.
 * @param countsActors the counter leaves out events without an actor itself: they need no mask
 */
export function compileSelection(select: Selection, execution: Execution, countsActors = false): NameTest {
  const needsMask = select.needsPerson && !countsActors;
  const common = allOf([
    compileMask(select.filter, execution),
    needsMask ? somebody(execution) : null,
    select.needsSession ? maskOfSessions(() => true, execution) : null,
  ]);
  const tests = select.anyOf.map(({ event, filter }) => ({
    nameId: event === null ? null : execution.nameId(event),
    mask: compileMask(filter, execution),
  }));
  const masks = new Map<number, Mask | null | undefined>();
  return (nameId) => {
    if (masks.has(nameId)) return masks.get(nameId);
    const fitting = tests.filter((test) => test.nameId === null || test.nameId === nameId);
    const mask = fitting.length === 0 ? undefined : allOf([common, anyOf(fitting.map((test) => test.mask))]);
    masks.set(nameId, mask);
    return mask;
  };
}

/** Yields the slices with the selected events in a time range, segment by segment. */
export function compileScan(
  select: Selection,
  execution: Execution,
  countsActors = false,
): (range: DateRange) => Generator<Slice> {
  const maskOf = compileSelection(select, execution, countsActors);
  const isWanted = (nameId: number) => maskOf(nameId) !== undefined;
  return function* slices(range) {
    for (const segment of execution.segments) {
      for (const { eventNameId, start, end } of clippedRuns(segment, range, isWanted)) {
        yield { segment, start, end, mask: maskOf(eventNameId)?.(segment, start, end) ?? null };
      }
    }
  };
}

function somebody(execution: Execution): Mask {
  const table = new Uint8Array(execution.people.actorLimit).fill(1);
  table[0] = 0;
  return maskOfActors(table, execution);
}
