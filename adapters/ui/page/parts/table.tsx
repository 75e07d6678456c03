import type { ComponentChildren } from "preact";

export interface Column<Row> {
  name: string;
  /** The title in the head. @default the name */
  title?: ComponentChildren;
  cell: (row: Row) => ComponentChildren;
  /** Align numbers to the right. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  /** Describes the table, only for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Unique, and equal at each drawing. */
  rowKey: (row: Row, index: number) => string | number;
}

/** A table that scrolls sideways when it is too wide, also by keyboard. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div class="table" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, title, isNumber }, place) => (
              // Keys are positions, since two columns of a query may have the same name.
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
