import { useState } from "preact/hooks";
import { parsePast, remember } from "./past.ts";

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
