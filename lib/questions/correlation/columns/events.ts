import type { CorrelationCount, CorrelationPlan, CorrelationWhat } from "../plan.ts";
import type { DateRange } from "../../../port/range.ts";
import { Interned } from "../../../engines/columns/entities/interned.ts";
import { findIndex, readIndexedRows } from "../../../engines/columns/actor-index/indexed-rows.ts";
import type { ActorIndex } from "../../../engines/columns/actor-index/actor-index.ts";
import { readEntityRows } from "../../../engines/columns/actor-index/entity-rows.ts";
import { clippedRuns } from "../../../engines/columns/log/clipped-runs.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { eachInside } from "./entered-actors.ts";
import type { EnteredActors } from "./entered-actors.ts";
import { PlaceSets } from "./place-sets.ts";

/** Counts the actors who did each event on their way. */
export function countEvents(
  execution: Execution,
  { range }: CorrelationPlan,
  { what, actors }: { what: Extract<CorrelationWhat, { by: "events" }>; actors: EnteredActors },
): CorrelationCount[] {
  const excepted = new Set(what.exceptNames.map((name) => execution.nameId(name)));
  const isWanted = (nameId: number) => !excepted.has(nameId);
  const { entityIds } = actors.named;
  const actorIndex = entityIds.actors === null ? null : findIndex(execution, range, isWanted);
  const counts =
    actorIndex === null
      ? bySegment(execution, range, actors, isWanted)
      : inOrder(execution, range, actors, isWanted, actorIndex);
  return counts.filter(({ success, failure }) => success + failure > 0);
}

type IsWanted = (nameId: number) => boolean;

function bySegment(
  execution: Execution,
  range: DateRange,
  actors: EnteredActors,
  isWanted: IsWanted,
): CorrelationCount[] {
  const names = new Interned<number>();
  const sets = new PlaceSets(actors.isSuccess, 100);
  for (const segment of execution.segments) {
    for (const run of clippedRuns(segment, range, isWanted)) {
      const item = names.numberOf(run.eventNameId);
      eachInside(actors, { segment, start: run.start, end: run.end }, (_, place) => sets.add(item, place));
    }
  }
  return names.values.map((nameId, item) => sets.count(item, { by: "event", event: execution.nameOf(nameId) }));
}

/**
 * Counts events by what each actor did: rows of the actor index need no column, and since an actor is seen once, it is
 * enough to know of each name who did it last.
 */
function inOrder(
  execution: Execution,
  range: DateRange,
  { named, found, fromMs, untilMs, isSuccess }: EnteredActors,
  isWanted: IsWanted,
  actorIndex: ActorIndex,
): CorrelationCount[] {
  const names = new Interned<number>();
  // 0 = the row is left out.
  const valueOf = (nameId: number) => (isWanted(nameId) ? names.numberOf(nameId) + 1 : 0);
  for (const { runs } of execution.segments) for (const { eventNameId } of runs) valueOf(eventNameId);
  const valueLimit = () => names.size + 1;
  const read = function* () {
    for (const [index, segment] of execution.segments.entries()) {
      if (index < actorIndex.segmentCount) continue;
      const slices = [...clippedRuns(segment, range, isWanted)].map(({ eventNameId, start, end }) => ({
        start,
        end,
        entityIds: named.entityIds.of(segment, start, end),
        values: valueOf(eventNameId),
      }));
      if (slices.length > 0) yield { segment, index, slices };
    }
  };
  const tail = readEntityRows(execution, {
    read,
    idLimit: () => named.entityIds.limit(),
    valueLimit,
    hasPlaces: false,
  });
  const rows = readIndexedRows(execution, { actorIndex, range, valueOf, read: () => [], valueLimit, tail });
  const lastIds = new Uint32Array(names.size);
  const success = new Uint32Array(names.size);
  const failure = new Uint32Array(names.size);
  rows.each((entityId, { times, values, from, until }) => {
    const place = (found.placeOf[entityId] ?? 0) - 1;
    if (place < 0) return;
    const counts = isSuccess[place] === 1 ? success : failure;
    const [afterMs, beforeMs] = [fromMs[place]!, untilMs[place]!];
    for (let row = from; row < until; row++) {
      const item = values[row]! - 1;
      if (lastIds[item] === entityId || times[row]! <= afterMs || times[row]! >= beforeMs) continue;
      lastIds[item] = entityId;
      counts[item]! += 1;
    }
  });
  return names.values.map((nameId, item) => ({
    item: { by: "event", event: execution.nameOf(nameId) },
    success: success[item]!,
    failure: failure[item]!,
  }));
}
