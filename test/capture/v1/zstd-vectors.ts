/** What `HEDGEHOG_ZSTD` holds. */
export const HEDGEHOG = `{"ok":true,"text":"${"hedgehog ".repeat(40)}"}`;

/** Made by the zstd command line tool 1.5: one frame with a checksum and one compressed block. */
export const HEDGEHOG_ZSTD = Buffer.from(
  "KLUv/WR9AC0BAPB7Im9rIjp0cnVlLCJ0ZXh0IjoiaGVkZ2Vob2cgIn0BAHBRLU6LGkET",
  "base64",
);

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const BLOCK_BYTES = 128 * 1024;
const RAW = 0;
const RLE = 1;

/** A frame that gives `sizeBytes` zeros from 4 bytes for each 128 KiB of them. */
export function repeatedZstd(sizeBytes: number): Buffer {
  const blocks: Buffer[] = [];
  for (let left = sizeBytes; left > 0; left -= BLOCK_BYTES) {
    blocks.push(Buffer.concat([blockHeader(RLE, Math.min(left, BLOCK_BYTES), left <= BLOCK_BYTES), Buffer.alloc(1)]));
  }
  return Buffer.concat([frameHeader(0x38), ...blocks]);
}

/** A frame with `content` as it is, after a window descriptor of the caller's choice (0x38 = 128 KiB). */
export function storedZstd(content: Buffer, windowDescriptor = 0x38): Buffer {
  return Buffer.concat([frameHeader(windowDescriptor), blockHeader(RAW, content.length, true), content]);
}

/**
 * 19 bytes that describe a block of 98,047 copies of 64 KiB each: 6 GB where 128 KiB are allowed. No literals but one,
 * and every table a single repeated code, so that a sequence costs no bits at all.
 */
export function endlessZstd(): Buffer {
  const block = Buffer.from([0x08, 0x41, 255, 255, 255, 0b01_01_01_00, 0, 0, 52, 1]);
  return Buffer.concat([frameHeader(0x38), blockHeader(2, block.length, true), block]);
}

/** A frame to be skipped. */
export function skippableZstd(content: Buffer): Buffer {
  const header = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

function frameHeader(windowDescriptor: number): Buffer {
  return Buffer.from([...MAGIC, 0, windowDescriptor]);
}

function blockHeader(type: number, sizeBytes: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(sizeBytes * 8 + type * 2 + Number(isLast), 0, 3);
  return header;
}
