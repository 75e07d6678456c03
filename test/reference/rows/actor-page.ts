import type { ActorCursor, ActorKind, ActorPage, Paging } from "../../../lib/port/actors.ts";

/** An actor that was found, with its value where the list has values. */
export type FoundActor = ActorCursor;

/** The order of a list; see `ActorList`. */
export type Order = "keys" | "values" | "values, keys descending";

/** Sorts the actors that were found, and cuts a page out of them. */
export function toActorPage(
  kind: ActorKind,
  { found, order, hasValues }: { found: FoundActor[]; order: Order; hasValues: boolean },
  { after, skip, limit }: Paging,
): ActorPage {
  const compare = compareBy(order);
  const sorted = found.toSorted(compare);
  const following = after === null ? sorted : sorted.filter((actor) => compare(actor, after) > 0);
  const page = following.slice(skip, skip + limit);
  const last = page.at(-1);
  const isLastPage = following.length <= skip + limit;
  const keys = page.map(({ key }) => key);
  return {
    ...(kind.by === "groups"
      ? { by: "groups", groupTypeIndex: kind.groupTypeIndex, keys: keys.map(String) }
      : { by: "persons", ids: Float64Array.from(keys, Number) }),
    ...(hasValues && { values: Float64Array.from(page, ({ value }) => value ?? 0) }),
    next: last === undefined || isLastPage ? null : order === "keys" ? { key: last.key } : last,
  };
}

function compareBy(order: Order): (a: ActorCursor, b: ActorCursor) => number {
  if (order === "keys") return (a, b) => compareKeys(a.key, b.key);
  const direction = order === "values" ? 1 : -1;
  return (a, b) => (b.value ?? 0) - (a.value ?? 0) || compareInDirection(a.key, b.key, direction);
}

/** Personless actors, whose numbers are negative, come last in both directions, the one nearest to 0 first. */
function compareInDirection(a: number | string, b: number | string, direction: 1 | -1): number {
  const areNumbers = typeof a === "number" && typeof b === "number";
  return areNumbers && (a < 0 || b < 0) ? compareKeys(a, b) : direction * compareKeys(a, b);
}

function compareKeys(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") {
    const isPersonless = Number(a < 0) - Number(b < 0);
    return isPersonless || Math.abs(a) - Math.abs(b);
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
