import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

// The heads of a chunk's events (the columns by which questions group and order), in a part of their own between its uuids and its
// texts, so that a reader of heads need not inflate texts, and still has the heads where the texts are damaged:
//
//   4 bytes   the CRC-32 of all that follows
//   deflated  20 bytes for each event: project, name, distinct id, lower and upper half of its time; each less that of the event
//             before, modulo 2^32
//
// The numbers stand byte by byte: the lowest byte of all projects, then the next, … The upper bytes are mostly 0, so that they deflate
// to almost nothing: an event takes 4 to 6 bytes.

/** The columns by which questions group and order. */
export interface EventHead {
  projectId: number;
  nameId: number;
  /** The number of its distinct id. */
  ordinal: number;
  /** The time at which the event happened. */
  timestampMs: number;
}

/** The heads of a chunk's events, in their order. */
export interface ChunkHeads {
  readonly projects: Uint32Array;
  readonly names: Uint32Array;
  readonly ordinals: Uint32Array;
  /** Epoch ms. */
  readonly times: Float64Array;
}

const SUM_BYTES = 4;
const WORD = 2 ** 32;

/** 32-bit numbers of an event. */
const WORDS = 5;

/** A higher level takes longer and saves nothing. */
const DEFLATE = { level: 6, memLevel: 9 } as const;

/** Larger numbers are damage, or not hoglet's. */
export function isPackable({ projectId, nameId, ordinal, timestampMs }: EventHead): boolean {
  return [projectId, nameId, ordinal].every((id) => id >= 0 && id < WORD) && Number.isSafeInteger(timestampMs);
}

/** Packs heads, of which all are packable. */
export function packHeads(heads: readonly EventHead[]): Buffer {
  const count = heads.length;
  const planes = Buffer.alloc(4 * WORDS * count);
  let before: readonly number[] = [0, 0, 0, 0, 0];
  for (let index = 0; index < count; index++) {
    const words = wordsOf(heads[index] as EventHead);
    for (let word = 0; word < WORDS; word++) {
      const distance = ((words[word] as number) - (before[word] as number)) >>> 0;
      for (let byte = 0; byte < 4; byte++) planes[(4 * word + byte) * count + index] = distance >>> (8 * byte);
    }
    before = words;
  }
  const part = Buffer.concat([Buffer.alloc(SUM_BYTES), deflateRawSync(planes, DEFLATE)]);
  part.writeUInt32LE(crc32(part.subarray(SUM_BYTES)));
  return part;
}

function wordsOf({ projectId, nameId, ordinal, timestampMs }: EventHead): readonly number[] {
  const upper = Math.floor(timestampMs / WORD);
  return [projectId, nameId, ordinal, timestampMs - upper * WORD, upper];
}

/** Reads packed heads. @param count how many there are. @returns null = its bytes are not those that were stored */
export function readHeads(part: Buffer, count: number): ChunkHeads | null {
  const planes = planesOf(part, count);
  if (planes === null) return null;
  const words = Array.from({ length: WORDS }, (_, word) => sumOfPlanes(planes, 4 * word * count, count));
  const [projects, names, ordinals, lower, upper] = words as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const times = Float64Array.from(lower, (low, index) => ((upper[index] as number) | 0) * WORD + low);
  return { projects, names, ordinals, times };
}

/** As `readHeads`, but projects and names alone. */
export function readNames(part: Buffer, count: number): Pick<ChunkHeads, "projects" | "names"> | null {
  const planes = planesOf(part, count);
  if (planes === null) return null;
  return { projects: sumOfPlanes(planes, 0, count), names: sumOfPlanes(planes, 4 * count, count) };
}

function planesOf(part: Buffer, count: number): Buffer | null {
  if (part.length <= SUM_BYTES || crc32(part.subarray(SUM_BYTES)) !== part.readUInt32LE()) return null;
  const planes = inflateRawSync(part.subarray(SUM_BYTES));
  return planes.length === 4 * WORDS * count ? planes : null;
}

/** Adds up distances that stand byte by byte. */
function sumOfPlanes(planes: Buffer, at: number, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let number = 0;
  for (let index = 0; index < count; index++) {
    const place = at + index;
    const distance =
      (planes[place] as number) |
      ((planes[place + count] as number) << 8) |
      ((planes[place + 2 * count] as number) << 16) |
      ((planes[place + 3 * count] as number) << 24);
    number = (number + distance) >>> 0;
    numbers[index] = number;
  }
  return numbers;
}

export function headAt({ projects, names, ordinals, times }: ChunkHeads, index: number): EventHead {
  return {
    projectId: projects[index] as number,
    nameId: names[index] as number,
    ordinal: ordinals[index] as number,
    timestampMs: times[index] as number,
  };
}
