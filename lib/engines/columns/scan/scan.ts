import type { DateRange } from "../../../port/range.ts";
import type { Selection } from "../../../port/selection.ts";
import { allOf, anyOf, compileMask, maskOfActors, maskOfSessions } from "./mask.ts";
import { openMaskRoom } from "./mask-room.ts";
import type { Mask } from "./mask.ts";
import type { Execution } from "../execution.ts";
import { clippedRuns, namedRuns } from "../log/clipped-runs.ts";
import type { Segment } from "../log/segment.ts";

/** Rows of one event name in order of time. */
export interface Slice {
  segment: Segment;
  start: number;
  /** The row after the last row. */
  end: number;
  /** 1 = the row counts; begins with row `start`. Null = all rows count. */
  mask: Uint8Array | null;
}

/** The test of the rows of one event name: null = all pass, undefined = none can match. */
export type NameTest = (eventNameId: number) => Mask | null | undefined;

/**
 * Tests of persons are known after `execution.showPersons`.
 * @param countsActors the counter itself leaves out events without an actor: they need no mask
 */
export function compileSelection(select: Selection, execution: Execution, countsActors = false): NameTest {
  return compileNames(select, execution, countsActors).maskOf;
}

/** The test of a selection, and its ascending name ids; null = events of any name may match. */
function compileNames(
  select: Selection,
  execution: Execution,
  countsActors: boolean,
): { maskOf: NameTest; nameIds: number[] | null } {
  const needsMask = select.needsPerson && !countsActors;
  const common = allOf([
    select.firstOf === undefined ? null : compileFirsts(select, execution),
    compileMask(select.filter, execution),
    needsMask ? somebody(execution) : null,
    select.needsSession ? maskOfSessions(() => true, execution) : null,
  ]);
  const tests = select.anyOf.map(({ event, filter }) => ({
    nameId: event === null ? null : execution.nameId(event),
    mask: compileMask(filter, execution),
  }));
  const named = tests.flatMap(({ nameId }) => nameId ?? []);
  const nameIds = tests.some(({ nameId }) => nameId === null) ? null : [...new Set(named)].toSorted((a, b) => a - b);
  const masks = new Map<number, Mask | null | undefined>();
  const maskOf: NameTest = (nameId) => {
    if (masks.has(nameId)) return masks.get(nameId);
    const fitting = tests.filter((test) => test.nameId === null || test.nameId === nameId);
    const mask = fitting.length === 0 ? undefined : allOf([common, anyOf(fitting.map((test) => test.mask))]);
    masks.set(nameId, mask);
    return mask;
  };
  return { maskOf, nameIds };
}

/**
 * Yields the selected events in a time range as slices, segment by segment.
 * @param isBrief is a mask used only until the next slice? Then masks share memory. @default false
 */
export function compileScan(
  select: Selection,
  execution: Execution,
  countsActors = false,
  isBrief = false,
): (range: DateRange) => Generator<Slice> {
  const { maskOf, nameIds } = compileNames(select, execution, countsActors);
  const isWanted = (nameId: number) => maskOf(nameId) !== undefined;
  const runsOf =
    nameIds === null
      ? (segment: Segment, range: DateRange) => clippedRuns(segment, range, isWanted)
      : (segment: Segment, range: DateRange) => namedRuns(segment, range, nameIds);
  return function* slices(range) {
    const room = isBrief ? openMaskRoom() : undefined;
    for (const segment of execution.segments) {
      for (const { eventNameId, start, end } of runsOf(segment, range)) {
        room?.reuse();
        yield { segment, start, end, mask: maskOf(eventNameId)?.(segment, start, end, room) ?? null };
      }
    }
  };
}

function somebody(execution: Execution): Mask {
  const table = new Uint8Array(execution.people.actorLimit).fill(1);
  table[0] = 0;
  return maskOfActors(table, execution);
}

const ALL_TIME = { fromMs: -Infinity, untilMs: Infinity };
const EVERYTHING = { type: "AND" as const, values: [] };

/**
 * The rows at the instant of their actor's first event ever, among the events that `firstOf` names. The first row
 * tested reads the whole log once. Cost: 8 bytes an actor.
 */
function compileFirsts({ firstOf, ...select }: Selection, execution: Execution): Mask {
  const named = { anyOf: select.anyOf, filter: EVERYTHING, needsPerson: true, needsSession: false };
  const slices = compileScan(firstOf === "tests" ? named : select, execution, true);
  let firsts: Float64Array | undefined;
  return (segment, start, end) => {
    firsts ??= readFirsts(execution, slices(ALL_TIME));
    const actors = segment.actors(execution.people, start, end);
    const { times } = segment.core();
    const { minMs } = segment;
    const mask = new Uint8Array(end - start);
    for (let row = start; row < end; row++) {
      if (firsts[actors[row]!] === minMs + times[row]!) mask[row - start] = 1;
    }
    return mask;
  };
}

/** Infinity = no row, as for actor 0. */
function readFirsts({ people }: Execution, slices: Iterable<Slice>): Float64Array {
  const firsts = new Float64Array(people.actorLimit).fill(Infinity);
  for (const { segment, start, end, mask } of slices) {
    const actors = segment.actors(people, start, end);
    const { times } = segment.core();
    for (let row = start; row < end; row++) {
      if (mask !== null && mask[row - start] === 0) continue;
      const ms = segment.minMs + times[row]!;
      if (ms < firsts[actors[row]!]!) firsts[actors[row]!] = ms;
    }
  }
  firsts[0] = Infinity;
  return firsts;
}
