// hyparquet believes a page: two bytes fill an array of 2^28 values. So a page is compared with its header first
// (github.com/apache/parquet-format, Encodings.md).

/** A page, with what its header says of it. */
export interface CheckedPage {
  /** Unpacked. */
  bytes: Uint8Array;
  /** Values, nulls included. */
  count: number;
  encoding: string;
  isBoolean: boolean;
  maxRepetition: number;
  maxDefinition: number;
  /** Bytes of both kinds of levels; null = each begins with its length. */
  levelBytes: { repetition: number; definition: number } | null;
}

/** Values that the last run of a column may have beyond its end: writers fill up groups of eight. */
const MOST_PADDING = 511;

/** Miniblocks of one block of differences; writers use four. */
const MOST_MINIBLOCKS = 1024;

/** @throws Error for runs that have more values than the page, or lie outside of it */
export function checkPage(page: CheckedPage): void {
  const { bytes, count, encoding, isBoolean, maxRepetition, maxDefinition, levelBytes } = page;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (const [level, given] of [
    [maxRepetition, levelBytes?.repetition],
    [maxDefinition, levelBytes?.definition],
  ] as const) {
    if (given === undefined && level === 0) continue;
    const start = given === undefined ? at + 4 : at;
    const end = start + (given ?? view.getUint32(at, true));
    if (end > bytes.length) throw new Error("its levels are longer than a page");
    if (level > 0) checkRuns(view, { start, end, width: 32 - Math.clz32(level), count });
    at = end;
  }
  if (encoding.endsWith("_DICTIONARY") && at < bytes.length)
    checkRuns(view, { start: at + 1, end: bytes.length, width: view.getUint8(at), count });
  else if (encoding === "RLE" && isBoolean) checkRuns(view, { start: at + 4, end: bytes.length, width: 1, count });
  else if (encoding.startsWith("DELTA_") && at < bytes.length) checkDeltas(view, at);
}

function checkRuns(
  view: DataView,
  { start, end, width, count }: { start: number; end: number; width: number; count: number },
): void {
  if (width > 32) throw new Error("its values have more than 32 bits");
  let at = start;
  for (let seen = 0; seen < count && at < end;) {
    const { value: head, next } = readNumber(view, at);
    const isPacked = head % 2 === 1;
    const run = Math.floor(head / 2) * (isPacked ? 8 : 1);
    if (run > count - seen + (isPacked ? MOST_PADDING : 0)) throw new Error("a run has more values than its page");
    at = next + (isPacked ? (run / 8) * width : Math.ceil(width / 8));
    seen += run;
  }
}

/** Checks the head of a page of differences, which says how many values and miniblocks a block has. */
function checkDeltas(view: DataView, start: number): void {
  const { value: values, next } = readNumber(view, start);
  const { value: miniblocks } = readNumber(view, next);
  if (miniblocks > 0 && miniblocks <= MOST_MINIBLOCKS && values >= miniblocks) return;
  throw new Error("a block of differences has no form that is known");
}

/** A number in groups of seven bits, the lowest first. */
function readNumber(view: DataView, start: number): { value: number; next: number } {
  let value = 0;
  for (let at = start, factor = 1; at < start + 5; at++, factor *= 128) {
    const byte = view.getUint8(at);
    value += (byte & 127) * factor;
    if (byte < 128) return { value, next: at + 1 };
  }
  throw new Error("a number has more than 32 bits");
}
