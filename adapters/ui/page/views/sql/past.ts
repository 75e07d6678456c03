/** Questions kept in a browser, for each project. */
const MOST = 30;

/** The list, newest first, with one more: it is there once, on top, and the oldest go. */
export function remember(list: readonly string[], sql: string): string[] {
  const text = sql.trim();
  return [text, ...list.filter((each) => each !== text)].slice(0, MOST);
}

/** Reads a list as it was stored; anything else is an empty one. */
export function parsePast(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
