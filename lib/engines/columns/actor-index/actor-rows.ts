import type { DateRange } from "../../../port/range.ts";
import type { Selection } from "../../../port/selection.ts";
import { addIds } from "../kernels/count.ts";
import type { ValuedRows } from "../kernels/entity-parts.ts";
import { findIndex, readIndexedRows } from "./indexed-rows.ts";
import type { RequiredMarks } from "./indexed-rows.ts";
import type { Execution } from "../execution.ts";
import { compileSelection } from "../scan/scan.ts";
import { clippedRuns } from "../log/clipped-runs.ts";
import type { NameTest } from "../scan/scan.ts";
import { compileRowSets } from "./row-sets.ts";
import type { NameSets } from "./row-sets.ts";
import { SelectionSets } from "./selection-sets.ts";
import { readEntityRows } from "./entity-rows.ts";
import type { EntityRows, EntityRowsInput, ValuedSegment } from "./entity-rows.ts";
import type { EntityIds } from "../entities/entity-ids.ts";

/**
 * Leaving out actors pays when rows are at least this many times the kept rows: checking a row costs a tenth of keeping
 * it.
 */
const MIN_SAVED = 3;

/**
 * Required selections that an actor's rows are tested for: as many as fit one word; more would leave out few further
 * actors.
 */
const MAX_MARKS = 32;

export interface ActorRowsInput extends Pick<EntityRowsInput, "hasPlaces" | "maxRows" | "partBits"> {
  entityIds: EntityIds;
  /** Positions of selections: entities without a row of each may be left out. @default none */
  needs?: readonly number[];
}

/** Rows of actors; a row's value is the number of the set of selections that match it. */
export interface ActorRows extends EntityRows {
  sets: SelectionSets;
}

/**
 * Prepares to read the rows of each actor that match any of some selections. Call the result after
 * `execution.showPersons`; `entityIds` may be actors, groups or sessions.
 *
 * Example: a did x at 1 and y at 5, b did y at 3; x and y are sets 1 and 2. Rows of a: times 1 5, values 1 2; of b:
 * time 3, value 2.
 */
export function compileActorRows(
  selections: readonly Selection[],
  execution: Execution,
  { entityIds, needs = [], ...how }: ActorRowsInput,
): (range: DateRange) => ActorRows {
  const sets = new SelectionSets(selections.length);
  const tests = selections.map((select) => compileSelection(select, execution, entityIds.actors !== null));
  const setsOf = compileRowSets(tests, sets);
  const read = compileSegments(execution, setsOf, entityIds);
  const common = { ...how, idLimit: () => entityIds.limit(), valueLimit: () => sets.limit };
  const isWanted = (nameId: number) => setsOf(nameId).places.length > 0;
  const isByRow = (nameId: number) => setsOf(nameId).value === null;
  return (range) => {
    const actorIndex = entityIds.actors === null ? null : findIndex(execution, range, isWanted);
    if (actorIndex === null) {
      const wanted = findNeeded(execution, { tests, setsOf }, { entityIds, needs, range });
      const rows = readEntityRows(execution, {
        ...common,
        wanted,
        read: () => read(range, 0, execution.segments.length, isWanted),
      });
      return { ...rows, sets };
    }
    const { segmentCount } = actorIndex;
    const rows = readIndexedRows(execution, {
      actorIndex,
      range,
      valueOf: (nameId) => setsOf(nameId).value,
      read: () => read(range, 0, segmentCount, isByRow),
      valueLimit: common.valueLimit,
      required: needs.length === 0 ? null : () => toRequired(sets, needs.slice(0, MAX_MARKS)),
      tail: readEntityRows(execution, {
        ...common,
        read: () => read(range, segmentCount, execution.segments.length, isWanted),
      }),
    });
    return { ...rows, sets };
  };
}

type ReadSegments = (
  range: DateRange,
  first: number,
  end: number,
  isWanted: (nameId: number) => boolean,
) => Generator<ValuedSegment>;

/** Reads the segments `first` to `end − 1`. */
function compileSegments(
  { segments }: Execution,
  setsOf: (nameId: number) => NameSets,
  entityIds: EntityIds,
): ReadSegments {
  return function* read(range, first, end, isWanted) {
    for (let index = first; index < end; index++) {
      const segment = segments[index]!;
      const slices: ValuedRows[] = [];
      for (const run of clippedRuns(segment, range, isWanted)) {
        slices.push({
          start: run.start,
          end: run.end,
          values: setsOf(run.eventNameId).read(segment, run.start, run.end),
          // A getter: readers of an actor index need only values.
          get entityIds() {
            return entityIds.of(segment, run.start, run.end);
          },
        });
      }
      if (slices.length > 0) yield { segment, index, slices };
    }
  };
}

function toRequired(sets: SelectionSets, needs: readonly number[]): RequiredMarks {
  return { marks: sets.bitsOf(needs), all: 2 ** needs.length - 1 };
}

/** The entities with a row of the rarest required selection; null if searching them would save little. */
function findNeeded(
  { segments }: Execution,
  { tests, setsOf }: { tests: readonly NameTest[]; setsOf: (nameId: number) => NameSets },
  { entityIds, needs, range }: { entityIds: EntityIds; needs: readonly number[]; range: DateRange },
): Uint32Array | null {
  const counts = tests.map(() => 0);
  let total = 0;
  for (const segment of segments) {
    for (const { eventNameId, start, end } of clippedRuns(segment, range, () => true)) {
      const { places } = setsOf(eventNameId);
      for (const place of places) counts[place]! += end - start;
      if (places.length > 0) total += end - start;
    }
  }
  const [rarest] = needs.toSorted((one, other) => counts[one]! - counts[other]!);
  if (rarest === undefined || counts[rarest]! * MIN_SAVED > total) return null;
  const maskOf = tests[rarest]!;
  let bits = new Uint32Array((entityIds.limit() >>> 5) + 1);
  for (const segment of segments) {
    for (const { eventNameId, start, end } of clippedRuns(segment, range, (id) => maskOf(id) !== undefined)) {
      const own = entityIds.of(segment, start, end);
      // New groups and sessions appear during reading.
      if (bits.length <= entityIds.limit() >>> 5) {
        const wider = new Uint32Array(((entityIds.limit() * 1.5) >>> 5) + 1);
        wider.set(bits);
        bits = wider;
      }
      const mask = maskOf(eventNameId)?.(segment, start, end) ?? null;
      addIds(bits, own, { mask, start: 0 }, 0, own.length);
    }
  }
  return bits;
}
