import { useHashLocation } from "wouter-preact/use-hash-location";
import { parseHash, toHash, withQuery } from "./hash.ts";

export interface GoOptions {
  /** Replace the current history entry: "back" then leads to the entry before. @default false */
  replace?: boolean;
}

/**
 * The view for wouter: from the address after #, without the project and without its parameters (`?…`). Wouter's own
 * hook would put those before the #, where they stay when the view changes.
 */
export function useHashPath(): [path: string, go: (to: string, options?: GoOptions) => void] {
  const [whole] = useHashLocation();
  return [parseHash(whole).path, (to, options) => go(here(to), options)];
}

useHashPath.hrefs = here;

/**
 * The parameters of the view from the address after #, and the function to change them.
 * @example
 * const [query, ask] = useHashQuery(); // at #/p/1/sql?q=select%201
 * ask({ q: "select 2" });
 */
export function useHashQuery(): [
  query: URLSearchParams,
  ask: (query: Readonly<Record<string, string>>, options?: GoOptions) => void,
] {
  const [whole] = useHashLocation();
  const { path, query } = parseHash(whole);
  return [query, (next, options) => go(here(withQuery(path, next)), options)];
}

/** As `useHashQuery`, for parameters that occur several times. */
export function useHashParameters(): [
  query: URLSearchParams,
  ask: (parameters: [name: string, value: string][], options?: GoOptions) => void,
] {
  const [whole] = useHashLocation();
  const { path, query } = parseHash(whole);
  return [query, (next, options) => go(here(`${path}?${new URLSearchParams(next).toString()}`), options)];
}

/** The project in the address; null = an address without one. */
export function useHashProject(): number | null {
  const [whole] = useHashLocation();
  return parseHash(whole).project;
}

/** The address of a view in the shown project: `#/p/1/sql` for "/sql". */
export function here(path: string): string {
  return toHash(path, location.hash);
}

/** Shows another address, `#` included. */
export function go(hash: string, { replace = false }: GoOptions = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", hash);
  // Neither of them emits the event.
  dispatchEvent(new HashChangeEvent("hashchange"));
}
