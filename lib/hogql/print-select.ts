/** A grouped SELECT over events, in parts. */
export interface EventsSelect {
  columns: readonly string[];
  /** Conditions that must all hold. */
  where: readonly string[];
  /** Columns that group and sort rows; empty = one row. */
  keys: readonly string[];
  /** Words behind the last key of ORDER BY, such as WITH FILL; null = no order. */
  fill: string | null;
  /** Most rows of the statement; null = no limit. */
  limit: number | null;
}

/** Prints a statement of HogQL for a reader: one clause a line. */
export function printEventsSelect({ columns, where, keys, fill, limit }: EventsSelect): string {
  const lines = [`SELECT ${columns.join(", ")}`, "FROM events", `WHERE ${where.join("\n  AND ")}`];
  if (keys.length === 0) return lines.join("\n");
  const by = keys.join(", ");
  lines.push(`GROUP BY ${by}`);
  if (fill !== null) lines.push(`ORDER BY ${by}${fill}`);
  if (limit !== null) lines.push(`LIMIT ${limit}`);
  return lines.join("\n");
}
