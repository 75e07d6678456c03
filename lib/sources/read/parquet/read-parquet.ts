import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { assembleLists, assembleNested } from "hyparquet/src/assemble.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { invalid } from "../../../base/errors.ts";
import type { Row, RowFile } from "../rows.ts";
import type { Spool } from "../spool.ts";
import { toJsonFields } from "../to-json-fields.ts";
import type { Member } from "../unpack.ts";
import { checkMetadata, rangeOf } from "./check-metadata.ts";
import { columnsOf, readPages, treeOf } from "./column-pages.ts";
import type { Column } from "./column-pages.ts";

// hyparquet (no dependencies, typed, active): the only light reader of Parquet; parquetjs needs thrift, parquet-wasm
// and DuckDB weigh megabytes. Its own reader of rows is not used: it decodes a row group again for each range, and
// believes what pages claim. The version is exact in package.json, because its inner modules are used. Node unpacks
// gzip, brotli and zstd faster; hyparquet-compressors adds LZ4.

/** The rows of a Parquet file; each row group is read once, its columns page by page. @throws invalid for a damaged file */
export async function readParquet({ name, all, path }: Member, spool: Spool): Promise<RowFile> {
  const file = await asyncBufferFromFile(path ?? (await spool.keep(all)));
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file);
    checkMetadata(metadata, file.byteLength);
  } catch (error) {
    throw damaged(name, error);
  }
  async function* rows(): AsyncGenerator<Row> {
    try {
      let number = 0;
      for (const group of metadata.row_groups.keys())
        for await (const row of groupRows(file, metadata, group)) yield { number: ++number, fields: toJsonFields(row) };
    } catch (error) {
      throw damaged(name, error);
    }
  }
  const columns = treeOf(metadata).children.map(({ element }) => element.name);
  return { name, format: "parquet", columns, rows: rows() };
}

async function* groupRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
  index: number,
): AsyncGenerator<Record<string, unknown>> {
  const columns = columnsOf(metadata, index);
  const cursors: [name: string, next: () => unknown][] = [];
  for (const tree of treeOf(metadata).children) {
    const { name } = tree.element;
    const own = columns.filter(({ path }) => path[0] === name);
    const [only] = own;
    if (only === undefined) throw new Error(`the column "${name}" is missing in a row group`);
    const isFlat = tree.children.length === 0 && tree.element.repetition_type !== "REPEATED";
    cursors.push([name, isFlat ? flatValues(await bytesOf(file, only), only) : await nestedValues(file, tree, own)]);
  }
  const rows = Number(metadata.row_groups[index]?.num_rows);
  for (let row = 0; row < rows; row++) yield Object.fromEntries(cursors.map(([name, next]) => [name, next()]));
}

function bytesOf(file: AsyncBuffer, { meta }: Column): Promise<ArrayBuffer> | ArrayBuffer {
  const { start, end } = rangeOf(meta);
  return file.slice(start, end);
}

/** The values of a column without lists and objects, of which one page is in memory. */
function flatValues(bytes: ArrayBuffer, column: Column): () => unknown {
  const pages = readPages(bytes, column);
  let values: ArrayLike<unknown> = [];
  let at = 0;
  return () => {
    while (at === values.length) {
      const { value: page, done } = pages.next();
      if (done === true) throw new Error(`the column "${column.path.join(".")}" ends before its rows`);
      values = assembleLists([], page.definitionLevels, page.repetitionLevels, page.values as never, column.schemaPath);
      at = 0;
    }
    return values[at++];
  };
}

/** The values of a column with lists or objects: a row may lie in two pages, so that the row group's values are in memory. */
async function nestedValues(
  file: AsyncBuffer,
  tree: ReturnType<typeof treeOf>,
  columns: Column[],
): Promise<() => unknown> {
  const leaves = new Map<string, unknown[]>();
  for (const column of columns) {
    const output: unknown[] = [];
    for (const page of readPages(await bytesOf(file, column), column))
      assembleInto(
        output,
        assembleLists(output, page.definitionLevels, page.repetitionLevels, page.values as never, column.schemaPath),
      );
    leaves.set(column.path.join("."), output);
  }
  if (tree.children.length > 0) assembleNested(leaves as never, tree, DEFAULT_PARSERS);
  const values = leaves.get(tree.element.name) ?? [];
  let at = 0;
  return () => {
    if (at === values.length) throw new Error(`the column "${tree.element.name}" ends before its rows`);
    return values[at++];
  };
}

/** A page without levels is not copied into the output. */
function assembleInto(output: unknown[], assembled: ArrayLike<unknown>): void {
  if (assembled === output) return;
  for (let at = 0; at < assembled.length; at++) output.push(assembled[at]);
}

function damaged(name: string, error: unknown) {
  return invalid(
    null,
    `${name || "The input"} is a damaged Parquet file: ${error instanceof Error ? error.message.replace(/\.$/, "") : "unreadable"}.`,
  );
}
