import { Column, putNumber, putWord, wordAt } from "./columns";

const TWO_32: f64 = 4_294_967_296;

/** As `gatherRows` for values by name. @param tagBytes 2 or 4, of each tag */
export function gatherByName(
  lows: Column,
  tags: Column,
  tagBytes: u32,
  tagBits: u32,
  minMs: f64,
  offsets: Column,
  stretches: Column,
  ends: Column,
  count: u32,
  ofName: Column,
  times: Column,
  values: Column,
  picked: Column,
): void {
  if (tagBytes === 2) {
    const end = pick<u16>(tags, tagBits, offsets, stretches, ends, count, ofName, picked);
    readRows<u16>(lows, tags, tagBits, minMs, picked, end, ofName, times, values);
  } else {
    const end = pick<u32>(tags, tagBits, offsets, stretches, ends, count, ofName, picked);
    readRows<u32>(lows, tags, tagBits, minMs, picked, end, ofName, times, values);
  }
}

function tagAt<T>(tags: Column, row: u32): u32 {
  return <u32>load<T>(tags + <usize>row * sizeof<T>());
}

/** Picks rows with a value, without a branch: a processor cannot predict which rows are wanted. */
function pick<T>(
  tags: Column,
  tagBits: u32,
  offsets: Column,
  stretches: Column,
  ends: Column,
  count: u32,
  ofName: Column,
  picked: Column,
): u32 {
  const nameMask: u32 = (1 << tagBits) - 1;
  let end: u32 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const stretch = wordAt(stretches, index);
    const until = wordAt(offsets, stretch + 1);
    for (let row = wordAt(offsets, stretch); row < until; row++) {
      putWord(picked, end, row);
      end += <u32>(wordAt(ofName, tagAt<T>(tags, row) & nameMask) !== 0);
    }
    putWord(ends, index, end);
  }
  return end;
}

/** Reads the times and values of picked rows. */
function readRows<T>(
  lows: Column,
  tags: Column,
  tagBits: u32,
  minMs: f64,
  picked: Column,
  end: u32,
  ofName: Column,
  times: Column,
  values: Column,
): void {
  const nameMask: u32 = (1 << tagBits) - 1;
  for (let at: u32 = 0; at < end; at++) {
    const row = wordAt(picked, at);
    const tag = tagAt<T>(tags, row);
    putNumber(times, at, minMs + <f64>wordAt(lows, row) + <f64>(tag >>> tagBits) * TWO_32);
    putWord(values, at, wordAt(ofName, tag & nameMask));
  }
}
