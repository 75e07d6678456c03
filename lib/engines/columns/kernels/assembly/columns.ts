/** The address of a column's first number. Nothing checks it; see `compiled.ts`. */
export type Column = usize;

export function clear(column: Column, bytes: u32): void {
  memory.fill(column, 0, bytes);
}

export function byteAt(column: Column, at: u32): u32 {
  return load<u8>(column + <usize>at);
}

export function halfAt(column: Column, at: u32): u32 {
  return load<u16>(column + ((<usize>at) << 1));
}

export function putHalf(column: Column, at: u32, half: u32): void {
  store<u16>(column + ((<usize>at) << 1), <u16>half);
}

export function wordAt(column: Column, at: u32): u32 {
  return load<u32>(column + ((<usize>at) << 2));
}

export function putWord(column: Column, at: u32, word: u32): void {
  store<u32>(column + ((<usize>at) << 2), word);
}

export function numberAt(column: Column, at: u32): f64 {
  return load<f64>(column + ((<usize>at) << 3));
}

export function putNumber(column: Column, at: u32, number: f64): void {
  store<f64>(column + ((<usize>at) << 3), number);
}

/** A number of 1, 2 or 4 bytes: the same for a whole column, so a processor predicts the branch. */
export function uintAt(column: Column, bytes: u32, at: u32): u32 {
  if (bytes === 2) return halfAt(column, at);
  return bytes === 1 ? byteAt(column, at) : wordAt(column, at);
}
