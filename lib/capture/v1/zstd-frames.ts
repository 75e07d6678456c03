/** One frame of zstd data. */
export interface ZstdFrame {
  /** Where its header starts in the data. */
  start: number;
  /** Where it ends, checksum included. */
  end: number;
  /** Memory that decoding it takes beside its output. */
  windowBytes: number;
  /** Each gives 128 KiB at most. */
  blockCount: number;
}

const MAGIC = 0xfd2fb528;
/** Frames to be skipped have this magic number with any last hexadecimal digit. */
const SKIPPABLE_MAGIC = 0x184d2a50;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
/** The block type that holds a single byte, to be repeated. */
const RLE = 1;

/**
 * Cuts zstd data into its frames, without the skippable ones, by their headers alone (RFC 8878, 3.1): nothing is decoded.
 * @throws RangeError when the data ends inside a frame, Error when it is not zstd
 */
export function* zstdFrames(data: Uint8Array): Generator<ZstdFrame> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  while (at < data.length) {
    const magic = view.getUint32(at, true);
    const isSkippable = magic - (magic % 16) === SKIPPABLE_MAGIC;
    if (!isSkippable && magic !== MAGIC) throw new Error("Expected a zstd frame.");
    const frame = isSkippable ? null : readFrame(view, at);
    at = frame === null ? at + 8 + view.getUint32(at + 4, true) : frame.end;
    if (at > data.length) throw new RangeError("The zstd data ends inside a frame.");
    if (frame !== null) yield frame;
  }
}

function readFrame(view: DataView, start: number): ZstdFrame {
  const { sizeBytes, windowBytes, hasChecksum } = readHeader(view, start);
  let at = start + sizeBytes;
  let blockCount = 0;
  let isLast = false;
  while (!isLast) {
    const block = view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
    isLast = block % 2 === 1;
    const type = (block >> 1) & 3;
    at += BLOCK_HEADER_BYTES + (type === RLE ? 1 : block >> 3);
    blockCount++;
  }
  if (hasChecksum) at += CHECKSUM_BYTES;
  return { start, end: at, windowBytes, blockCount };
}

interface Header {
  sizeBytes: number;
  windowBytes: number;
  hasChecksum: boolean;
}

function readHeader(view: DataView, start: number): Header {
  const descriptor = view.getUint8(start + 4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryIdBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const contentSizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const contentSizeAt = start + (isSingleSegment ? 5 : 6) + dictionaryIdBytes;
  return {
    sizeBytes: contentSizeAt + contentSizeBytes - start,
    windowBytes: isSingleSegment
      ? readContentSize(view, contentSizeAt, contentSizeBytes)
      : toWindow(view.getUint8(start + 5)),
    hasChecksum: (descriptor & 4) !== 0,
  };
}

function toWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function readContentSize(view: DataView, at: number, sizeBytes: number): number {
  if (sizeBytes === 1) return view.getUint8(at);
  if (sizeBytes === 2) return view.getUint16(at, true) + 256;
  return sizeBytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}
