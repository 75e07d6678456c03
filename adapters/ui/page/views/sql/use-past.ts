import { useState } from "preact/hooks";

/** Earlier questions about a project in this browser, newest first. */
export interface Past {
  list: string[];
  remember(sql: string): void;
  forget(): void;
}

export function usePast(projectId: number): Past {
  const key = `hoglet-sql-${projectId}`;
  const [list, setList] = useState(() => parsePast(localStorage.getItem(key)));
  const keep = (next: string[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setList(next);
  };
  return { list, remember: (sql) => keep(remember(list, sql)), forget: () => keep([]) };
}

/** Questions stored in a browser, for each project. */
const MOST = 30;

/** Adds a question at the top of the list, without duplicates; the oldest drop out. */
export function remember(list: readonly string[], sql: string): string[] {
  const text = sql.trim();
  return [text, ...list.filter((each) => each !== text)].slice(0, MOST);
}

/** Parses a stored list; any other content gives an empty list. */
export function parsePast(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
