import { Column } from "./columns";

/**
 * As `unpackNumbers` of `pack-numbers.ts`. Reads eight bytes behind the packed ones, which do not matter. @param bytes
 * of each number: 1, 2 or 4
 */
export function unpackNumbers(packed: Column, bits: u32, numbers: Column, bytes: u32, length: u32): void {
  const mask: u64 = ((<u64>1) << bits) - 1;
  if (bytes === 1) unpack<u8>(packed, bits, mask, numbers, length);
  else if (bytes === 2) unpack<u16>(packed, bits, mask, numbers, length);
  else unpack<u32>(packed, bits, mask, numbers, length);
}

function unpack<Number>(packed: Column, bits: u32, mask: u64, numbers: Column, length: u32): void {
  let at: usize = 0;
  for (let row: u32 = 0; row < length; row++, at += bits) {
    // A number begins at most 7 bits into the eight bytes.
    const number = (load<u64>(packed + (at >>> 3)) >>> (at & 7)) & mask;
    store<Number>(numbers + <usize>row * sizeof<Number>(), <Number>number);
  }
}
