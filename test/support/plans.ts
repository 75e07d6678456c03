import type { Db } from "../../lib/storage/index.ts";

/**
 * Records the statements of a database: `plans()` returns each prepared SELECT with the lines of its query plan. The plans
 * of an empty database show how a query would run on ten million events.
 */
export function watchPlans(db: Db): { db: Db; plans(): { text: string; lines: string[] }[] } {
  const texts = new Set<string>();
  return {
    db: { ...db, sql: (text) => (texts.add(text), db.sql(text)) },
    plans: () =>
      [...texts].filter((text) => /^\s*SELECT/i.test(text)).map((text) => ({ text, lines: explain(db, text) })),
  };
}

function explain(db: Db, text: string): string[] {
  const names = [...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]);
  const places = text.match(/\?/g)?.map(() => 1) ?? [];
  const statement = db.sqlite.prepare(`EXPLAIN QUERY PLAN ${text}`);
  const rows = (names.length > 0 ? statement.all(Object.fromEntries(names)) : statement.all(...places)) as {
    detail: string;
  }[];
  return rows.map(({ detail }) => detail);
}
