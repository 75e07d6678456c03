/** Bits of the widest number used. */
export const MAX_BITS = 128;

/** SQL's type for so many bits. */
export function bitsType(count: number): "UInt16" | "UInt32" | "UInt64" | "UInt128" {
  if (count <= 16) return "UInt16";
  if (count <= 32) return "UInt32";
  return count <= 64 ? "UInt64" : "UInt128";
}

/** The places of a group's rows as bits of a number; every row has a place. */
export function groupBits(place: string, count: number): string {
  const type = bitsType(count);
  return `groupBitOr(bitShiftLeft(to${type}(1), toUInt8(${place})))`;
}

/** Places of bits, ascending, as a list of Int64. */
export function placesOf(bits: string, count: number): string {
  const word = (from: number) => {
    const own = from === 0 ? `toUInt64(${bits})` : `toUInt64(bitShiftRight(${bits}, ${from}))`;
    return `arrayMap(place -> toInt64(place) + ${from}, bitPositionsToArray(${own}))`;
  };
  return count <= 64 ? word(0) : `arrayConcat(${word(0)}, ${word(64)})`;
}
