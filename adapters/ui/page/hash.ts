/** The address after #: the project, the view, and its parameters. */
export interface Hash {
  /** Id of the project; null = an address without one, as they were before. */
  project: number | null;
  /** The path of the view, for example "/sql". */
  path: string;
  query: URLSearchParams;
}

/** Parses `#/p/1/sql?q=select%201`; without content the path is "/". */
export function parseHash(hash: string): Hash {
  const [whole = "", ...query] = hash.replace(/^#?\/?/, "").split("?");
  const [, id, rest] = /^p\/(\d{1,15})(?:\/(.*))?$/s.exec(whole) ?? [];
  return {
    project: id === undefined ? null : Number(id),
    path: `/${id === undefined ? whole : (rest ?? "")}`,
    query: new URLSearchParams(query.join("?")),
  };
}

/** Joins the parts of a view's address again; empty parameters are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return given === "" ? path : `${path}?${given}`;
}

/** A view's address in the project of another address. @param from `location.hash` */
export function toHash(path: string, from: string): string {
  const { project } = parseHash(from);
  return project === null ? `#${path}` : `#/p/${project}${path}`;
}
