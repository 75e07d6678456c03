import type { GetColumnData, Table } from "drizzle-orm";

type Columns<T extends Table> = T["_"]["columns"];

type Name<T extends Table> = Columns<T>[keyof Columns<T>]["_"]["name"];

/**
 * Columns of a table by their names in SQL, for the rows of `db.sql<Row>(text)`.
 *
 * @example
 * db.sql<RowOf<typeof events, "seq" | "timestamp">>("SELECT seq, timestamp FROM events WHERE project_id = ?")
 */
export type RowOf<T extends Table, Wanted extends Name<T> = Name<T>> = {
  [Key in keyof Columns<T> as Columns<T>[Key]["_"]["name"] & Wanted]: GetColumnData<Columns<T>[Key]>;
};
