import type { PathsPlan } from "../plan.ts";
import { clearOutside, fillItems } from "../../../engines/columns/kernels/path-items.ts";
import type { ValuedRows } from "../../../engines/columns/kernels/entity-parts.ts";
import { NO_ITEM } from "./path-items.ts";
import { findIndex, readIndexedRows } from "../../../engines/columns/actor-index/indexed-rows.ts";
import type { Items } from "./path-items.ts";
import { findStretches } from "./path-stretches.ts";
import type { Stretches } from "./path-stretches.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { compileSelection } from "../../../engines/columns/scan/scan.ts";
import { clippedRuns } from "../../../engines/columns/log/clipped-runs.ts";
import { BLOCK_SIZE } from "../../../engines/columns/log/segment.ts";
import type { Run, Segment } from "../../../engines/columns/log/segment.ts";
import { readEntityRows } from "../../../engines/columns/actor-index/entity-rows.ts";
import type { EntityRows, EntityRowsInput, ValuedSegment } from "../../../engines/columns/actor-index/entity-rows.ts";
import { actorIds } from "../../../engines/columns/entities/entity-ids.ts";

/** Reads what actors did, as items. Call the result after `execution.showPersons`. */
export function compilePathRows(
  execution: Execution,
  plan: PathsPlan,
  items: Items,
  how: Pick<EntityRowsInput, "maxRows" | "partBits">,
): () => EntityRows {
  const read = compileSegments(execution, plan, items);
  const idLimit = () => execution.people.actorLimit;
  return () => {
    const stretches = findStretches(execution, plan);
    const rows = { ...how, idLimit: idLimit, valueLimit: items.limit, hasPlaces: false };
    const end = execution.segments.length;
    const actorIndex = findIndex(execution, plan.range, (nameId) => read.isWanted(nameId));
    if (actorIndex === null)
      return readEntityRows(execution, { ...rows, read: () => read.segments(stretches, 0, end) });
    const { segmentCount } = actorIndex;
    const valueOf = (nameId: number) => (stretches === null ? read.valueOf(nameId) : null);
    return readIndexedRows(execution, {
      actorIndex,
      range: plan.range,
      valueOf,
      read: () => read.segments(stretches, 0, segmentCount, (nameId) => valueOf(nameId) === null),
      valueLimit: items.limit,
      tail: readEntityRows(execution, { ...rows, read: () => read.segments(stretches, segmentCount, end) }),
    });
  };
}

interface ReadItems {
  /** The item of all events of a name, without regard to stretches; null = each event has its own. */
  valueOf(nameId: number): number | null;
  isWanted(nameId: number): boolean;
  /** The segments `first` to `end − 1`; a segment's items are valid until the next is read. @default all names */
  segments(
    stretches: Stretches | null,
    first: number,
    end: number,
    isMeant?: (nameId: number) => boolean,
  ): Generator<ValuedSegment>;
}

function compileSegments(execution: Execution, { select, range }: PathsPlan, items: Items): ReadItems {
  const maskOf = compileSelection(select, execution, true);
  const entityIds = actorIds(execution);
  const numbers = execution.arena.take(Uint32Array, BLOCK_SIZE);
  const isWanted = (nameId: number) => maskOf(nameId) !== undefined;
  return {
    isWanted,
    valueOf(nameId) {
      const mask = maskOf(nameId);
      if (mask === undefined) return NO_ITEM;
      return mask === null ? items.ofName(nameId) : null;
    },
    *segments(stretches, first, end, isMeant = isWanted) {
      for (let index = first; index < end; index++) {
        const segment = execution.segments[index]!;
        const slices: ValuedRows[] = [];
        for (const run of clippedRuns(segment, range, isMeant)) {
          const slice = toItems(segment, run, stretches);
          if (slice !== null) slices.push(slice);
        }
        if (slices.length > 0) yield { segment, index, slices };
      }
    },
  };

  function toItems(segment: Segment, run: Run, stretches: Stretches | null): ValuedRows | null {
    const { eventNameId, start, end } = run;
    const own = items.of(segment, run);
    if (own === null) return null;
    const mask = maskOf(eventNameId)?.(segment, start, end) ?? null;
    fillItems(numbers, { start, end, mask, own }, NO_ITEM);
    if (stretches !== null) {
      const rows = {
        start,
        actors: entityIds.of(segment, start, end),
        times: segment.core().times,
        minMs: segment.minMs,
      };
      clearOutside(numbers, rows, stretches, NO_ITEM);
    }
    return {
      start,
      end,
      values: numbers.subarray(start, end),
      // Readers of an actor index need only values.
      get entityIds() {
        return entityIds.of(segment, start, end);
      },
    };
  }
}
