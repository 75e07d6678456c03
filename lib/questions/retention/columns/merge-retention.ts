import type { RetentionAnswer, RetentionRow } from "../plan.ts";

/** Joins answers about different actors, without sums: counts of rows with the same key are added up. */
export function mergeRetention(parts: readonly RetentionAnswer[]): RetentionAnswer {
  const rows = new Map<string, RetentionRow>();
  for (const { key, counts } of parts.flatMap((part) => part.rows)) {
    const name = JSON.stringify(key);
    const known = rows.get(name)?.counts ?? counts.map(() => 0);
    rows.set(name, { key, counts: counts.map((count, cell) => count + (known[cell] ?? 0)) });
  }
  return { rows: [...rows.values()] };
}
