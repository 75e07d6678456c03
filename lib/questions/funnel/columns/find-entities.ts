import type { FunnelActorList, FunnelDid, FunnelPoint } from "../plan.ts";
import { parseElements } from "../../../events/elements/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import type { Arena } from "../../../engines/columns/log/arena.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { compileActorRows } from "../../../engines/columns/actor-index/actor-rows.ts";
import type { EntityRows } from "../../../engines/columns/actor-index/entity-rows.ts";
import { compileTable } from "../../../engines/columns/scan/value-table.ts";
import type { Attempts } from "./attempts.ts";
import { openFunnel } from "./each-outcome.ts";
import { toEnd } from "./funnel-rules.ts";
import { leastSteps } from "./funnel-selections.ts";
import { NumberList } from "./number-list.ts";

/** The entities behind a point of a funnel, each with its best attempt. */
export interface FoundEntities {
  /** For each entity its place + 1; 0 = the entity is not wanted. */
  placeOf: Uint32Array;
  furthest: NumberList;
  startsMs: NumberList;
  /** Time of the last step reached. */
  endsMs: NumberList;
  /** The times of each attempt's steps: in order of steps, or sorted for unordered funnels. */
  timesMs: NumberList;
}

/** Finds the entities behind a point. Source: reference/insights.md 13.2, 13.3. */
export function findEntities(execution: Execution, plan: FunnelActorList, entityIds: EntityIds): FoundEntities {
  const { funnel, point, line, did } = plan;
  const readDid =
    did === null
      ? null
      : compileActorRows([did.select], execution, { entityIds, hasPlaces: did.elementsText !== null });
  const { lines, each } = openFunnel(execution, funnel, entityIds, {
    onlyBest: point.by === "furthest",
    leastSteps: leastSteps(point),
  });
  const wanted = line === null ? null : lines.findIndex((key) => JSON.stringify(key) === JSON.stringify(line));
  // Groups are known by now: the rows have been read.
  const best = new BestAttempts(execution.arena, entityIds.limit(), funnel.steps.length);
  each((entityId, own, attempts) => {
    if (wanted !== null && own !== wanted) return;
    const attempt = wantedAttempt(point, attempts);
    if (attempt >= 0) best.keep(entityId, attempts, attempt);
  });
  if (readDid !== null && did !== null)
    best.keepOnly(didInside(plan, best, readDid(did.range), compileElements(execution, did)));
  return best;
}

/** The place of the best attempt, if the point wants it; −1 = the actor is not wanted. */
export function wantedAttempt(point: FunnelPoint, attempts: Attempts): number {
  if (point.by === "furthest") {
    return point.steps.includes(attempts.best) ? bestAttempt(attempts, -Infinity, Infinity) : -1;
  }
  const { fromMs, untilMs, fromStep, toStep, isDropOff } = point;
  const attempt = bestAttempt(attempts, fromMs, untilMs);
  const furthest = attempt < 0 ? 0 : attempts.furthest[attempt]!;
  return (isDropOff ? furthest > fromStep && furthest <= toStep : furthest > toStep) ? attempt : -1;
}

/** The best attempt that begins in a range of time. */
function bestAttempt(attempts: Attempts, fromMs: number, untilMs: number): number {
  let best = -1;
  for (let attempt = 0; attempt < attempts.count; attempt++) {
    const startMs = attempts.startsMs[attempt]!;
    if (startMs >= fromMs && startMs < untilMs && (best < 0 || isBetter(attempts, attempt, best))) best = attempt;
  }
  return best;
}

/** Further; or as far and begun earlier; or begun together and done earlier. */
function isBetter(attempts: Attempts, one: number, other: number): boolean {
  const { furthest, startsMs } = attempts;
  if (furthest[one] !== furthest[other]) return furthest[one]! > furthest[other]!;
  if (startsMs[one] !== startsMs[other]) return startsMs[one]! < startsMs[other]!;
  return attempts.endMs(one) < attempts.endMs(other);
}

