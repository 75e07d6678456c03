/** The address after #: which view, and what it is asked. */
export interface Hash {
  /** Such as "/sql". */
  path: string;
  query: URLSearchParams;
}

/** Takes `#/sql?q=select%201` apart; without anything it is "/". */
export function parseHash(hash: string): Hash {
  const [path = "", ...query] = hash.replace(/^#?\/?/, "").split("?");
  return { path: `/${path}`, query: new URLSearchParams(query.join("?")) };
}

/** Puts it together again; what is empty is left out. */
export function toHash(path: string, query: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return given === "" ? `#${path}` : `#${path}?${given}`;
}
