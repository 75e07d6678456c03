import { parseTimestamp } from "../timestamp.ts";

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Epoch ms of RFC 3339 (a zone is required, a blank may stand for `T`); null = anything else. */
export function parseRfc3339(text: string): number | null {
  return RFC_3339.test(text) ? parseTimestamp(text) : null;
}
