import type { EventRow } from "../../port/row.ts";
import type { ActorKind } from "../../port/actors.ts";
import type { Selection } from "../../port/selection.ts";
import { compileEventTests, compileFilter } from "../../events/filters/index.ts";
import type { CohortLookup } from "../../events/filters/index.ts";
import { groupKeyOf } from "./walk-events.ts";

/** Makes the test of rows that a selection is. */
export function compileSelection(select: Selection, cohorts: CohortLookup): (row: EventRow) => boolean {
  const isSuch = compileEventTests(select.anyOf, cohorts);
  const passes = compileFilter(select.filter, cohorts);
  return (row) =>
    (!select.needsPerson || row.actor !== null) &&
    isSuch(row) &&
    passes(row) &&
    (!select.needsSession || row.sessionSeconds() !== null);
}

/** The actor of an event in the question's kind; null = no person, or no group. */
export function actorOf(row: EventRow, kind: ActorKind): number | string | null {
  return kind.by === "persons" ? row.actor : groupKeyOf(row.properties, kind.groupTypeIndex) || null;
}
