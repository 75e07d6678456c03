import type { DateRange } from "../../insights/index.ts";
import { gatherRows } from "../kernels/gather-rows.ts";
import type { GatherRoom, RowValues } from "../kernels/gather-rows.ts";
import { sortRows } from "../kernels/sort-rows.ts";
import type { SortedRows } from "../kernels/sort-rows.ts";
import type { Question } from "../question.ts";
import { idsByActor } from "./row-order.ts";
import type { RowOrder } from "./row-order.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Segment } from "../log/store.ts";
import { UnitSpan } from "./unit-rows.ts";
import type { UnitRows, ValuedSegment } from "./unit-rows.ts";

/** What of an order's rows is read. */
export interface OrderedRowsInput {
  order: RowOrder;
  range: DateRange;
  /** The value of all rows of an event name; 0 = they are left out, null = it depends on the row. */
  valueOf(eventNameId: number): number | null;
  /** Reads the rows whose names have no value of their own. */
  read(): Iterable<ValuedSegment>;
  /** Every value is below, of those that were read by now. */
  valueLimit(): number;
  /** Bits that the values of an actor's rows must have among them; others are left out. @default 0 */
  required?: number;
  /** The rows of the segments that the order does not hold. */
  tail: UnitRows;
}

/** Of an order all rows are walked through: it has to be so large a part of them that is wanted. */
const MIN_WANTED = 1 / 12;

/** The order of the project's rows, if it is the better way to the wanted ones. @param isWanted event names, by id */
export function findOrder(
  question: Question,
  range: DateRange,
  isWanted: (nameId: number) => boolean,
): RowOrder | null {
  const { segments, orders, fullCount } = question;
  const counts = new Uint32Array(fullCount);
  // Threads of a crew have few columns of each other's segments.
  if (question.unitShare !== null) return orders.find(question, counts);
  let wanted = 0;
  let total = 0;
  for (let index = 0; index < fullCount; index++) {
    const segment = segments[index]!;
    // About: to be exact, times would have to be read.
    const inside = insideOf(segment, range);
    for (const { eventNameId, start, end } of segment.runs) {
      if (isWanted(eventNameId)) counts[index]! += Math.round((end - start) * inside);
    }
    wanted += counts[index]!;
    total += segment.rows;
  }
  return wanted >= total * MIN_WANTED ? orders.find(question, counts) : null;
}

/** The part of a segment's time that lies in the range. */
function insideOf({ minMs, maxMs }: Segment, { fromMs, untilMs }: DateRange): number {
  const ms = Math.min(maxMs + 1, untilMs) - Math.max(minMs, fromMs);
  return ms <= 0 ? 0 : ms / (maxMs + 1 - minMs);
}

/** Reads what each actor did from an order, and from a tail. About 3 ns for each row of the order, wanted or not. */
export function readOrderedRows(
  question: Pick<Question, "segments" | "people" | "unitShare">,
  input: OrderedRowsInput,
): UnitRows {
  const { order, range, required = 0, tail } = input;
  const values = readValues(input);
  const { actors, places: idPlaces } = idsByActor(order, question.people);
  const { unitShare } = question;
  const isOwn = (actor: number) => unitShare === null || actor % unitShare.size === unitShare.place;
  const isInside = order.minMs >= range.fromMs && order.maxMs < range.untilMs;
  return {
    each(see) {
      const rows = createRows(256);
      const spare = createRows(512);
      const span = new UnitSpan(rows);
      let next = 0;

      /** Reads the rows of the actor at hand, and goes on to the one after it. */
      const readActor = () => {
        const actor = actors[next]!;
        const first = next;
        rows.count = 0;
        for (; next < actors.length && actors[next] === actor; next++) {
          const place = idPlaces[next]!;
          const from = order.offsets[place]!;
          const until = order.offsets[place + 1]!;
          reserve(rows, rows.count, until - from);
          gatherRows(order, from, until, values, rows);
        }
        if (next - first > 1) {
          sort(rows, spare, rows.count);
          orderTies(question.segments, rows, rows.count);
        }
        span.from = 0;
        span.until = rows.count;
        if (!isInside) clip(rows, span, range);
      };
      const show = (actor: number) => {
        if (span.from === span.until || (required !== 0 && !hasBits(rows.values, span, required))) return;
        // They may have grown.
        span.times = rows.times;
        span.values = rows.values;
        span.places = rows.places;
        see(actor, span);
      };
      // In one loop, not from within the tail's: that one is left and entered for every actor of it.
      const later = collect(tail);
      let at = 0;
      while (next < actors.length || at < later.actors.length) {
        const own = next < actors.length ? actors[next]! : Infinity;
        const other = at < later.actors.length ? later.actors[at]! : Infinity;
        if (own < other && !isOwn(own)) {
          next++;
          continue;
        }
        const actor = Math.min(own, other);
        span.from = span.until = 0;
        if (own === actor) readActor();
        if (other === actor) {
          append(rows, span, later.rows, later.offsets[at]!, later.offsets[++at]!);
          sort(rows, spare, span.until, span.from);
        }
        show(actor);
      }
    },
  };
}

