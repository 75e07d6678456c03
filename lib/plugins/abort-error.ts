/** Took too long, or was given up. Named as in node-fetch 2, as `FetchError`. */
export class AbortError extends Error {
  override name = "AbortError";
}
