import type { Cell, Column } from "../draw/table.ts";
import { counted } from "../draw/words.ts";
import type { Asked, Sheet } from "./sheet.ts";

/** Any other answer: SQL and other tables by their columns, lists by the fields of their items. */
export function rowsSheet({ answer }: Asked): Sheet {
  const items = Array.isArray(answer.results) ? (answer.results as unknown[]) : [answer.results];
  const columns = answer.columns ?? [...new Set(items.flatMap((item) => Object.keys(toObject(item))))];
  const rows = items.map((item) =>
    Array.isArray(item) ? (item as unknown[]) : columns.map((name) => toObject(item)[name]),
  );
  const isNumber = columns.map((_, at) => rows.every((row) => typeof (row[at] ?? 0) === "number"));
  return {
    total: counted(rows.length, "row") + (answer.hasMore === true ? "; there are more" : ""),
    parts: [
      {
        table: {
          columns: columns.map((name, at): Column => ({ name, isNumber: isNumber[at] === true })),
          rows: rows.map((row) => columns.map((_, at): Cell => toCellText(row[at]))),
        },
      },
    ],
    records: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null]))),
  };
}

function toObject(item: unknown): Record<string, unknown> {
  return typeof item === "object" && item !== null ? (item as Record<string, unknown>) : { value: item };
}

/** A value as a cell shows it. */
function toCellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
}
