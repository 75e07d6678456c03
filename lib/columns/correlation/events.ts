import type { CorrelationCount, CorrelationPlan, CorrelationWhat, DateRange } from "../../insights/index.ts";
import { Interned } from "../units/interned.ts";
import { findOrder, readOrderedRows } from "../order/ordered-rows.ts";
import type { RowOrder } from "../order/row-order.ts";
import { readUnitRows } from "../order/unit-rows.ts";
import { clippedRuns } from "../scan/scan.ts";
import type { Question } from "../question.ts";
import { eachInside } from "./entered-actors.ts";
import type { EnteredActors } from "./entered-actors.ts";
import { PlaceSets } from "./place-sets.ts";

/** Counts the actors who did each event on their way. */
export function countEvents(
  question: Question,
  { range }: CorrelationPlan,
  { what, actors }: { what: Extract<CorrelationWhat, { by: "events" }>; actors: EnteredActors },
): CorrelationCount[] {
  const excepted = new Set(what.exceptNames.map((name) => question.nameId(name)));
  const isWanted = (nameId: number) => !excepted.has(nameId);
  const { units } = actors.named;
  const order = units.actors === null ? null : findOrder(question, range, isWanted);
  const counted =
    order === null ? bySegment(question, range, actors, isWanted) : inOrder(question, range, actors, isWanted, order);
  return counted.nameIds
    .map((nameId, item) => counted.sets.count(item, { by: "event", event: question.nameOf(nameId) }))
    .filter(({ success, failure }) => success + failure > 0);
}

interface CountedEvents {
  /** The event name of each item. */
  nameIds: number[];
  sets: PlaceSets;
}

type IsWanted = (nameId: number) => boolean;

function bySegment(question: Question, range: DateRange, actors: EnteredActors, isWanted: IsWanted): CountedEvents {
  const names = new Interned<number>();
  const sets = new PlaceSets(actors.isSuccess, 100);
  for (const segment of question.segments) {
    for (const run of clippedRuns(segment, range, isWanted)) {
      const item = names.numberOf(run.eventNameId);
      eachInside(actors, { segment, start: run.start, end: run.end }, (_, place) => sets.add(item, place));
    }
  }
  return { nameIds: names.values, sets };
}

/** The same by what each actor did: rows of the order need no column. */
function inOrder(
  question: Question,
  range: DateRange,
  { named, found, fromMs, untilMs, isSuccess }: EnteredActors,
  isWanted: IsWanted,
  order: RowOrder,
): CountedEvents {
  const names = new Interned<number>();
  const sets = new PlaceSets(isSuccess, 100);
  // 0 = the row is left out.
  const valueOf = (nameId: number) => (isWanted(nameId) ? names.numberOf(nameId) + 1 : 0);
  for (const { runs } of question.segments) for (const { eventNameId } of runs) valueOf(eventNameId);
  const valueLimit = () => names.size + 1;
  const read = function* () {
    for (const [index, segment] of question.segments.entries()) {
      if (index < order.segmentCount) continue;
      const pieces = [...clippedRuns(segment, range, isWanted)].map(({ eventNameId, start, end }) => ({
        start,
        end,
        units: named.units.of(segment, start, end),
        values: valueOf(eventNameId),
      }));
      if (pieces.length > 0) yield { segment, index, pieces };
    }
  };
  const tail = readUnitRows(question, { read, unitLimit: () => named.units.limit(), valueLimit, hasPlaces: true });
  const rows = readOrderedRows(question, { order, range, valueOf, read: () => [], valueLimit, tail });
  rows.each((unit, { times, values, from, until }) => {
    const place = (found.placeOf[unit] ?? 0) - 1;
    if (place < 0) return;
    for (let row = from; row < until; row++) {
      if (times[row]! > fromMs[place]! && times[row]! < untilMs[place]!) sets.add(values[row]! - 1, place);
    }
  });
  return { nameIds: names.values, sets };
}
