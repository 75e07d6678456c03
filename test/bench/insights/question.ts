/** A row of an answer: keys first, then numbers. Zeros have no row. */
export type Row = (string | number)[];

/** The engines beside the product. */
export type Peer = "clickhouse" | "duckdb" | "sqlite";

/** How a peer is asked: one or several statements that say the same; the fastest counts. */
export interface Form {
  sql: string;
  /** The last step, on few rows, that SQL cannot express shortly; its time counts. */
  finish?: (rows: Row[]) => Row[];
}

/** One question, and how to ask each engine. */
export interface BenchQuestion {
  id: string;
  title: string;
  /** A method of the handle; a question whose method does not exist is left out, with a message. */
  method: string;
  query: Record<string, unknown>;
  /** The product's `result` (or `results`) as rows. Not timed. */
  toRows(result: unknown): Row[];
  peers: Partial<Record<Peer, Form[]>>;
}

/**
 * Holds an answer against another, number by number, in whatever order.
 * @throws Error that says what one has and the other has not
 */
export function requireEqual(name: string, rows: readonly Row[], expected: readonly Row[]): void {
  const [mine, theirs] = [toLines(rows), toLines(expected)];
  if (mine.join("\n") === theirs.join("\n")) return;
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)];
  const more = mine.filter((line) => !inTheirs.has(line));
  const less = theirs.filter((line) => !inMine.has(line));
  throw new Error(
    `${name} disagrees: of ${mine.length} rows it alone has ${more.length} (${more.slice(0, 5).join(" ")}), ` +
      `others have ${theirs.length} and alone ${less.length} (${less.slice(0, 5).join(" ")}).`,
  );
}

/** Rows as lines of text; zeros have no row. */
function toLines(rows: readonly Row[]): string[] {
  return rows
    .filter((row) => row.at(-1) !== 0)
    .map((row) => JSON.stringify(row))
    .toSorted();
}
