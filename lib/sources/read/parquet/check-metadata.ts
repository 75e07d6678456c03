import type { ColumnMetaData, FileMetaData, SchemaElement } from "hyparquet";
import { MAX_DEPTH } from "../../../base/depth.ts";
import { MOST_COLUMNS } from "../rows.ts";

/** Packed bytes of one row group: they are read at once. Writers make groups of 128 MiB or less. */
const MOST_GROUP_BYTES = 512 * 1024 * 1024;

/** @throws Error for a footer that contradicts itself or the size of the file */
export function checkMetadata({ schema, num_rows: rows, row_groups: groups }: FileMetaData, fileBytes: number): void {
  const [root] = schema;
  if (root === undefined) throw new Error("it has no schema");
  checkSchema(schema);
  const sum = groups.reduce((total, group) => total + BigInt(group.num_rows), 0n);
  if (sum !== BigInt(rows)) throw new Error(`it says that it has ${rows} rows, and its row groups have ${sum}`);
  if (groups.some((group) => group.num_rows < 0)) throw new Error("a row group has fewer rows than none");
  for (const { columns, num_rows: groupRows } of groups) {
    if (groupRows > 0 && columns.length === 0) throw new Error("a row group has rows and no columns");
    let packed = 0;
    for (const { meta_data: column } of columns) {
      if (column === undefined) throw new Error("a column is not described");
      const { start, end } = rangeOf(column);
      if (!(start >= 4 && start <= end && end <= fileBytes)) throw new Error("a column lies outside of the file");
      packed += end - start;
    }
    if (packed > MOST_GROUP_BYTES)
      throw new Error("a row group has more than 512 MiB, packed: write it with smaller row groups");
  }
}

/** The bytes of a column of a row group; its dictionary comes first. */
export function rangeOf(column: ColumnMetaData): { start: number; end: number } {
  const { dictionary_page_offset: dictionary, data_page_offset: data, total_compressed_size: size } = column;
  const start = dictionary !== undefined && dictionary > 0n && dictionary < data ? Number(dictionary) : Number(data);
  return { start, end: start + Number(size) };
}

/** A schema lists elements before their children. */
function checkSchema(schema: SchemaElement[]): void {
  if (schema.length > MOST_COLUMNS) throw new Error(`it has more than ${MOST_COLUMNS} columns`);
  const open: number[] = [];
  for (const { num_children: children = 0 } of schema) {
    while (open.at(-1) === 0) open.pop();
    if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) - 1;
    if (children > 0) open.push(children);
    if (open.length > MAX_DEPTH) throw new Error(`its columns are nested deeper than ${MAX_DEPTH} levels`);
  }
  const names = new Set<string>();
  let left = schema[0]?.num_children ?? 0;
  for (let at = 1; left > 0; left--) {
    const name = schema[at]?.name ?? "";
    if (names.has(name)) throw new Error(`it has two columns "${name}"`);
    names.add(name);
    at = afterTree(schema, at);
  }
}

/** The place after an element and everything below it. */
function afterTree(schema: SchemaElement[], start: number): number {
  let at = start;
  for (let wanted = 1; wanted > 0; wanted--) {
    const element = schema[at];
    if (element === undefined) throw new Error("its schema ends before its columns");
    at += 1;
    wanted += element.num_children ?? 0;
  }
  return at;
}
