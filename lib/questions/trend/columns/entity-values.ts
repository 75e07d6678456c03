import type { Aggregate } from "../../../port/counting.ts";
import type { DateRange } from "../../../port/range.ts";
import type { TrendActorList } from "../plan.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import { createNumberCells } from "./number-cells.ts";
import { createSpanTally } from "./tally.ts";

/** The value of each entity with a row. */
export interface EntityValues {
  /** Has the entity a row? */
  has(entityId: number): boolean;
  of(entityId: number): number;
}

/** The rows to read, and how. */
export interface EntityValuesInput {
  slices: Iterable<Slice>;
  range: DateRange;
  entityIds: EntityIds;
  counting: TrendActorList["value"];
}

/** Each entity is a line of tallies with one bucket. Line 0 is nobody's, and not read. */
export function readEntityValues(
  execution: Execution,
  { slices, range, entityIds, counting }: EntityValuesInput,
): EntityValues {
  const edgesMs = [range.fromMs];
  const rows = createSpanTally({ by: "events" }, { edgesMs });
  const numbers = counting.by === "numbers" ? createSpanTally(counting, { edgesMs }) : null;
  const seconds = counting.by === "session_seconds" ? createSessionCells(execution, counting.aggregate) : null;
  for (const slice of slices) {
    const { segment, start, end } = slice;
    const own = entityIds.of(segment, start, end);
    // Another view of the same memory: ids are below 2^31, so both types read equal numbers.
    const line = new Int32Array(own.buffer, own.byteOffset, own.length);
    // Groups get ids during reading.
    const lined = { ...slice, line, lineLimit: entityIds.limit() };
    rows.add(lined);
    numbers?.add(lined);
    seconds?.add(slice, own);
  }
  const has = (entityId: number) => rows.span(entityId, 0, 1) > 0;
  if (numbers !== null) return { has, of: (entityId) => numbers.span(entityId, 0, 1) };
  return { has, of: seconds?.read(entityIds.limit()) ?? ((entityId) => rows.span(entityId, 0, 1)) };
}

/** Session ids are below this: a pair with an entity id stays an exact whole number. */
const SESSIONS = 2 ** 26;

/** Each session counts once for each entity, with its whole length. */
function createSessionCells({ sessions, sessionSeconds }: Execution, aggregate: Aggregate) {
  /** Entity and session ids, as one number: entity · 2²⁶ + session. */
  let pairs = new Float64Array(1024);
  let count = 0;
  const push = (pair: number) => {
    if (pair === pairs[count - 1]) return;
    if (count === pairs.length) {
      const wider = new Float64Array(count * 2);
      wider.set(pairs);
      pairs = wider;
    }
    pairs[count++] = pair;
  };
  return {
    add({ segment, start, end, mask }: Slice, entityIds: Uint32Array) {
      const own = sessions.of(segment, start, end);
      for (let row = 0; row < own.length; row++) {
        if (own[row] !== 0 && (mask === null || mask[row] === 1)) push(entityIds[row]! * SESSIONS + own[row]!);
      }
    },
    read(idLimit: number): (entityId: number) => number {
      const numbers = sessionSeconds();
      const distinct = pairs
        .subarray(0, count)
        .toSorted()
        .filter((pair, at, all) => pair !== all[at - 1] && pair % SESSIONS < numbers.length);
      const line = Int32Array.from(distinct, (pair) => Math.floor(pair / SESSIONS));
      const codes = Uint32Array.from(distinct, (pair) => pair % SESSIONS);
      const cells = createNumberCells(aggregate);
      cells.add({ codes, numbers, line, mask: null, start: 0, width: 1, bucket: 0 }, idLimit, 0, codes.length);
      return (entityId) => cells.value(entityId, entityId + 1);
    },
  };
}
