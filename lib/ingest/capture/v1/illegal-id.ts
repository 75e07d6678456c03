// v1's own list (reference/capture.md 15.4): what clients send when they have no id.
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

/** Does this distinct id name nobody, so that its event must stay personless? In any letter case, blanks around it aside. */
export function isIllegalV1Id(distinctId: string): boolean {
  return ILLEGAL.has(distinctId.trim().toLowerCase());
}
