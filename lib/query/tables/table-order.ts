import type { FindSpecial, TableColumn, TableOrder } from "./table-column.ts";
import { readOrder, withoutComment } from "./table-column.ts";

/**
 * The node's order, else by the number of rows, else by the first aggregate, else by time, the highest first; else by
 * the first column (reference/query.md 4.3).
 * @param time the column of time
 */
export function tableOrder(
  orderBy: readonly string[] | null | undefined,
  columns: readonly TableColumn[],
  { time, findSpecial }: { time: string; findSpecial: FindSpecial },
): TableOrder[] {
  if (orderBy) return orderBy.map((text) => readOrder(text, findSpecial));
  const found =
    columns.find(({ name }) => withoutComment(name) === "count()") ??
    columns.find(({ isAggregate }) => isAggregate) ??
    columns.find(({ name }) => withoutComment(name) === time);
  const [first] = columns;
  const column = found ?? first;
  if (column === undefined) return [];
  const { name, sort, isAggregate } = column;
  return [{ text: withoutComment(name), sort, isDescending: found !== undefined, isAggregate }];
}
