import type { CorrelationCount, CorrelationItem, CorrelationPlan, CorrelationWhat } from "../plan.ts";
import { parseElements } from "../../../events/elements/index.ts";
import { propertyText } from "../../../events/filters/index.ts";
import { Interned } from "../../../engines/columns/entities/interned.ts";
import { clippedRuns } from "../../../engines/columns/log/clipped-runs.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { Segment } from "../../../engines/columns/log/segment.ts";
import { eachInside } from "./entered-actors.ts";
import type { EnteredActors } from "./entered-actors.ts";
import { PlaceSets } from "./place-sets.ts";

/**
 * Counts the actors who had each property, with its value, on events of some names on their way; rare values count too.
 */
export function countEventProperties(
  execution: Execution,
  { range }: CorrelationPlan,
  { what, actors }: { what: Extract<CorrelationWhat, { by: "event_properties" }>; actors: EnteredActors },
): CorrelationCount[] {
  const names = new Map(what.names.map((name) => [execution.nameId(name), name]));
  const excepted = new Set(what.exceptProperties);
  const items = new Interned<string>();
  const known: CorrelationItem[] = [];
  const sets = new PlaceSets(actors.isSuccess, 10_000);
  const itemOf = (item: CorrelationItem) => {
    const number = items.numberOf(JSON.stringify(item));
    known[number] = item;
    return number;
  };
  for (const segment of execution.segments) {
    for (const { eventNameId, start, end } of clippedRuns(segment, range, (nameId) => names.has(nameId))) {
      const rows: number[] = [];
      const places: number[] = [];
      eachInside(actors, { segment, start, end }, (row, place) => {
        rows.push(row);
        places.push(place);
      });
      if (rows.length === 0) continue;
      const event = names.get(eventNameId) ?? "";
      if (event === "$autocapture") {
        addItems(sets, rows.map(itemsOfElements(segment, event, itemOf)), places);
        continue;
      }
      for (const key of segment.keys().filter((each) => !excepted.has(each))) {
        const toItem = itemsOfColumn(segment, key, (value) => itemOf({ by: "event_property", event, key, value }));
        addItems(sets, rows.map(toItem), places);
      }
    }
  }
  return known.map((item, number) => sets.count(number, item));
}

/** @param items of each row, −1 = none @param places of the row's actor */
function addItems(sets: PlaceSets, items: number[], places: number[]): void {
  for (const [index, item] of items.entries()) if (item >= 0) sets.add(item, places[index]!);
}

/** The item of a row's value; −1 = the row has no such property. Each distinct value is looked at once. */
function itemsOfColumn(segment: Segment, key: string, itemOf: (text: string) => number): (row: number) => number {
  const { codes, values } = segment.property(key);
  const items = new Int32Array(values.length).fill(-1);
  return (row) => {
    const code = codes[row]!;
    if ((values[code] ?? undefined) === undefined) return -1;
    if (items[code] === -1) items[code] = itemOf(propertyText(values[code]));
    return items[code]!;
  };
}

/** The item of a row's type of interaction and its elements; each distinct pair is looked at once. */
function itemsOfElements(
  segment: Segment,
  event: string,
  itemOf: (item: CorrelationItem) => number,
): (row: number) => number {
  const types = segment.property("$event_type");
  const chains = segment.elements();
  const known = new Map<number, number>();
  return (row) => {
    const type = types.codes[row]!;
    const chain = chains.codes[row]!;
    const pair = type * chains.values.length + chain;
    const stored = chains.values[chain];
    const item =
      known.get(pair) ??
      itemOf({
        by: "elements",
        event,
        eventType: propertyText(types.values[type]),
        elements: parseElements(stored === undefined ? null : String(stored)),
      });
    known.set(pair, item);
    return item;
  };
}
