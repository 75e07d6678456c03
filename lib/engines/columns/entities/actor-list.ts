import type { ActorCursor, ActorKeys, ActorPage, AppearancesPage, Paging } from "../../../port/actors.ts";

/** Ascending keys; or the highest values first, where equal values are in ascending or descending order of keys. */
export type ListOrder = "keys" | "values" | "values, keys descending";

/** A whole list of actors, of which plans ask for pages. */
export type WholeList = ActorKeys &
  Pick<ActorPage, "values"> &
  Partial<Pick<AppearancesPage, "words" | "bits">> & { order: ListOrder };

/** Cuts a page out of a list. The page holds copies, since the list's memory may be used again. */
export function cutPage(list: WholeList, { after, skip, limit }: Paging): ActorPage {
  const length = lengthOf(list);
  const from = Math.min(length, (after === null ? 0 : placeAfter(list, after)) + skip);
  const until = Math.min(length, from + limit);
  const { values, words, bits } = list;
  return {
    ...(list.by === "persons"
      ? { by: list.by, ids: list.ids.slice(from, until) }
      : { by: list.by, groupTypeIndex: list.groupTypeIndex, keys: list.keys.slice(from, until) }),
    ...(values !== undefined && { values: values.slice(from, until) }),
    ...(words !== undefined && bits !== undefined && { words, bits: bits.slice(from * words, until * words) }),
    next: until < length ? toCursor(list, until - 1) : null,
  };
}

export function lengthOf(list: ActorKeys): number {
  return list.by === "persons" ? list.ids.length : list.keys.length;
}

/** Compares keys in ascending order: 3, 7, −1, −2. */
export function compareNumbers(a: number, b: number): number {
  return a > 0 && b > 0 ? a - b : b - a;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toCursor(list: WholeList, place: number): ActorCursor {
  const key = list.by === "persons" ? list.ids[place]! : list.keys[place]!;
  return list.order === "keys" || list.values === undefined ? { key } : { key, value: list.values[place]! };
}

/** The first place after a cursor, by binary search. */
function placeAfter(list: WholeList, cursor: ActorCursor): number {
  const compareKeys = keyComparison(list, cursor.key);
  const isAfter = (place: number) => {
    const higher = list.order === "keys" ? 0 : (cursor.value ?? 0) - (list.values?.[place] ?? 0);
    return (higher || compareKeys(place)) > 0;
  };
  let low = 0;
  let high = lengthOf(list);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares the key at a place with another key, in the direction of the list. */
function keyComparison(list: WholeList, key: ActorCursor["key"]): (place: number) => number {
  const isDescending = list.order === "values, keys descending";
  if (list.by === "groups") {
    const text = String(key);
    return (place) => compareTexts(list.keys[place]!, text) * (isDescending ? -1 : 1);
  }
  const number = Number(key);
  return (place) => (isDescending ? number - list.ids[place]! : compareNumbers(list.ids[place]!, number));
}
