import { useHashLocation } from "wouter-preact/use-hash-location";
import { parseHash, toHash } from "./hash.ts";

interface GoOptions {
  /** Takes the place of the address that is there: "back" leads to the one before. @default false */
  replace?: boolean;
}

/**
 * For wouter: the view by the address after #, without what it is asked (`?…`). Wouter's own hook would put that before the
 * #, where it stays when the view changes.
 */
export function useHashPath(): [path: string, go: (to: string, options?: GoOptions) => void] {
  const [whole] = useHashLocation();
  return [parseHash(whole).path, (to, options) => go(`#${to}`, options)];
}

useHashPath.hrefs = (href: string) => `#${href}`;

/**
 * What the view is asked, by the address after #, and the way to ask it something else.
 * @example
 * const [query, ask] = useHashQuery(); // at #/sql?q=select%201
 * ask({ q: "select 2" });
 */
export function useHashQuery(): [
  query: URLSearchParams,
  ask: (query: Readonly<Record<string, string>>, options?: GoOptions) => void,
] {
  const [whole] = useHashLocation();
  const { path, query } = parseHash(whole);
  return [query, (next, options) => go(toHash(path, next), options)];
}

function go(hash: string, { replace = false }: GoOptions = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", hash);
  // Neither of them tells.
  dispatchEvent(new HashChangeEvent("hashchange"));
}
