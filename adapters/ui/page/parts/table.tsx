import type { ComponentChildren } from "preact";

export interface Column<Row> {
  name: string;
  /** What stands in the head. @default the name */
  title?: ComponentChildren;
  cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the right. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  /** Says what is in the table, to screen readers alone. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Unique and the same at each drawing. */
  rowKey: (row: Row, index: number) => string | number;
}

/** A table that scrolls sideways by itself where it is too wide, by keyboard too. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div class="table" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, title, isNumber }, place) => (
              // By place: two columns of a query may have one name.
              <th key={place} scope="col" class={isNumber ? "number" : undefined}>
                {title ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(({ cell, isNumber }, place) => (
                <td key={place} class={isNumber ? "number" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
