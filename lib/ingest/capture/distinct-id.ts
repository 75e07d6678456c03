/** Code points; longer ids are cut (reference/capture.md 3.2). */
const MAX_CODE_POINTS = 200;

/**
 * Text stays; other JSON values become JSON with sorted keys. NUL and halves of surrogate pairs, which SQLite would
 * change, become U+FFFD. Cut to 200 code points; surrounding blanks stay. Null = missing, null, empty or blank.
 */
export function toDistinctId(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : toSortedJson(value);
  // Nearly every id leaves at the first return.
  const clean = isPlain(text) ? text : text.replaceAll("\0", "\ufffd").replaceAll(/\p{Surrogate}/gu, "\ufffd");
  if (clean.trim() === "") return null;
  return clean.length > MAX_CODE_POINTS ? cut(clean) : clean;
}

/** Above 2^53 two users' ids may become equal: the caller goes back to the digits as sent (`body.ts`). */
export function isRoundedId(value: unknown): boolean {
  return typeof value === "number" && !Number.isSafeInteger(value) && Number.isInteger(value);
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0 || (unit >= 0xd800 && unit <= 0xdfff)) return false;
  }
  return true;
}

function cut(text: string): string {
  let units = 0;
  for (let points = 0; points < MAX_CODE_POINTS && units < text.length; points++) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, units);
}

function toSortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toSortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${toSortedJson(field)}`).join(",")}}`;
}
