import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import type { Compressors } from "hyparquet";
import { decompressLz4, decompressLz4Raw } from "hyparquet-compressors";
import { invalid } from "../../base/errors.ts";
import type { Fields } from "../values/fields.ts";
import type { Row, RowFile } from "./rows.ts";
import type { Spool } from "./spool.ts";
import type { Member } from "./unpack.ts";

// hyparquet (no dependencies, typed, active): the only light reader of Parquet; parquetjs needs thrift, parquet-wasm and
// DuckDB weigh megabytes. Node unpacks gzip, brotli and zstd faster; hyparquet-compressors adds LZ4.

const UNPACK = {
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  GZIP: (input: Uint8Array) => gunzipSync(input),
  BROTLI: (input: Uint8Array) => brotliDecompressSync(input),
  ZSTD: (input: Uint8Array) => zstdDecompressSync(input),
} as Compressors;

/** Rows read at once. More rows of wide tables cost memory; a row group may hold millions. */
const PAGE_ROWS = 5000;

/** Bytes of one row group in a file: it is unpacked in memory. Writers make groups of 128 MiB or less. */
const MOST_GROUP_BYTES = 1024 * 1024 * 1024;

/** The rows of a Parquet file, page by page. @throws invalid for a damaged file */
export async function readParquet({ name, all, path }: Member, spool: Spool): Promise<RowFile> {
  const file = await asyncBufferFromFile(path ?? (await spool.keep(all)));
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw damaged(name, error);
  });
  if (metadata.row_groups.some(({ total_byte_size: size }) => Number(size) > MOST_GROUP_BYTES)) {
    throw invalid(null, `${name} has a row group of more than 1 GiB: write it with smaller row groups.`);
  }
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  const total = Number(metadata.num_rows);
  async function* rows(): AsyncGenerator<Row> {
    for (let rowStart = 0; rowStart < total; rowStart += PAGE_ROWS) {
      const rowEnd = Math.min(total, rowStart + PAGE_ROWS);
      const page = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors: UNPACK }).catch(
        (error: unknown) => {
          throw damaged(name, error);
        },
      );
      for (const [index, row] of page.entries()) yield { number: rowStart + index + 1, fields: toJsonFields(row) };
    }
  }
  return { name, format: "parquet", columns, rows: rows() };
}

/** The values of a row as JSON has them; see `toJsonValue`. */
export function toJsonFields(row: Record<string, unknown>): Fields {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toJsonValue(value)]));
}

/** Times stay Dates, which every mapping reads; whole numbers beyond 2^53 become text, since a number would round them. */
function toJsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return toJsonFields(value as Record<string, unknown>);
}

function damaged(name: string, error: unknown) {
  return invalid(
    null,
    `${name || "The input"} is a damaged Parquet file: ${error instanceof Error ? error.message : "unreadable"}.`,
  );
}
