import type { Target } from "./http.ts";
import { toLink } from "./envelopes.ts";

/**
 * Links to the neighbours of a numbered page: absolute URLs, null = no such page. They always have `limit`; other
 * parameters stay as in the request (reference/rest.md 1.5 B, with a `previous` that leads back).
 */
export function toPageNumberLinks(
  target: Target,
  { page, limit }: { page: number; limit: number },
  total: number,
): { next: string | null; previous: string | null } {
  return {
    next: page * limit < total ? toLink(target, { page: page + 1, limit }) : null,
    previous: page > 1 ? toLink(target, { page: page - 1, limit }) : null,
  };
}
