import type { DateRange } from "../../../port/range.ts";
import type { GatheredRows } from "../kernels/gather-rows.ts";
import { sortRows } from "../kernels/sort-rows.ts";
import type { SortedRows } from "../kernels/sort-rows.ts";
import type { Arena, ColumnType } from "../log/arena.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Segment } from "../log/segment.ts";
import type { EntitySpan } from "./entity-span.ts";

export class Rows implements GatheredRows {
  times: Float64Array;
  values: Uint32Array;
  places: Uint32Array;
  picked: Uint32Array;
  readonly #arena: Arena;

  /** @param isForKernels compiled kernels see the columns (except places), as long as there is room */
  constructor(arena: Arena, length: number, isForKernels = false) {
    this.#arena = arena;
    this.times = take(arena, isForKernels, Float64Array, length);
    this.values = take(arena, isForKernels, Uint32Array, length);
    this.picked = take(arena, isForKernels, Uint32Array, length);
    this.places = arena.take(Uint32Array, length);
  }

  /** Makes space for `more` rows after the first `count`. */
  reserve(count: number, more: number): void {
    if (count + more <= this.values.length) return;
    const wider = new Rows(this.#arena, 2 * (count + more));
    wider.times.set(this.times);
    wider.values.set(this.values);
    wider.places.set(this.places);
    this.times = wider.times;
    this.values = wider.values;
    this.places = wider.places;
    this.picked = wider.picked;
  }
}

function take<Column>(arena: Arena, isForKernels: boolean, type: ColumnType<Column>, length: number): Column {
  return isForKernels ? arena.takeForKernels(type, length) : arena.take(type, length);
}

export function isSorted(times: Float64Array, from: number, until: number): boolean {
  for (let row = from + 1; row < until; row++) if (times[row]! < times[row - 1]!) return false;
  return true;
}

/** Sorts by time; equal times keep their order. */
export function sort(rows: Rows, spare: Rows, from: number, until: number): void {
  spare.reserve(0, 2 * (until - from));
  sortRows(rows, spare, from, until);
}

/** Leaves out rows outside of the range. */
export function clip(span: EntitySpan, { fromMs, untilMs }: DateRange): void {
  const { times } = span;
  while (span.from < span.until && times[span.from]! < fromMs) span.from++;
  while (span.from < span.until && times[span.until - 1]! >= untilMs) span.until--;
}

/** Appends rows to the span. At equal times they come last, since they arrived later. */
export function append(rows: Rows, span: EntitySpan, source: EntitySpan, from: number, until: number): void {
  rows.reserve(span.until, until - from);
  for (let row = from; row < until; row++) {
    const at = span.until++;
    rows.times[at] = source.times[row]!;
    rows.values[at] = source.values[row]!;
    rows.places[at] = source.placeOf(row);
  }
}

/** Sorts rows of equal times, which are grouped by id, by arrival. */
export function orderTies(
  segments: readonly Segment[],
  { times, values, places }: SortedRows,
  { from, until }: Pick<EntitySpan, "from" | "until">,
): void {
  const arrival = (place: number) => (place >>> 16) * BLOCK_SIZE + segments[place >>> 16]!.seqs()[place & 0xffff]!;
  for (let row = from + 1; row < until; row++) {
    if (times[row] !== times[row - 1]) continue;
    const place = places[row]!;
    const value = values[row]!;
    const came = arrival(place);
    let at = row;
    for (; at > from && times[at - 1] === times[row] && arrival(places[at - 1]!) > came; at--) {
      places[at] = places[at - 1]!;
      values[at] = values[at - 1]!;
    }
    places[at] = place;
    values[at] = value;
  }
}
