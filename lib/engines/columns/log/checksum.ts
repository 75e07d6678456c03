import { crc32 } from "node:zlib";

/**
 * Checksums of stored columns: CRC-32 finds every flipped bit, and misses one in four thousand million other damages.
 * Node's own takes 0.35 ms for a megabyte, a tenth of reading it.
 */

/** The checksum of a column; it differs from that of any other column. @param dictionary null = none */
export function columnChecksum(data: Uint8Array, dictionary: string | null): number {
  const sum = crc32(data);
  return dictionary === null ? sum : crc32(dictionary, sum);
}

/** A row of `segments` without its key and its checksum. */
export interface SegmentRow {
  project_id: number;
  block: number;
  rows: number;
  min_ms: number;
  max_ms: number;
  directory: string;
  wide_keys: string;
  columns: string;
  left_out: string;
}

/** The row holds the checksums of its columns. */
export function segmentChecksum(row: SegmentRow): number {
  const { project_id, block, rows, min_ms, max_ms, directory, wide_keys, columns, left_out } = row;
  return crc32(JSON.stringify([project_id, block, rows, min_ms, max_ms, directory, wide_keys, columns, left_out]));
}
