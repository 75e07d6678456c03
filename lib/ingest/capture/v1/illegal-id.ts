// v1's own list of values sent without an id (reference/capture.md 15.4).
const ILLEGAL = new Set([
  "0",
  "00000000-0000-0000-0000-000000000000",
  "[object object]",
  "anonymous",
  "anonymous-user",
  "backend",
  "distinct_id",
  "distinctid",
  "email",
  "false",
  "guest",
  "id",
  "nan",
  "none",
  "not_authenticated",
  "null",
  "system",
  "true",
  "undefined",
  "user",
]);

/** A placeholder, whose event stays personless. Letter case and surrounding blanks do not matter. */
export function isIllegalV1Id(distinctId: string): boolean {
  return ILLEGAL.has(distinctId.trim().toLowerCase());
}
