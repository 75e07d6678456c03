/** The address after #: the view, and its parameters. */
export interface Hash {
  /** For example "/sql". */
  path: string;
  query: URLSearchParams;
}

/** Parses `#/sql?q=select%201`; without content it is "/". */
export function parseHash(hash: string): Hash {
  const [path = "", ...query] = hash.replace(/^#?\/?/, "").split("?");
  return { path: `/${path}`, query: new URLSearchParams(query.join("?")) };
}

/** Joins the parts again; empty parameters are left out. */
export function toHash(path: string, query: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return given === "" ? `#${path}` : `#${path}?${given}`;
}
