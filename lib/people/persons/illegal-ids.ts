// Never merged (reference/capture.md 15.4): clients send these without an id, and a merge would join everybody who ever
// had it.
const ILLEGAL_IN_ANY_CASE = new Set([
  "anonymous",
  "guest",
  "distinctid",
  "distinct_id",
  "id",
  "not_authenticated",
  "email",
  "undefined",
  "true",
  "false",
]);
const ILLEGAL_AS_WRITTEN = new Set(["[object Object]", "NaN", "None", "none", "null", "0", "undefined"]);

/** Code points; longer ids are never merged. */
const MAX_MERGED_ID_LENGTH = 400;

/** Is this distinct id excluded from merges? Also true for the listed texts in single or double quotes. */
export function isIllegalId(distinctId: string): boolean {
  const text = unquote(distinctId);
  return (
    text.trim() === "" ||
    ILLEGAL_AS_WRITTEN.has(text) ||
    ILLEGAL_IN_ANY_CASE.has(text.toLowerCase()) ||
    distinctId.includes("\0") ||
    isLongerThan(distinctId, MAX_MERGED_ID_LENGTH)
  );
}

function unquote(text: string): string {
  const first = text.charAt(0);
  const isQuoted = text.length >= 2 && (first === '"' || first === "'") && text.endsWith(first);
  return isQuoted ? text.slice(1, -1) : text;
}

/** Counts code points only when the UTF-16 length does not decide. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > limit * 2 || [...text].length > limit);
}
