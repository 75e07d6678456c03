import type { Json } from "../../../events/filters/index.ts";
import { parseNumber, propertyText } from "../../../events/filters/index.ts";
import { compileActorRows } from "../../../engines/columns/actor-index/actor-rows.ts";
import type { EntitySpan } from "../../../engines/columns/actor-index/entity-span.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { numbersOf } from "../../../engines/columns/scan/value-table.ts";
import type { RetentionPlan, RetentionReturns } from "../plan.ts";

export type ReturnsPlan = RetentionPlan & { returns: RetentionReturns };

/** Gets the events of an entity in a cell: how many of them have a number, and the sum of these. */
export type SeeCell = (entityId: number, row: number, cell: number, sum: number, numbers: number) => void;

/**
 * Reads each entity's rows in order of time, and calls `see` for each of its cells. Call the result after
 * `execution.showPersons`.
 */
export function compileReturns(execution: Execution, plan: ReturnsPlan, entityIds: EntityIds): (see: SeeCell) => void {
  const { range, firstTime, returns } = plan;
  const readRows = compileActorRows([plan.target, plan.returning], execution, {
    entityIds,
    needs: [0],
    hasPlaces: returns.sumOf !== null,
  });
  const toNumber = compileNumbers(execution, returns);
  return (see) => {
    const fromMs = firstTime === null ? range.fromMs : -Infinity;
    const rows = readRows({ fromMs, untilMs: Math.max(range.untilMs, firstTime?.untilMs ?? 0) });
    const [isTarget, isReturn] = [0, 1].map((selection) => rows.sets.bitsOf([selection])) as [Uint32Array, Uint32Array];
    const walk = createWalk(plan, { isTarget, isReturn, toNumber }, see);
    rows.each(walk);
  };
}

interface Tests {
  /** For each value of a row: 1 = a target event. */
  isTarget: Uint32Array;
  isReturn: Uint32Array;
  toNumber: (own: EntitySpan, row: number) => number;
}

/** An entity's target events in a row; cells begin at the first of them. */
interface Start {
  row: number;
  ms: number;
  sum: number;
  numbers: number;
}

function createWalk(plan: ReturnsPlan, { isTarget, isReturn, toNumber }: Tests, see: SeeCell) {
  const { range, rowEdgesMs, periodEdgesMs, firstTime, cells } = plan;
  const { windowMs, minimum } = plan.returns;
  const targets = firstTime ?? range;
  const counts = new Uint32Array(cells);
  const sums = new Float64Array(cells);
  const numbers = new Uint32Array(cells);

  const readStarts = (own: EntitySpan): Start[] => {
    const starts: Start[] = [];
    for (let at = own.from; at < own.until; at++) {
      if (isTarget[own.values[at]!] === 0) continue;
      const ms = own.times[at]!;
      const row = ms >= targets.fromMs && ms < targets.untilMs ? placeOf(rowEdgesMs, ms) : -1;
      if (row >= 0 && row < rowEdgesMs.length - 1) {
        const number = toNumber(own, at);
        // Rows, and therefore starts, are in order of time.
        let start = starts.at(-1);
        if (start?.row !== row) starts.push((start = { row, ms, sum: 0, numbers: 0 }));
        if (!Number.isNaN(number)) {
          start.sum += number;
          start.numbers++;
        }
      }
      if (firstTime !== null) break;
    }
    return starts;
  };

  return (entityId: number, own: EntitySpan): void => {
    for (const start of readStarts(own)) {
      const length = cells - start.row;
      counts.fill(0);
      sums.fill(0);
      numbers.fill(0);
      const first = placeOf(periodEdgesMs, start.ms);
      for (let at = own.from; at < own.until; at++) {
        const ms = own.times[at]!;
        if (isReturn[own.values[at]!] === 0 || ms < range.fromMs || ms >= range.untilMs) continue;
        const cell = windowMs === null ? placeOf(periodEdgesMs, ms) - first : Math.floor((ms - start.ms) / windowMs);
        if (cell <= 0 || cell >= length) continue;
        counts[cell]! += 1;
        const number = toNumber(own, at);
        if (Number.isNaN(number)) continue;
        sums[cell]! += number;
        numbers[cell]! += 1;
      }
      see(entityId, start.row, 0, start.sum, start.numbers);
      for (let cell = 1; cell < length; cell++) {
        if (counts[cell]! >= minimum) see(entityId, start.row, cell, sums[cell]!, numbers[cell]!);
      }
    }
  };
}

/** NaN = the row has no number, or numbers are not wanted. */
function compileNumbers(execution: Execution, { sumOf }: RetentionReturns): Tests["toNumber"] {
  if (sumOf === null) return () => NaN;
  const { segments } = execution;
  if (sumOf.type === "event") {
    return (own, at) => {
      const place = own.placeOf(at);
      const column = segments[place >>> 16]!.property(sumOf.key);
      return numbersOf(column)[column.codes[place & 0xffff]!]!;
    };
  }
  const { codes, values } = execution.personColumn(sumOf.key);
  const numbers = Float64Array.from(values, (value: Json | undefined) => parseNumber(propertyText(value)) ?? NaN);
  const { personLimit } = execution.people;
  return (own, at) => {
    const place = own.placeOf(at);
    const row = place & 0xffff;
    const actor = segments[place >>> 16]!.actors(execution.people, row, row + 1)[row]!;
    return actor < Math.min(personLimit, codes.length) ? numbers[codes[actor]!]! : numbers[0]!;
  };
}
