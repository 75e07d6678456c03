import type { ActorKind, Actors } from "../../../lib/port/actors.ts";

/** Puts the actors (or groups) that were found into the port's order. */
export function toActors(kind: ActorKind, found: Iterable<number | string>): Actors {
  const all = [...new Set(found)];
  if (kind.by === "groups") {
    return { by: "groups", groupTypeIndex: kind.groupTypeIndex, keys: all.map(String).toSorted(compareIds) };
  }
  const ids = all.map(Number);
  const persons = ids.filter((id) => id > 0).toSorted((a, b) => a - b);
  const personless = ids.filter((id) => id < 0).toSorted((a, b) => b - a);
  return { by: "persons", ids: Float64Array.from([...persons, ...personless]) };
}

/** The same with the value of each: the highest first. */
export function toRankedActors(kind: ActorKind, found: ReadonlyMap<number | string, number>): Actors {
  const actors = toActors(kind, found.keys());
  const names: (number | string)[] = actors.by === "persons" ? [...actors.ids] : actors.keys;
  const valueOf = (name: number | string) => found.get(name) ?? 0;
  // The sort is stable: equal ones stay in the port's order.
  const ranked = names.toSorted((a, b) => valueOf(b) - valueOf(a));
  const values = Float64Array.from(ranked, valueOf);
  return actors.by === "persons"
    ? { by: "persons", ids: Float64Array.from(ranked, Number), values }
    : { ...actors, keys: ranked.map(String), values };
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
