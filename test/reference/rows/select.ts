import type { EventRow } from "../../../lib/port/row.ts";
import type { ActorKind } from "../../../lib/port/actors.ts";
import type { Selection } from "../../../lib/port/selection.ts";
import type { CohortLookup } from "../../../lib/events/filters/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { groupKeyOf, walkEvents } from "../../../lib/engines/rows/index.ts";
import type { WalkInput } from "../../../lib/engines/rows/index.ts";
import { passesFilter } from "./filters/filter.ts";

/** The log that first events are looked for in. */
export type Log = { db: Db } & Pick<WalkInput, "projectId" | "sessionRange" | "hasWholeSessions">;

/** Makes the test of rows that a selection is: its rules are those of `Selection`. */
export function compileSelection(select: Selection, cohorts: CohortLookup, log: Log): (row: EventRow) => boolean {
  const isSuch = (row: EventRow) =>
    select.anyOf.some(
      ({ event, filter }) => (event === null || event === row.event) && passesFilter(filter, row, cohorts),
    );
  const isSelected = (row: EventRow) =>
    (!select.needsPerson || row.actor !== null) &&
    (!select.needsSession || row.sessionValue("$session_duration") !== undefined) &&
    isSuch(row) &&
    passesFilter(select.filter, row, cohorts);
  if (select.firstOf === undefined) return isSelected;
  const firsts = firstTimes(log, select.firstOf === "tests" ? isSuch : isSelected);
  return (row) => isSelected(row) && row.actor !== null && firsts.get(row.actor) === row.timestampMs;
}

/** The time of each actor's first event of all time that passes. */
function firstTimes({ db, ...log }: Log, passes: (row: EventRow) => boolean): Map<number, number> {
  const firsts = new Map<number, number>();
  const all = { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };
  for (const row of walkEvents(db, { ...log, ...all })) {
    if (row.actor === null || firsts.has(row.actor) || !passes(row)) continue;
    firsts.set(row.actor, row.timestampMs);
  }
  return firsts;
}

/** The actor of an event in the question's kind; null = there is none. */
export function actorOf(row: EventRow, kind: ActorKind): number | string | null {
  return kind.by === "persons" ? row.actor : groupKeyOf(row.properties, kind.groupTypeIndex) || null;
}
