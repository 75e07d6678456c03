/** Rows of lists with the columns' names, or objects, whose keys are the columns. */
export function toTable({ result, columns }: { result: unknown; columns?: string[] | undefined }): {
  columns: string[];
  rows: unknown[][];
} {
  const list = Array.isArray(result) ? (result as unknown[]) : [];
  if (columns !== undefined) return { columns, rows: list as unknown[][] };
  const objects = list.filter((row): row is Record<string, unknown> => typeof row === "object" && row !== null);
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  return { columns: names, rows: objects.map((row) => names.map((name) => row[name])) };
}
