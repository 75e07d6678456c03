import * as assert from "uvu/assert";
import type { ActorRows } from "../../../../lib/engines/columns/actor-index/actor-rows.ts";
import { compileActorRows } from "../../../../lib/engines/columns/actor-index/actor-rows.ts";
import { actorIds } from "../../../../lib/engines/columns/entities/entity-ids.ts";
import type { Execution } from "../../../../lib/engines/columns/execution.ts";
import { parseFilters } from "../../../../lib/events/filters/index.ts";
import type { DateRange } from "../../../../lib/port/range.ts";
import type { Selection } from "../../../../lib/port/selection.ts";

export const ALWAYS = { fromMs: -1e15, untilMs: 1e15 };

function toSelection(event: string | null, properties: unknown = []): Selection {
  const filter = parseFilters(properties, "properties");
  return { anyOf: [{ event, filter: { type: "AND", values: [] } }], filter, needsPerson: true, needsSession: false };
}

const SELECTIONS = [
  toSelection("paid"),
  toSelection(null, [{ key: "amount", value: 30, operator: "exact" }]),
  toSelection("viewed"),
];

type Seen = [ms: number, bits: number, place: number][];

export function openRows(execution: Execution, range: DateRange, needs: number[]): ActorRows {
  const rowsOf = compileActorRows(SELECTIONS, execution, { entityIds: actorIds(execution), hasPlaces: true, needs });
  execution.showPersons();
  return rowsOf(range);
}

/** The rows of each actor, with or without an actor index. */
export function readRows(execution: Execution, range: DateRange, needs: number[]): Map<number, Seen> {
  const found = new Map<number, Seen>();
  const rows = openRows(execution, range, needs);
  const bitsOf = rows.sets.bitsOf([...SELECTIONS.keys()]);
  rows.each((actor, own) => {
    const { times, values, from, until } = own;
    const list = Array.from({ length: until - from }, (_, index): Seen[number] => {
      const row = from + index;
      return [times[row] ?? NaN, bitsOf[values[row] ?? 0] ?? 0, own.placeOf(row)];
    });
    found.set(actor, list);
  });
  assert.equal(
    [...found.keys()],
    [...found.keys()].toSorted((a, b) => a - b),
    "ascending",
  );
  return found;
}

/** The actors whose rows have all needed bits, as text. */
export function toText(found: Map<number, Seen>, needs: number[]): string {
  const required = needs.reduce((bits, place) => bits | (1 << place), 0);
  const whole = [...found].filter(
    ([, list]) => (list.reduce((bits, [, own]) => bits | own, 0) & required) === required,
  );
  return JSON.stringify(whole);
}
