/** A grouped SELECT over events, in parts of HogQL. */
export interface EventsSelect {
  columns: readonly string[];
  /** Conditions that must all hold. */
  where: readonly string[];
  /** Names of columns that rows are grouped and sorted by; none = there is one row. */
  keys: readonly string[];
  /** The words behind the last key in ORDER BY, such as WITH FILL; null = rows have no order. */
  fill: string | null;
  /** Null = it has no end. */
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
