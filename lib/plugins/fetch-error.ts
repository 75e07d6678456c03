/** Named as in node-fetch 2: by the name plugins decide whether to try again (reference/plugins.md 8). */
export class FetchError extends Error {
  override name = "FetchError";
}