/** The rows of a tail: those of `actors[k]` are `offsets[k]` to `offsets[k + 1] − 1`. */
interface LaterRows {
  actors: number[];
  offsets: number[];
  rows: Rows;
}

function collect(tail: UnitRows): LaterRows {
  const later: LaterRows = { actors: [], offsets: [0], rows: createRows(1024) };
  const end = new UnitSpan(later.rows);
  tail.each((actor, { times, values, places, from, until }) => {
    append(later.rows, end, { times, values, places }, from, until);
    later.actors.push(actor);
    later.offsets.push(end.until);
  });
  return later;
}

/** Do the rows have all of these bits among them? */
function hasBits(values: Uint32Array, { from, until }: UnitSpan, required: number): boolean {
  let bits = 0;
  for (let row = from; row < until; row++) bits |= values[row]!;
  return (bits & required) >>> 0 === required;
}

interface Rows extends GatherRoom {
  times: Float64Array<ArrayBuffer>;
  values: Uint32Array<ArrayBuffer>;
  places: Uint32Array<ArrayBuffer>;
  picked: Uint32Array<ArrayBuffer>;
}

function createRows(length: number): Rows {
  return {
    times: new Float64Array(length),
    values: new Uint32Array(length),
    places: new Uint32Array(length),
    // One more: the place after the last is written too.
    picked: new Uint32Array(length + 1),
    count: 0,
  };
}

/** Makes room for so many rows behind the first `count`. */
function reserve(rows: Rows, count: number, more: number): void {
  const { length } = rows.values;
  if (count + more <= length) return;
  const wider = createRows(2 * (count + more));
  wider.times.set(rows.times);
  wider.values.set(rows.values);
  wider.places.set(rows.places);
  rows.times = wider.times;
  rows.values = wider.values;
  rows.places = wider.places;
  rows.picked = wider.picked;
}

/** By time; of equal ones the first stays first. */
function sort(rows: Rows, spare: Rows, until: number, from = 0): void {
  if (spare.values.length < 2 * (until - from)) reserve(spare, 0, 2 * (until - from));
  sortRows(rows, spare, from, until);
}

/** Leaves out what is not within the range. */
function clip({ times }: SortedRows, span: UnitSpan, { fromMs, untilMs }: DateRange): void {
  while (span.from < span.until && times[span.from]! < fromMs) span.from++;
  while (span.from < span.until && times[span.until - 1]! >= untilMs) span.until--;
}

/** Copies rows behind those of the span. Of equal times the rows of the tail come last: they arrived later. */
function append(rows: Rows, span: UnitSpan, { times, values, places }: SortedRows, from: number, until: number): void {
  reserve(rows, span.until, until - from);
  for (let row = from; row < until; row++) {
    const at = span.until++;
    rows.times[at] = times[row]!;
    rows.values[at] = values[row]!;
    rows.places[at] = places[row]!;
  }
}

/** Puts rows of one moment, which are those of one id after those of another, in the order of arrival. */
function orderTies(segments: readonly Segment[], { times, values, places }: SortedRows, count: number): void {
  const arrival = (place: number) => (place >>> 16) * BLOCK_SIZE + segments[place >>> 16]!.seqs()[place & 0xffff]!;
  for (let row = 1; row < count; row++) {
    if (times[row] !== times[row - 1]) continue;
    const place = places[row]!;
    const value = values[row]!;
    const came = arrival(place);
    let at = row;
    for (; at > 0 && times[at - 1] === times[row] && arrival(places[at - 1]!) > came; at--) {
      places[at] = places[at - 1]!;
      values[at] = values[at - 1]!;
    }
    places[at] = place;
    values[at] = value;
  }
}

/** Values by name, and by place where those of a name differ: in as few bytes as they need. */
function readValues({ order, valueOf, read, valueLimit }: OrderedRowsInput): RowValues {
  const own = order.nameIds.map(valueOf);
  const names = {
    ofName: Uint32Array.from(own, (value) => value ?? 0),
    isWanted: Uint8Array.from(own, (value) => (value === 0 ? 0 : 1)),
    isAll: !own.includes(0),
  };
  if (!own.includes(null)) return { ...names, isByPlace: null, byPlace: new Uint8Array(0) };
  const size = order.segmentCount * BLOCK_SIZE;
  let byPlace = narrowest(valueLimit(), size);
  for (const { index, pieces } of read()) {
    // Items of paths become known on the way.
    const needed = narrowest(valueLimit(), 0);
    if (needed.BYTES_PER_ELEMENT > byPlace.BYTES_PER_ELEMENT) {
      const wider = narrowest(valueLimit(), size);
      wider.set(byPlace);
      byPlace = wider;
    }
    for (const { start, end, values } of pieces) {
      const at = index * BLOCK_SIZE + start;
      if (typeof values === "number") byPlace.fill(values, at, at + end - start);
      else byPlace.set(values, at);
    }
  }
  return { ...names, isByPlace: Uint8Array.from(own, (value) => (value === null ? 1 : 0)), byPlace };
}

function narrowest(limit: number, size: number): Uint8Array | Uint16Array | Uint32Array {
  if (limit <= 0x100) return new Uint8Array(size);
  return limit <= 0x1_0000 ? new Uint16Array(size) : new Uint32Array(size);
}
