/**
 * The rows of a table, page by page. Called twice, first for the names of the columns and then for the cells, so that
 * the table is never held as a whole. A property that a row gets between the two calls has no column and is left out.
 */
export type RowPages = () => AsyncIterable<readonly unknown[]>;
