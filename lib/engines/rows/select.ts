import type { EventRow } from "../../port/row.ts";
import type { ActorKind } from "../../port/actors.ts";
import type { Selection } from "../../port/selection.ts";
import { compileEventTests, compileFilter } from "../../events/filters/index.ts";
import type { CohortLookup } from "../../events/filters/index.ts";
import type { Db } from "../../storage/index.ts";
import { groupKeyOf, walkEvents } from "./walk-events.ts";
import type { WalkInput } from "./walk-events.ts";

/** The log that first events are looked for in: `actor` alone, where no other actor's rows are tested. */
export type Log = { db: Db } & Pick<
  WalkInput,
  "projectId" | "sessionRange" | "hasWholeSessions" | "actor" | "checkpoint"
>;

/** The test of rows for a selection. First events walk over the log at once. */
export function compileSelection(select: Selection, cohorts: CohortLookup, log: Log): (row: EventRow) => boolean {
  const isSuch = compileEventTests(select.anyOf, cohorts);
  const passes = compileFilter(select.filter, cohorts);
  const isSelected = (row: EventRow) =>
    (!select.needsPerson || row.actor !== null) &&
    isSuch(row) &&
    passes(row) &&
    (!select.needsSession || row.sessionValue("$session_duration") !== undefined);
  if (select.firstOf === undefined) return isSelected;
  const firsts = readFirsts(log, select.firstOf === "tests" ? isSuch : isSelected);
  return (row) => row.actor !== null && firsts.get(row.actor) === row.timestampMs && isSelected(row);
}

/** The instant of each actor's first passing event. */
function readFirsts({ db, ...log }: Log, passes: (row: EventRow) => boolean): Map<number, number> {
  const firsts = new Map<number, number>();
  const all = { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };
  for (const row of walkEvents(db, { ...log, ...all })) {
    if (row.actor !== null && !firsts.has(row.actor) && passes(row)) firsts.set(row.actor, row.timestampMs);
  }
  return firsts;
}

/** Null = no person, or no group. */
export function actorOf(row: EventRow, kind: ActorKind): number | string | null {
  return kind.by === "persons" ? row.actor : groupKeyOf(row.properties, kind.groupTypeIndex) || null;
}
