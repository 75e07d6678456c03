import type { PathEdge } from "../../../../../lib/index.ts";

/** The item of a key such as `2_/pricing`, and its position from 0. */
export function splitKey(key: string): { name: string; column: number } {
  const end = key.indexOf("_");
  return { name: key.slice(end + 1), column: Number(key.slice(0, end)) - 1 };
}

const ORIGIN = /^https?:\/\/[^/]+/;

/**
 * The shown names of items: addresses without their site if all are of one site (the site itself as `/`), other names
 * unchanged. A page that was sent without its address has no name.
 * @returns a function from an item to its short name
 */
export function pathNames(edges: readonly PathEdge[]): (item: string) => string {
  const items = edges.flatMap(({ source, target }) => [splitKey(source).name, splitKey(target).name]);
  const origins = new Set(items.flatMap((item) => ORIGIN.exec(item) ?? []));
  const isOneSite = origins.size === 1;
  return (item) => {
    if (item === "") return "(no address)";
    return isOneSite ? item.replace(ORIGIN, "") || "/" : item;
  };
}
