import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { Column, Row, Table } from "./tables.ts";

// hyparquet-writer (only hyparquet below it, typed): the light writer of Parquet, beside the reader of imports.

/** Rows of a row group, which is built in memory: 20,000 events are about 20 MB. Smaller groups make scans slower. */
const GROUP_ROWS = 20_000;

/** A table as the bytes of a Parquet file, a row group at a time. JSON columns have the logical type JSON. */
export async function* toParquet({ columns, pages }: Table): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const empty = columns.map(({ name, type }) => ({ name, type, data: [], nullable: true }));
  const file = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData: empty }), createdBy: "hoglet" });
  const take = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  let group: Row[] = [];
  const flush = async () => {
    await file.write({ columnData: toColumns(columns, group), rowGroupSize: GROUP_ROWS });
    group = [];
    return take();
  };
  for await (const page of pages()) {
    for (const row of page) group.push(row);
    if (group.length >= GROUP_ROWS) yield await flush();
  }
  if (group.length > 0) yield await flush();
  await file.finish();
  yield take();
}

function toColumns(columns: Column[], rows: Row[]) {
  return columns.map(({ name, type }) => ({ name, type, data: rows.map((row) => toValue(row[name], type)) }));
}

function toValue(value: unknown, type: Column["type"]): unknown {
  if (value === undefined || value === null) return null;
  if (type === "INT64") return BigInt(value as number);
  return type === "STRING" ? String(value as string) : value;
}
