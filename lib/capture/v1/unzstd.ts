import { runInNewContext } from "node:vm";
import { Decompress } from "fzstd";
import { zstdFrames } from "./zstd-frames.ts";
import type { ZstdFrame } from "./zstd-frames.ts";

// fzstd: zstd in plain JavaScript without dependencies, typed; Node 20's zlib has gzip, deflate and brotli only.

/** The largest window that the HTTP encoding "zstd" allows (RFC 9659): 8 MiB. */
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;

const BLOCK_BYTES = 128 * 1024;

// 48 MB of events took 200 to 340 ms in 366 blocks (Node 20, one core): ten times that is for slow machines.
const BASE_TIMEOUT_MS = 500;
const TIMEOUT_MS_PER_BLOCK = 10;

/**
 * Inflates zstd data (checksums are not compared).
 *
 * fzstd trusts its input: a header may ask for 2 GiB of window, and 20 bytes can describe a block that it copies for a
 * minute. So windows are looked at before it sees them, output is counted block by block, and a watchdog ends it when it
 * takes longer than any honest body of that size does.
 * @throws RangeError with the code that zlib uses (`ERR_BUFFER_TOO_LARGE`) when more than `limitBytes` would come out;
 * Error when the data is broken, or asks for too much
 */
export function unzstd(data: Uint8Array, limitBytes: number): Uint8Array {
  const frames = [...zstdFrames(data)];
  if (frames.some((frame) => frame.windowBytes > MAX_WINDOW_BYTES)) {
    throw new Error(`The zstd window is larger than ${MAX_WINDOW_BYTES} bytes.`);
  }
  // The only way to end synchronous work from outside; nothing else of the new context is used.
  const timeout = toTimeout(frames, limitBytes);
  return runInNewContext("decode()", { decode: () => decode(data, frames, limitBytes) }, { timeout }) as Uint8Array;
}

function toTimeout(frames: readonly ZstdFrame[], limitBytes: number): number {
  const blockCount = frames.reduce((sum, frame) => sum + frame.blockCount, 0);
  return BASE_TIMEOUT_MS + TIMEOUT_MS_PER_BLOCK * Math.min(blockCount, Math.ceil(limitBytes / BLOCK_BYTES));
}

function decode(data: Uint8Array, frames: readonly ZstdFrame[], limitBytes: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  let sizeBytes = 0;
  const take = (block: Uint8Array) => {
    sizeBytes += block.length;
    if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
    blocks.push(block);
  };
  for (const { start, end } of frames) new Decompress(take).push(data.subarray(start, end), true);
  return Buffer.concat(blocks, sizeBytes);
}

function tooLarge(limitBytes: number): RangeError {
  return Object.assign(new RangeError(`More than ${limitBytes} bytes.`), { code: "ERR_BUFFER_TOO_LARGE" });
}
