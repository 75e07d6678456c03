import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface Column<Row> {
  name: string;
  /** The title in the head. @default the name */
  title?: ComponentChildren;
  cell: (row: Row) => ComponentChildren;
  /** Align numbers to the right. */
  isNumber?: boolean;
  /** The value by which rows are sorted when its head is pressed. @default it does not sort */
  sortBy?: (row: Row) => number | string;
}

interface TableProps<Row> {
  /** Describes the table, only for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Unique, and equal at each drawing. */
  rowKey: (row: Row, index: number) => string | number;
  /** Many rows scroll in place. @default false */
  isTall?: boolean;
}

/** A column to sort by, and the direction. */
export interface Sort {
  column: number;
  isUp: boolean;
}

/** A table that scrolls sideways when it is too wide, also by keyboard. Heads of columns that sort are buttons. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows } = props;
  const [sort, setSort] = useState<Sort | null>(null);
  const sortBy = sort === null ? undefined : columns[sort.column]?.sortBy;
  const shown = sort === null || sortBy === undefined ? rows : sortedRows(rows, sortBy, sort.isUp);
  const head = ({ name, title, isNumber = false }: Column<Row>, place: number) => (
    <SortButton sort={sort} place={place} isNumber={isNumber} onSort={setSort}>
      {title ?? name}
    </SortButton>
  );
  return <PlainTable {...props} rows={shown} sort={sort} head={head} />;
}

interface PlainTableProps<Row> extends TableProps<Row> {
  sort?: Sort | null;
  /** The button of a column that sorts. @default its title */
  head?: (column: Column<Row>, place: number) => ComponentChildren;
}

/** The table as it is drawn, without state. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { caption, columns, rows, rowKey, isTall = false, sort = null, head } = props;
  return (
    <div class={`table${isTall ? " tall" : ""}`} role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              // Keys are positions, since two columns of a query may have the same name.
              <th
                key={place}
                scope="col"
                class={column.isNumber ? "number" : undefined}
                aria-sort={toAriaSort(sort, place)}
                data-csv={column.sortBy && column.name}
              >
                {column.sortBy !== undefined && head ? head(column, place) : (column.title ?? column.name)}
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

/** The head of the column at a place, for screen readers. */
export function toAriaSort(sort: Sort | null, place: number): "ascending" | "descending" | undefined {
  if (sort?.column !== place) return undefined;
  return sort.isUp ? "ascending" : "descending";
}

interface SortButtonProps {
  sort: Sort | null;
  place: number;
  /** The largest number comes first at first, and the first name. */
  isNumber: boolean;
  onSort: (sort: Sort) => void;
  children: ComponentChildren;
}

/** A head that sorts by its column; pressed again, the other way round. */
export function SortButton({ sort, place, isNumber, onSort, children }: SortButtonProps) {
  const isOn = sort?.column === place;
  return (
    <button type="button" onClick={() => onSort({ column: place, isUp: isOn ? !sort.isUp : !isNumber })}>
      {children}
      {isOn && (sort.isUp ? " ↑" : " ↓")}
    </button>
  );
}

/** The rows by a value of each; equal rows stay in their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => number | string,
  isUp: boolean,
): readonly Row[] {
  const compare = (a: Row, b: Row) => {
    const [left, right] = [sortBy(a), sortBy(b)];
    if (typeof left === "string" || typeof right === "string") return String(left).localeCompare(String(right));
    return left - right;
  };
  return rows.toSorted((a, b) => (isUp ? compare(a, b) : compare(b, a)));
}
