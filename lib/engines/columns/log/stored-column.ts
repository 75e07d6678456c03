import type { Db } from "../../../storage/index.ts";
import { toStorageError } from "../../../storage/index.ts";
import { columnChecksum } from "./checksum.ts";
import { bitsOf, unpackNumbers } from "./pack-numbers.ts";
import type { CodedColumn, CoreColumns, StoredCodes } from "./segment.ts";
import { readColumn } from "./segment-table.ts";
import type { StoredColumn, StoredRow } from "./segment-table.ts";

/** Stands for a column without values. */
export const MISSING: CodedColumn = { codes: new Uint8Array(0), values: [undefined] };

/** The checksums of a segment's columns by name. */
export type Checksums = ReadonlyMap<string, number>;

/** The row must be intact. */
export function checksumsOf({ columns }: Pick<StoredRow, "columns">): Checksums {
  return new Map(JSON.parse(columns) as [string, number][]);
}

/** Reads an existing column. @throws SyntaxError when it is missing or damaged */
export function readChecked(db: Db, segmentId: number, name: string, checksums: Checksums): StoredColumn {
  const column = readColumn(db, segmentId, name);
  if (column === undefined) throw new SyntaxError("It is not there.");
  if (columnChecksum(column.data, column.dictionary) !== checksums.get(name)) {
    throw new SyntaxError("Its checksum is another.");
  }
  return column;
}

export function isDamage(error: unknown): boolean {
  return (
    error instanceof SyntaxError || error instanceof RangeError || toStorageError(error).code === "storage_corrupt"
  );
}

/** Are all columns of a segment intact? */
export function isWhole(db: Db, row: StoredRow): boolean {
  return findDamaged(db, row).length === 0;
}

/** The names of a segment's damaged columns. */
export function findDamaged(db: Db, row: StoredRow): string[] {
  const checksums = checksumsOf(row);
  return [...checksums.keys()].filter((name) => {
    try {
      readChecked(db, row.id, name, checksums);
      return false;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return true;
    }
  });
}

/** The codes and values of a column. @throws RangeError or SyntaxError when it cannot be a column of this many rows */
export function toCoded({ data, dictionary }: StoredColumn, rows: number): CodedColumn | StoredCodes {
  if (data.byteLength === 0) return MISSING;
  if (dictionary === null) throw new SyntaxError("It has no values.");
  return { codes: readCodes(toArrayBuffer(data), rows), list: dictionary };
}

function readCodes(buffer: ArrayBuffer, rows: number): CodedColumn["codes"] {
  const width = buffer.byteLength / rows;
  if (width === 1) return new Uint8Array(buffer);
  if (width === 2) return new Uint16Array(buffer);
  if (width === 4) return new Uint32Array(buffer);
  const bits = bitsOf(new Uint8Array(buffer), rows);
  if (bits <= 8) return unpackNumbers(buffer, new Uint8Array(rows));
  return unpackNumbers(buffer, bits <= 16 ? new Uint16Array(rows) : new Uint32Array(rows));
}

/** 32-bit numbers, which may be packed. @throws RangeError when rows lack a number */
export function readNumbers(data: Buffer, rows: number): Uint32Array {
  const buffer = toArrayBuffer(data);
  return buffer.byteLength === rows * 4 ? new Uint32Array(buffer) : unpackNumbers(buffer, new Uint32Array(rows));
}

/** Times as offsets in a segment of this span. @throws RangeError when rows lack a time */
export function readTimes(data: Buffer, rows: number, spanMs: number): CoreColumns["times"] {
  if (spanMs <= 0xffff_ffff) return readNumbers(data, rows);
  if (data.byteLength !== rows * 8) throw new RangeError("It has not one time for each row.");
  return new Float64Array(toArrayBuffer(data));
}

/** A copy if necessary: small blobs lie at offsets that typed arrays refuse. */
function toArrayBuffer({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  if (byteOffset === 0 && byteLength === buffer.byteLength) return buffer as ArrayBuffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

/** The places of rows in a block: 16 bits each. */
export function readDistances(data: Buffer, rows: number): Uint16Array {
  if (data.byteLength !== rows * 2) throw new RangeError("It has not one number for each row.");
  return new Uint16Array(toArrayBuffer(data));
}
