import { compareNumbers, lengthOf } from "./actor-list.ts";
import type { WholeList } from "./actor-list.ts";

/** Merges lists of different actors, all in the same order. @param parts one or more */
export function mergeLists(parts: readonly WholeList[]): WholeList {
  const [first, ...others] = parts;
  if (first === undefined) throw new TypeError("There is no list to join.");
  if (others.length === 0) return first;
  const values = first.values === undefined ? undefined : joinNumbers(parts.map((part) => part.values));
  const byValue = (a: number, b: number) =>
    first.order === "keys" || values === undefined ? 0 : values[b]! - values[a]!;
  const isDescending = first.order === "values, keys descending";
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  const order = Uint32Array.from({ length }, (_, place) => place);
  const common = () => ({
    ...(values !== undefined && { values: Float64Array.from(order, (place) => values[place]!) }),
    ...joinBits(parts, order),
    order: first.order,
  });
  if (first.by === "groups") {
    const keys = parts.flatMap((part) => (part.by === "groups" ? part.keys : []));
    const compare = (a: number, b: number) => (keys[a]! < keys[b]! ? -1 : 1) * (isDescending ? -1 : 1);
    order.sort((a, b) => byValue(a, b) || compare(a, b));
    return {
      by: "groups",
      groupTypeIndex: first.groupTypeIndex,
      keys: Array.from(order, (at) => keys[at]!),
      ...common(),
    };
  }
  const ids = joinNumbers(parts.map((part) => (part.by === "persons" ? part.ids : undefined)));
  const compare = (a: number, b: number) => (isDescending ? ids[b]! - ids[a]! : compareNumbers(ids[a]!, ids[b]!));
  order.sort((a, b) => byValue(a, b) || compare(a, b));
  return { by: "persons", ids: Float64Array.from(order, (at) => ids[at]!), ...common() };
}

function joinNumbers(lists: readonly (Float64Array | undefined)[]): Float64Array {
  const joined = new Float64Array(lists.reduce((sum, list) => sum + (list?.length ?? 0), 0));
  let at = 0;
  for (const list of lists) {
    joined.set(list ?? [], at);
    at += list?.length ?? 0;
  }
  return joined;
}

/** The bits of each actor, in the order of the joined list. */
function joinBits(parts: readonly WholeList[], order: Uint32Array): Pick<WholeList, "words" | "bits"> {
  const words = parts[0]?.words;
  if (words === undefined) return {};
  const found = parts.flatMap(({ bits = new Uint32Array(0) }) =>
    Array.from({ length: bits.length / words }, (_, actor) => bits.subarray(actor * words, (actor + 1) * words)),
  );
  const bits = new Uint32Array(order.length * words);
  for (const [at, place] of order.entries()) bits.set(found[place]!, at * words);
  return { words, bits };
}
