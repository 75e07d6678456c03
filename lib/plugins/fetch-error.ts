/** A request that failed. Named as in node-fetch 2: plugins decide by the name whether to try again (reference/plugins.md 8). */
export class FetchError extends Error {
  override name = "FetchError";
}