class BestAttempts implements FoundEntities {
  placeOf: Uint32Array;
  furthest: NumberList;
  startsMs: NumberList;
  endsMs: NumberList;
  timesMs: NumberList;
  readonly #steps: number;

  constructor(arena: Arena, idLimit: number, steps: number) {
    this.placeOf = arena.take(Uint32Array, idLimit).fill(0);
    this.furthest = new NumberList(arena);
    this.startsMs = new NumberList(arena);
    this.endsMs = new NumberList(arena);
    this.timesMs = new NumberList(arena);
    this.#steps = steps;
  }

  /** Keeps an attempt of an entity, unless a better one is known of another line. */
  keep(entityId: number, attempts: Attempts, attempt: number): void {
    const place = this.placeOf[entityId]! - 1;
    const furthest = attempts.furthest[attempt]!;
    const startMs = attempts.startsMs[attempt]!;
    const endMs = attempts.endMs(attempt);
    if (place < 0) this.placeOf[entityId] = this.furthest.count + 1;
    else if (!this.#isBetter(place, furthest, startMs, endMs)) return;
    this.furthest.put(place, furthest);
    this.startsMs.put(place, startMs);
    this.endsMs.put(place, endMs);
    for (let step = 0; step < this.#steps; step++) {
      const at = place < 0 ? -1 : place * this.#steps + step;
      this.timesMs.put(at, attempts.timeMs(attempt, step));
    }
  }

  keepOnly(entityIds: ReadonlySet<number>): void {
    for (let entityId = 0; entityId < this.placeOf.length; entityId++)
      if (!entityIds.has(entityId)) this.placeOf[entityId] = 0;
  }

  #isBetter(place: number, furthest: number, startMs: number, endMs: number): boolean {
    if (furthest !== this.furthest.at(place)) return furthest > this.furthest.at(place);
    if (startMs !== this.startsMs.at(place)) return startMs < this.startsMs.at(place);
    return endMs < this.endsMs.at(place);
  }
}

/** The interval in which each entity was on its way, ends excluded (reference/insights.md 12). */
export function toIntervals(
  { funnel }: Pick<FunnelActorList, "funnel">,
  { furthest, startsMs, endsMs }: FoundEntities,
) {
  const endOf = toEnd(funnel.window);
  const fromMs = startsMs.toArray();
  const untilMs = fromMs.map((ms, place) =>
    furthest.at(place) === funnel.steps.length ? endsMs.at(place) : endOf(ms),
  );
  return { fromMs, untilMs };
}

function didInside(
  plan: FunnelActorList,
  found: FoundEntities,
  rows: EntityRows,
  isSuch: (place: number) => boolean,
): Set<number> {
  const { fromMs, untilMs } = toIntervals(plan, found);
  const entityIds = new Set<number>();
  rows.each((entityId, own) => {
    const { times, from, until } = own;
    // Groups that became known only now are in no funnel.
    const place = (found.placeOf[entityId] ?? 0) - 1;
    if (place < 0) return;
    for (let row = from; row < until; row++) {
      const isInside = times[row]! > fromMs[place]! && times[row]! < untilMs[place]!;
      if (isInside && isSuch(own.placeOf(row))) entityIds.add(entityId);
    }
  });
  return entityIds;
}

/** Tests the elements of a row, each distinct chain once. */
function compileElements({ segments }: Execution, { elementsText }: FunnelDid): (place: number) => boolean {
  if (elementsText === null) return () => true;
  const tableOf = compileTable(Uint8Array, (stored) => (toElementsText(stored) === elementsText ? 1 : 0));
  return (place) => {
    const column = segments[place >>> 16]!.elements();
    return tableOf(column)[column.codes[place & 0xffff]!] === 1;
  };
}

function toElementsText(stored: Json | undefined): string {
  return JSON.stringify(parseElements(stored === undefined ? null : String(stored)));
}
