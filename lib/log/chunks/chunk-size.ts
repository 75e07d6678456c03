// SQLite keeps the first part of a long row in a page of the table and the rest in whole pages: of n bytes, 489 and the
// rest of (n - 489) / 4092, or 489 alone where that is more than 4061. Two first parts of more than 2,040 bytes do not
// share a page. Rows near two pages waste least: less than a tenth from 7,400 to 9,500 bytes, a quarter at 6,200.

/** Bytes of a chunk that fill pages best. Three pages save 2 % more and take half as long again to read. */
const PACKED_BYTES = 8500;

/** Bytes of texts of the first chunk, and least and most. A reader of one event inflates them: 0.15 ms for 48 KiB. */
const [FIRST, LEAST, MOST] = [48 * 1024, 24 * 1024, 64 * 1024] as const;

/** Chooses the size of the next chunk by the chunks before. */
export interface ChunkSizer {
  /** Bytes of texts after which a chunk ends. */
  readonly textBytes: number;
  /** Notes the bytes of a chunk's texts, and of the chunk. */
  see(textBytes: number, packedBytes: number): void;
}

/** Creates the sizer of one log, which knows no chunk yet. */
export function createChunkSizer(): ChunkSizer {
  let bytes = FIRST;
  return {
    get textBytes() {
      return bytes;
    },
    see(textBytes, packedBytes) {
      // The short end of a log says little.
      if (textBytes < LEAST) return;
      bytes = Math.round(Math.min(MOST, Math.max(LEAST, (textBytes * PACKED_BYTES) / packedBytes)));
    },
  };
}
