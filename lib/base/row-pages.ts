/**
 * A table, page by page. Called twice, for the names of the columns and then for the cells, so that the table is never
 * held as a whole. A property that appears between the two calls is left out.
 */
export type RowPages = () => AsyncIterable<readonly unknown[]>;
