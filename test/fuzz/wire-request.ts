/** A request as it goes over the socket. */
export interface WireRequest {
  method: string;
  /** Path and query, as they stand in the request line. */
  target: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** The row of the route table from which it was made, such as `GET /e`. */
  route: string;
}

/** The keys of the fuzzed server: one for everything, one for project 1. */
export interface Keys {
  wide: string;
  narrow: string;
}

/** The token of project 1: the one in the recorded requests of `fixtures/wire`. */
export const TOKEN = "phc_wire";
