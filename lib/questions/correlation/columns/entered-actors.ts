import type { FoundEntities } from "../../funnel/columns/find-entities.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import type { NamedEntities } from "../../../engines/columns/entities/named-entities.ts";

/** The actors of a funnel by their place, with the interval that each was on its way. */
export interface EnteredActors {
  found: FoundEntities;
  named: NamedEntities;
  /** 1 = the actor did the last step. */
  isSuccess: Uint8Array;
  /** The number of actors who did the last step. */
  success: number;
  fromMs: Float64Array;
  untilMs: Float64Array;
}

/** Calls `see` with each row strictly inside its actor's interval, and the actor's place. */
export function eachInside(
  { found, named, fromMs, untilMs }: EnteredActors,
  { segment, start, end }: Pick<Slice, "segment" | "start" | "end">,
  see: (row: number, place: number) => void,
): void {
  const { placeOf } = found;
  const { minMs } = segment;
  const { times } = segment.core();
  const entityIds = named.entityIds.of(segment, start, end);
  for (let index = 0; index < entityIds.length; index++) {
    // Groups that became known only now are in no funnel.
    const place = (placeOf[entityIds[index]!] ?? 0) - 1;
    if (place < 0) continue;
    const ms = minMs + times[start + index]!;
    if (ms > fromMs[place]! && ms < untilMs[place]!) see(start + index, place);
  }
}
