import { Readable } from "node:stream";
import { crc32, inflateRawSync, zstdDecompressSync } from "node:zlib";
import avro from "avsc";
import { snappyUncompress } from "hyparquet";
import { HogletError, invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import { toAvroType } from "./avro-types.ts";
import type { Row, RowFile } from "./rows.ts";
import { toJsonFields } from "./to-json-fields.ts";
import type { Member } from "./unpack.ts";

// avsc (no dependencies, typed, in use since 2015): the only reader of Avro that streams blocks and is kept up. Node unpacks deflate and
// zstd, hyparquet has snappy.

/** Bytes of one block after unpacking: it lies in memory. Writers make blocks of 16 kB to some MB. */
const MOST_BLOCK_BYTES = 64 * 1024 * 1024;

/** Bytes of the mark at the end of each block. */
const MARK_BYTES = 16;

type Codec = (data: Buffer, done: (error: Error | null, unpacked?: Buffer) => void) => void;

const codec =
  (unpack: (data: Buffer) => Buffer): Codec =>
  (data, done) => {
    try {
      done(null, unpack(data));
    } catch (error) {
      done(error as Error);
    }
  };

const CODECS: Record<string, Codec> = {
  null: codec((data) => data),
  deflate: codec((data) => inflateRawSync(data, { maxOutputLength: MOST_BLOCK_BYTES })),
  zstandard: codec((data) => zstdDecompressSync(data, { maxOutputLength: MOST_BLOCK_BYTES })),
  snappy: codec(unpackSnappy),
};

/** The checksum of the unpacked bytes follows the block. */
function unpackSnappy(data: Buffer): Buffer {
  const packed = data.subarray(0, -4);
  const unpacked = Buffer.alloc(snappyLength(packed));
  snappyUncompress(packed, unpacked);
  if (crc32(unpacked) !== data.readUInt32BE(data.length - 4)) throw new Error("a block has another checksum");
  return unpacked;
}

/** Snappy begins with the unpacked length, seven bits in each byte. */
function snappyLength(packed: Buffer): number {
  let length = 0;
  for (let at = 0, shift = 1; at < Math.min(5, packed.length); at++, shift *= 128) {
    const byte = packed[at] ?? 0;
    length += (byte & 127) * shift;
    if (byte < 128) break;
  }
  if (length > MOST_BLOCK_BYTES) throw new Error(`a block is larger than ${MOST_BLOCK_BYTES} bytes`);
  return length;
}

/** The rows of an Avro file, block by block. @throws invalid for a damaged file */
export function readAvro({ name, all }: Member): RowFile {
  async function* rows(): AsyncGenerator<Row> {
    // The decoder gathers a header, or a block, until it is whole.
    let gathered = 0;
    let end: Buffer = Buffer.alloc(0);
    async function* bounded() {
      for await (const piece of all) {
        gathered += piece.length;
        if (gathered > MOST_BLOCK_BYTES)
          throw invalid(null, `${name} has a block of more than ${MOST_BLOCK_BYTES} bytes.`);
        end = Buffer.concat([end, piece.subarray(-MARK_BYTES)]).subarray(-MARK_BYTES);
        yield piece;
      }
    }
    const packed = Readable.from(bounded(), { objectMode: false });
    const decoder = new avro.streams.BlockDecoder({ codecs: CODECS, parseHook: toAvroType });
    packed.on("error", (error) => decoder.destroy(error));
    let number = 0;
    let mark: Buffer | undefined;
    decoder.once("metadata", (_type, _codec, header: { sync: Buffer }) => (mark = header.sync));
    try {
      for await (const value of packed.pipe(decoder) as AsyncIterable<unknown>) {
        number += 1;
        gathered = 0;
        if (isFields(value)) yield { number, fields: toJsonFields(value) };
        else yield { number, reason: "Expected a record." };
      }
      // The decoder passes over a block without its end.
      if (mark === undefined || !mark.equals(end)) throw new Error("it is cut off");
    } catch (error) {
      if (error instanceof HogletError) throw error;
      throw invalid(
        null,
        `${name || "The input"} is a damaged Avro file: ${error instanceof Error ? error.message : "unreadable"}.`,
      );
    } finally {
      packed.destroy();
      decoder.destroy();
    }
  }
  return { name, format: "avro", columns: null, rows: rows() };
}
