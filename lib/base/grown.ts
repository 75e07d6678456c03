type NumberList = Uint8Array | Uint32Array | Int32Array | Float64Array;

/**
 * Copies numbers to the beginning of a longer list, and returns that. Call it only when a list is full: with the check
 * in the caller's loop, that loop sees lists of one type.
 */
export function grown<List extends NumberList>(from: List, into: List): List {
  into.set(from);
  return into;
}
